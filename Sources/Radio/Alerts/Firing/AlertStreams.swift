import HTTP
import Synchronization
import Web

/// The open event streams of one account and the alerts sent to the streams. A mutex protects the state. The mutex is held while events are
/// published, so all streams receive the events in the same order.
final class AlertStreams: Sendable {
    private struct State {
        /// The firings of the latest read, oldest first. A new stream first receives the firings whose grace period has not ended; with a
        /// `Last-Event-ID`, only those with higher numbers.
        var current: [AlertFiring] = []
        /// The broadcasts whose firings were published. The firing of a broadcast is published once, even if the broadcast moves later.
        var sent: Set<Airing.ID> = []
        var begun: UInt64 = 0
        var taken: UInt64 = 0
        var lastUsedAt: ContinuousClock.Instant
    }

    /// The state of the streams. The closure in `events` retains this state instead of the `AlertStreams`, to avoid a retain cycle.
    private final class Memory: Sendable {
        let state = Mutex(State(lastUsedAt: .now))
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The maximum lifetime of a stream: five minutes. A stream whose session has ended therefore closes within five minutes.
    private static let lifetime = Duration.seconds(300)

    /// Creates the state of an account without open streams.
    ///
    /// - Parameter now: Returns the current instant.
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

    /// The instant of the last request for a stream.
    var lastUsedAt: ContinuousClock.Instant {
        get { memory.state.withLock { $0.lastUsedAt } }
        set { memory.state.withLock { $0.lastUsedAt = newValue } }
    }

    /// Starts a read and returns its number. Of two overlapping reads, the read with the higher number started later.
    func beginReading() -> UInt64 {
        memory.state.withLock { state in
            state.begun += 1
            return state.begun
        }
    }

    /// Stores the result of a read and publishes the new firings. Ignores the result if the result of a later read is already stored.
    func take(_ firings: [AlertFiring], of reading: UInt64) {
        memory.state.withLock { state in
            guard reading > state.taken else { return }
            state.taken = reading
            state.current = firings
            for firing in firings where state.sent.insert(firing.airing.id).inserted { events.publish(firing.event) }
        }
    }
}
