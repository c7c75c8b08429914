import HTTP
import PlayerCore
import Synchronization

/// A state of a stored row, with the event that publishes it.
struct RowState: Sendable {
    /// The identifier of the row. Revisions of different rows are not compared.
    let row: Int64
    let revision: Int
    /// The event that publishes the state. An event with another ID is published even if the revision is the same.
    let event: ServerSentEvent
    /// The time at which the row must be read again without a notification; `nil` if the passage of time changes nothing.
    let deadline: PlayerTime?
}

/// The open event streams of one listener about one stored row. Events are published under the mutex, in the order of their revisions.
///
/// - Parameter Memo: data that the hub keeps for its next reading; `Never` for a hub that keeps nothing.
final class RevisionStreams<Memo: Sendable>: Sendable {
    private struct State {
        var event: ServerSentEvent?
        var row: Int64?
        var revision = -1
        var deadline: PlayerTime?
        /// Whether the row may have changed since the last reading began.
        var isOutdated = true
        var hasEnded = false
        var askedAt = ContinuousClock.now
        var memo: Memo?
    }

    /// The state that the closure of the event streams retains, since it must not retain the streams themselves.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private let memory: Memory
    let events: EventBroadcaster

    /// The lifetime of a stream, which is the longest time for which it continues after the listener signs out.
    private static var lifetime: Duration { .seconds(300) }

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

    /// The row of the last reading; `nil` before the first reading.
    var row: Int64? { memory.state.withLock { $0.row } }

    /// Whether the hub has ended the streams, because the listener has lost access to the row.
    var hasEnded: Bool { memory.state.withLock { $0.hasEnded } }

    /// The data that the hub keeps for its next reading.
    var memo: Memo? {
        get { memory.state.withLock { $0.memo } }
        set { memory.state.withLock { $0.memo = newValue } }
    }

    /// Whether a stream is open.
    var isOpen: Bool { events.subscriberCount > 0 }

    /// Whether the streams can be removed: none is open, and none was requested within the last minute.
    var isIdle: Bool { memory.state.withLock { !isOpen && .now - $0.askedAt > .seconds(60) } }

    /// Returns whether the row must be read again: a stream is open, and the row may have changed or its deadline has passed.
    func isDue(at now: PlayerTime) -> Bool {
        memory.state.withLock { isOpen && ($0.isOutdated || $0.deadline.map { $0 <= now } ?? false) }
    }

    func touch() { memory.state.withLock { $0.askedAt = .now } }

    /// Records that the row may have changed.
    func outdate() { memory.state.withLock { $0.isOutdated = true } }

    /// Marks the row as up to date at the start of a reading, so that a change during the reading marks it as outdated again.
    func beginReading() { memory.state.withLock { $0.isOutdated = false } }

    /// Stores the deadline of a reading, and stores and publishes its event. Ignores an event of the same row with the same ID or an older revision.
    /// The very first event is stored but not published.
    func take(_ new: RowState) {
        memory.state.withLock { state in
            state.deadline = new.deadline
            let isOther = state.row != new.row
            guard isOther || new.revision >= state.revision && new.event.id != state.event?.id else { return }
            let isFirst = state.row == nil
            (state.row, state.revision, state.event) = (new.row, new.revision, new.event)
            // The first event is not published: streams that open afterwards get the event as their backlog.
            if !isFirst { events.publish(new.event) }
        }
    }

    /// Publishes a last event and ends the streams.
    func end(with event: ServerSentEvent) {
        memory.state.withLock { state in
            state.hasEnded = true
            state.event = event
            events.publish(event)
        }
        events.close()
    }
}
