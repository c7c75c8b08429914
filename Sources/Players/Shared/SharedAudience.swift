import HTTP
import PlayerCore
import Synchronization

/// The open event streams of one member, with the last published state of the session. A mutex protects the state. Events are published while
/// the mutex is held, so that they arrive in the order of their revisions.
final class SharedAudience: Sendable {
    private struct State {
        var event: ServerSentEvent?
        var session: Int64?
        var revision = -1
        var deadline: PlayerTime?
        /// Whether the session has changed since it was read.
        var isOutdated = true
        var hasEnded = false
        var askedAt = ContinuousClock.now
        var item: String?
        var text: SharedTrackText?
    }

    /// The state that the closure of the event streams retains. The closure must not retain the audience itself.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The lifetime of a stream, which limits how long a stream outlasts its login.
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

    /// The session of the last reading; `nil` before the first reading.
    var session: Int64? { memory.state.withLock { $0.session } }
    var hasEnded: Bool { memory.state.withLock { $0.hasEnded } }

    /// Records that a stream is requested.
    func touch() { memory.state.withLock { $0.askedAt = .now } }

    func outdate() { memory.state.withLock { $0.isOutdated = true } }

    /// Returns whether the session must be read again: a stream is open, and the session has changed or its deadline has passed.
    func isDue(at now: PlayerTime) -> Bool {
        memory.state.withLock { state in
            events.subscriberCount > 0 && (state.isOutdated || state.deadline.map { $0 <= now } ?? false)
        }
    }

    /// Whether the audience can be removed: no stream is open, and no stream was requested within the last minute.
    var isIdle: Bool {
        memory.state.withLock { state in events.subscriberCount == 0 && .now - state.askedAt > .seconds(60) }
    }

    /// Marks the session as up to date at the start of a reading. A change during the reading marks the session as outdated again.
    func beginReading() { memory.state.withLock { $0.isOutdated = false } }

    /// Returns the texts of an item. The texts are read again only for an item other than the last one; for `nil` and for an item without texts,
    /// every call reads them.
    func text(
        of item: String?, _ read: () async throws -> SharedTrackText?
    ) async throws -> SharedTrackText? {
        if let known = memory.state.withLock({ $0.item != nil && $0.item == item ? $0.text : nil }) { return known }
        let text = try await read()
        memory.state.withLock { ($0.item, $0.text) = (item, text) }
        return text
    }

    /// Stores the result of a reading and publishes the event, unless a later revision, or the same revision with the same present members, was
    /// published.
    func take(_ stored: StoredSharedSession, _ data: String) {
        // A session has at most 50 members, so one bit for each member fits into the number.
        let present = stored.session.members.enumerated().reduce(UInt64(0)) { bits, entry in
            entry.element.isPresent(at: stored.now) ? bits | 1 << UInt64(entry.offset) : bits
        }
        let event = ServerSentEvent(
            id: "\(stored.session.revision).\(String(present, radix: 16))", name: "shared", data: data)
        memory.state.withLock { state in
            state.deadline = stored.session.deadline
            let isOther = state.session != stored.id
            guard isOther || stored.session.revision >= state.revision, isOther || event.id != state.event?.id else {
                return
            }
            let isFirst = state.revision < 0
            (state.session, state.revision, state.event) = (stored.id, stored.session.revision, event)
            // The first event is not published: streams that open afterwards get the event as their backlog.
            if !isFirst { events.publish(event) }
        }
    }

    /// Publishes the event `left` and ends the streams, because the listener is no longer a member.
    func end() {
        memory.state.withLock { state in
            state.hasEnded = true
            let event = ServerSentEvent(id: "left", name: "left", data: "{}")
            state.event = event
            events.publish(event)
        }
        events.close()
    }
}
