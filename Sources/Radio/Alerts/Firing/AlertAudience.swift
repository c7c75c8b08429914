import HTTP
import Synchronization
import Web

/// The open event streams of one account, and the alerts that were sent to them. The state is confined by a mutex.
/// Events are published while the mutex is held, so that they arrive in the order in which they were found.
final class AlertAudience: Sendable {
    private struct State {
        /// The firings that a newly opened stream still receives, oldest first.
        var current: [AlertFiring] = []
        /// The broadcasts about which open streams were notified. A broadcast is sent once, even if the broadcast is
        /// moved later.
        var told: Set<Airing.ID> = []
        var begun: UInt64 = 0
        var taken: UInt64 = 0
        var askedAt: ContinuousClock.Instant
    }

    /// The state shared with the closure that event streams keep; the closure must not keep the audience itself alive.
    private final class Memory: Sendable {
        let state = Mutex(State(askedAt: .now))
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The lifetime of a stream, which is also the longest time for which a stream outlasts the session that opened it.
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

    /// The time at which a stream was last requested.
    var askedAt: ContinuousClock.Instant {
        get { memory.state.withLock { $0.askedAt } }
        set { memory.state.withLock { $0.askedAt = newValue } }
    }

    /// Starts a read and returns its number. When two reads overlap, the read that started later is more recent.
    func beginReading() -> UInt64 {
        memory.state.withLock { state in
            state.begun += 1
            return state.begun
        }
    }

    /// Stores the result of a read and publishes the new firings. Ignores the result if a later read was stored before.
    func take(_ firings: [AlertFiring], of reading: UInt64) {
        memory.state.withLock { state in
            guard reading > state.taken else { return }
            state.taken = reading
            state.current = firings
            for firing in firings where state.told.insert(firing.airing.id).inserted { events.publish(firing.event) }
        }
    }
}
