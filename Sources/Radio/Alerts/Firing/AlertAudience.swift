import HTTP
import Synchronization
import Web

/// The open event streams of one account, and the alerts that were sent to them.
/// Confined by a mutex. Events are published while it is held, so that they arrive in the order in which they were found.
final class AlertAudience: Sendable {
    private struct State {
        /// The firings that a newly opened stream still receives, oldest first.
        var current: [AlertFiring] = []
        /// The broadcasts that open streams have been notified of. A broadcast is sent once, even if it is moved later.
        var told: Set<Airing.ID> = []
        var begun: UInt64 = 0
        var taken: UInt64 = 0
        var askedAt: ContinuousClock.Instant
    }

    /// State shared with the closure that event streams keep; the closure must not keep the audience itself alive.
    private final class Memory: Sendable {
        let state = Mutex(State(askedAt: .now))
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// How long a stream lasts, and so how long it may outlast the session that opened it.
    private static let lifetime = Duration.seconds(300)

    /// Creates an audience without streams.
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

    /// When a stream was last requested.
    var askedAt: ContinuousClock.Instant {
        get { memory.state.withLock { $0.askedAt } }
        set { memory.state.withLock { $0.askedAt = newValue } }
    }

    /// Starts a read and returns its number. When two reads overlap, the one that started later is more recent.
    func beginReading() -> UInt64 {
        memory.state.withLock { state in
            state.begun += 1
            return state.begun
        }
    }

    /// Stores what a read found and publishes the new firings. Ignored if a later read was stored before.
    func take(_ firings: [AlertFiring], of reading: UInt64) {
        memory.state.withLock { state in
            guard reading > state.taken else { return }
            state.taken = reading
            state.current = firings
            for firing in firings where state.told.insert(firing.airing.id).inserted { events.publish(firing.event) }
        }
    }
}
