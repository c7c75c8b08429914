/// A set of open event streams that all receive the same events.
///
/// Publishing serialises the event once; each loop then walks its own subscribers. A slow phone keeps at
/// most the newest event of each name (spec H3.7). A stream that opens first receives the backlog.
public final class EventBroadcaster: Sendable {
    /// - Parameter backlog: what a stream that opens (or resumes after an id) must be told first. Called on an
    ///   event loop, so it reads memory only. An event published while a stream opens is delivered once.
    public init(backlog: @escaping @Sendable (_ lastEventID: String?) -> [ServerSentEvent]) {}

    /// Sends the event to every open stream. Call it after the state that `backlog` reads has changed.
    public func publish(_ event: ServerSentEvent) {}

    /// How many streams are open now.
    public var subscriberCount: Int { 0 }

    /// Ends every stream (the server's stop, a tenant disabled).
    public func close() {}
}
