import HTTP
import Synchronization
import Web

/// The open streams of one account, and what they were told.
///
/// Confined by a mutex; events go out while it is held, so that they arrive in the order in which they were found.
final class AlertAudience: Sendable {
    private struct State {
        /// What is of use to be told to a stream that opens, the first first.
        var current: [AlertFiring] = []
        /// What went to streams that are open: nothing goes twice, whatever becomes of its broadcast.
        var told: Set<Airing.ID> = []
        var begun: UInt64 = 0
        var taken: UInt64 = 0
        var askedAt: ContinuousClock.Instant
    }

    /// Known to the closure that event streams keep, which must not keep the audience itself.
    private final class Memory: Sendable {
        let state = Mutex(State(askedAt: .now))
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// How long a stream lasts: so long may one that is open outlast the session that it was opened with.
    private static let lifetime = Duration.seconds(300)

    /// - Parameter now: the clock.
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

    /// When somebody last asked for a stream.
    var askedAt: ContinuousClock.Instant {
        get { memory.state.withLock { $0.askedAt } }
        set { memory.state.withLock { $0.askedAt = newValue } }
    }

    /// Begins a reading. Of two that overlap the one that began later knows more.
    func beginReading() -> UInt64 {
        memory.state.withLock { state in
            state.begun += 1
            return state.begun
        }
    }

    /// Takes in what a reading found, and tells what is new.
    func take(_ firings: [AlertFiring], of reading: UInt64) {
        memory.state.withLock { state in
            guard reading > state.taken else { return }
            state.taken = reading
            state.current = firings
            for firing in firings where state.told.insert(firing.airing.id).inserted { events.publish(firing.event) }
        }
    }
}
