import HTTP
import PlayerCore
import Synchronization

/// The open event streams of one listener's player, and the player as it was last published. A mutex protects the state. Events are
/// published while the mutex is held, so they arrive in the order of their revisions.
final class PlayerAudience: Sendable {
    private struct State {
        var event: ServerSentEvent?
        var revision = -1
        var deadline: PlayerTime?
        /// Whether the player has changed since it was read.
        var isOutdated = true
        var askedAt = ContinuousClock.now
    }

    /// The state that the closure of the event streams retains. The closure must not retain the audience itself.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The lifetime of a stream, which limits how long a stream outlasts its session.
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

    /// Whether the player has to be read, at a time of the session's clock.
    func isDue(at now: PlayerTime) -> Bool {
        memory.state.withLock { state in
            events.subscriberCount > 0 && (state.isOutdated || state.deadline.map { $0 <= now } ?? false)
        }
    }

    /// Whether the audience can be dropped: no stream is open, and none was requested a moment ago.
    var isIdle: Bool {
        memory.state.withLock { state in events.subscriberCount == 0 && .now - state.askedAt > .seconds(60) }
    }

    /// Begins a reading. A change that comes while the player is read makes it outdated again.
    func beginReading() { memory.state.withLock { $0.isOutdated = false } }

    /// Stores the result of a reading and publishes it, unless an equal or newer one was published.
    func take(_ session: PlayerSession, _ event: ServerSentEvent) {
        memory.state.withLock { state in
            guard session.revision > state.revision else { return }
            let isFirst = state.revision < 0
            (state.revision, state.event, state.deadline) = (session.revision, event, session.deadline)
            // The first event is the backlog of the streams that are about to open.
            if !isFirst { events.publish(event) }
        }
    }

    /// Renews the deadline after a reading that published nothing.
    func postpone(to deadline: PlayerTime?) { memory.state.withLock { $0.deadline = deadline } }
}
