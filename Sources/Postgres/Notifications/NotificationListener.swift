import Logging

/// A connection of its own that LISTENs, reconnects with back-off and says so: after `connected` a
/// subscriber must re-read everything, since notifications sent meanwhile are lost (spec O section 3).
public final class NotificationListener: Sendable {
    public enum Event: Sendable, Hashable {
        case connected
        case notification(channel: String, payload: String)
        case disconnected
    }

    public init(conninfo: String, options: String? = nil, channels: [String], logger: Logger) {}

    /// The events from now on. One consumer; ends when `close` is called or the consuming task is cancelled.
    public func events() -> AsyncStream<Event> { AsyncStream { $0.finish() } }

    public func close() {}
}
