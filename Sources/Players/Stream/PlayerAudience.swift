import HTTP
import PlayerCore
import Synchronization

/// The open event streams of one listener's player, with the last published state of the player. A mutex protects the state. Events
/// are published while the mutex is held, so that events arrive in the order of their revisions.
final class PlayerAudience: Sendable {
    private struct State {
        var event: ServerSentEvent?
        var revision = -1
        var deadline: PlayerTime?
        /// Whether the player may have changed since the last reading began.
        var isOutdated = true
        var askedAt = ContinuousClock.now
    }

    /// The state that the closure of the event streams retains. The closure must not retain the audience itself.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The lifetime of a stream. A stream therefore continues for at most this time after the listener signs out.
    private static let lifetime = Duration.seconds(300)

    init() {
        let memory = Memory()
        self.memory = memory
        events = EventBroadcaster(lifetime: Self.lifetime) { lastEventID in
            memory.state.withLock { state in
                guard let event = state.event, event.id != lastEventID else { return [] }
                return [event]
            }
        }
    }

    /// Records that a stream is requested.
    func touch() { memory.state.withLock { $0.askedAt = .now } }

    func outdate() { memory.state.withLock { $0.isOutdated = true } }

    /// Returns whether the player must be read again: a stream is open, and the player may have changed or its deadline has passed.
    func isDue(at now: PlayerTime) -> Bool {
        memory.state.withLock { state in
            events.subscriberCount > 0 && (state.isOutdated || state.deadline.map { $0 <= now } ?? false)
        }
    }

    /// Whether the audience can be removed: no stream is open, and no stream was requested within the last minute.
    var isIdle: Bool {
        memory.state.withLock { state in events.subscriberCount == 0 && .now - state.askedAt > .seconds(60) }
    }

    /// Marks the player as up to date at the start of a reading. A change during the reading marks the player as outdated again.
    func beginReading() { memory.state.withLock { $0.isOutdated = false } }

    /// Stores the result of a reading and publishes the event, unless an event of the same or a later revision was published.
    func take(_ session: PlayerSession, _ event: ServerSentEvent) {
        memory.state.withLock { state in
            guard session.revision > state.revision else { return }
            let isFirst = state.revision < 0
            (state.revision, state.event, state.deadline) = (session.revision, event, session.deadline)
            // The first event is not published: streams that open afterwards get the event as their backlog.
            if !isFirst { events.publish(event) }
        }
    }

    /// Sets the deadline that a reading returned; `nil` if the passage of time changes nothing. Also needed after a reading that publishes
    /// nothing.
    func postpone(to deadline: PlayerTime?) { memory.state.withLock { $0.deadline = deadline } }
}
