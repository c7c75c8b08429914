import Dispatch
import Synchronization

/// A set of open event streams that all receive the same events.
///
/// Publishing serialises the event once; each loop then walks its own subscribers. A slow phone keeps at
/// most the newest event of each name and topic (spec H3.7). A stream that opens first receives the backlog.
public final class EventBroadcaster: Sendable {
    private struct Audience {
        let loop: EventLoop
        var streams: Int
    }

    private struct State {
        var audiences: [ObjectIdentifier: Audience] = [:]
        /// How many events were published.
        var sequence: UInt64 = 0
        var isClosed = false
    }

    /// How long one stream lasts at most; `nil` for as long as both sides like.
    public let lifetime: Duration?
    private let backlog: @Sendable (_ lastEventID: String?) -> [ServerSentEvent]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - lifetime: how long one stream lasts at most, to the loop's tick. Clients come back by themselves with what they had
    ///     last (HTML §9.2), and prove anew who they are: for events that are not everybody's.
    ///   - backlog: what a stream that opens (or resumes after an id) must be told first. Called on an
    ///     event loop, so it reads memory only. An event published while a stream opens is delivered once, told
    ///     apart by name and id; so give each event an id of its own.
    public init(
        lifetime: Duration? = nil, backlog: @escaping @Sendable (_ lastEventID: String?) -> [ServerSentEvent]
    ) {
        self.lifetime = lifetime
        self.backlog = backlog
    }

    /// Sends the event to every open stream. Call it after the state that `backlog` reads has changed, and before
    /// the next change to what events of this name tell. Events arrive in the order of the calls.
    public func publish(_ event: ServerSentEvent) {
        let frame = EventFrame(event)
        state.withLock { state in
            guard !state.isClosed else { return }
            state.sequence += 1
            let sequence = state.sequence
            // Enqueued under the lock: all loops get events in one order.
            for audience in state.audiences.values {
                let loop = audience.loop
                loop.executor.queue.async { loop.assumeIsolated { $0.deliver(frame, sequence, from: self) } }
            }
        }
    }

    /// How many streams are open now.
    public var subscriberCount: Int {
        state.withLock { $0.audiences.values.reduce(0) { $0 + $1.streams } }
    }

    /// Ends every stream (the server's stop, a tenant disabled). One that opens later is ended at once.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            for audience in state.audiences.values {
                let loop = audience.loop
                loop.executor.queue.async { loop.assumeIsolated { $0.endStreams(of: self) } }
            }
        }
    }

    /// Counts a stream that opens on `loop` and tells what it must be told first; `nil` once closed.
    ///
    /// Neither lost nor twice: events up to `openedAt` were published before the backlog was read, so it knows
    /// them. When one was published while it was being read, it is read again. The backlog is not read
    /// under the lock: a publisher may hold the lock that the backlog takes.
    func joined(_ loop: EventLoop, lastEventID: String?) -> (openedAt: UInt64, backlog: [EventFrame])? {
        var sequence: UInt64? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.audiences[ObjectIdentifier(loop), default: Audience(loop: loop, streams: 0)].streams += 1
            return state.sequence
        }
        guard var openedAt = sequence else { return nil }
        var events = backlog(lastEventID)
        // Bounded: under a storm of events the last reading stands, and what came meanwhile follows it.
        for _ in 0..<8 {
            sequence = state.withLock { $0.sequence }
            guard let sequence, sequence != openedAt else { break }
            openedAt = sequence
            events = backlog(lastEventID)
        }
        return (openedAt, events.map(EventFrame.init))
    }

    /// Counts a stream of `loop` that ended.
    func left(_ loop: EventLoop) {
        state.withLock { state in
            let key = ObjectIdentifier(loop)
            state.audiences[key]?.streams -= 1
            if state.audiences[key]?.streams == 0 { state.audiences[key] = nil }
        }
    }
}
