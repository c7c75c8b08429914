import Dispatch
import Synchronization

/// A set of open event streams that all receive the same events.
///
/// An event is serialised once. A slow client gets only the newest event of each name and topic (spec H3.7). A new stream receives the backlog first.
public final class EventBroadcaster: Sendable {
    private struct Audience {
        let loop: any EventRelay
        var streams: Int
    }

    private struct State {
        var audiences: [ObjectIdentifier: Audience] = [:]
        /// The number of published events.
        var sequence: UInt64 = 0
        var isClosed = false
    }

    /// The longest duration of a stream; `nil` for no limit.
    public let lifetime: Duration?
    private let backlog: @Sendable (_ lastEventID: String?) -> [ServerSentEvent]
    private let state = Mutex(State())

    /// Creates a broadcaster without streams.
    ///
    /// - Parameters:
    ///   - lifetime: the longest duration of a stream; `nil` for no limit. Clients reconnect with their last event ID (HTML §9.2) and must
    ///     authenticate again, so set a lifetime for events that are not public.
    ///   - backlog: a closure that returns the events that a stream receives first. The argument is the last event ID that the client has sent; `nil`
    ///     if it has sent none. The closure runs on an event loop, so it must read memory only. Give each event its own ID: an event published while
    ///     a stream opens is recognised by name and ID.
    public init(
        lifetime: Duration? = nil, backlog: @escaping @Sendable (_ lastEventID: String?) -> [ServerSentEvent]
    ) {
        self.lifetime = lifetime
        self.backlog = backlog
    }

    /// Sends the event to every open stream, in the order of the calls, without waiting for the sockets. Does nothing after `close`.
    ///
    /// Call this function after the state that `backlog` reads has changed, and before the next change that events of this name report.
    public func publish(_ event: ServerSentEvent) {
        let frame = EventFrame(event)
        state.withLock { state in
            guard !state.isClosed else { return }
            state.sequence += 1
            let sequence = state.sequence
            // The event is enqueued under the lock, so that all loops receive events in the same order.
            for audience in state.audiences.values { audience.loop.relay(frame, sequence, from: self) }
        }
    }

    /// The number of open streams, on all event loops.
    public var subscriberCount: Int {
        state.withLock { $0.audiences.values.reduce(0) { $0 + $1.streams } }
    }

    /// Ends every stream. A stream that opens later ends immediately.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            for audience in state.audiences.values { audience.loop.relayEnd(of: self) }
        }
    }

    /// Counts a new stream on `loop`, and returns its backlog and the number of events published before the backlog was read; `nil` after `close`.
    ///
    /// If an event was published meanwhile, the backlog is read again, at most eight times, without a lock that a publisher might need.
    ///
    /// - Parameter lastEventID: the last event ID that the client has sent; `nil` if it has sent none.
    func joined(_ loop: any EventRelay, lastEventID: String?) -> (openedAt: UInt64, backlog: [EventFrame])? {
        var sequence: UInt64? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.audiences[ObjectIdentifier(loop), default: Audience(loop: loop, streams: 0)].streams += 1
            return state.sequence
        }
        guard var openedAt = sequence else { return nil }
        var events = backlog(lastEventID)
        // After eight attempts, the last backlog is used and the later events follow.
        for _ in 0..<8 {
            sequence = state.withLock { $0.sequence }
            guard let sequence, sequence != openedAt else { break }
            openedAt = sequence
            events = backlog(lastEventID)
        }
        return (openedAt, events.map(EventFrame.init))
    }

    /// Removes an ended stream of `loop` from the count.
    func left(_ loop: any EventRelay) {
        state.withLock { state in
            let key = ObjectIdentifier(loop)
            state.audiences[key]?.streams -= 1
            if state.audiences[key]?.streams == 0 { state.audiences[key] = nil }
        }
    }
}
