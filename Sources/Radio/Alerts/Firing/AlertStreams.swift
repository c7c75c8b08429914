import HTTP
import Synchronization
import Web

/// The open event streams of one account. A mutex protects the state and is held while events are published, so all streams receive them in the same
/// order.
final class AlertStreams: Sendable {
    private struct State {
        /// The firings of the latest read, oldest first.
        var current: [AlertFiring] = []
        /// The broadcasts whose firings were published, each once.
        var sent: Set<Airing.ID> = []
        var begun: UInt64 = 0
        var taken: UInt64 = 0
        var lastUsedAt: ContinuousClock.Instant
    }

    /// The state, which the closure in `events` retains, to avoid a retain cycle.
    private final class Memory: Sendable {
        let state = Mutex(State(lastUsedAt: .now))
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The maximum lifetime of a stream, so that a stream whose session has ended closes within this time.
    private static let lifetime = Duration.seconds(300)

    init(now: @escaping @Sendable () -> Instant) {
        let memory = Memory()
        self.memory = memory
        events = EventBroadcaster(lifetime: Self.lifetime) { lastEventID in
            let last = lastEventID.flatMap { Int64($0) } ?? 0
            return memory.state.withLock { state in
                state.current.filter { $0.number > last && now() < $0.isOfUseUntil }.map(\.event)
            }
        }
    }

    var lastUsedAt: ContinuousClock.Instant {
        get { memory.state.withLock { $0.lastUsedAt } }
        set { memory.state.withLock { $0.lastUsedAt = newValue } }
    }

    /// Starts a read and returns its number, which is higher than those of earlier reads.
    func beginReading() -> UInt64 {
        memory.state.withLock { state in
            state.begun += 1
            return state.begun
        }
    }

    /// Stores the result of a read and publishes the new firings, unless a later read is already stored.
    func take(_ firings: [AlertFiring], of reading: UInt64) {
        memory.state.withLock { state in
            guard reading > state.taken else { return }
            state.taken = reading
            state.current = firings
            for firing in firings where state.sent.insert(firing.airing.id).inserted { events.publish(firing.event) }
        }
    }
}
