import Logging
import Synchronization

/// A listener for notifications, which reconnects with back-off. After `connected` a subscriber must read all its data again, since notifications
/// sent during the interruption are lost (spec O3.7).
///
/// The listener needs a direct connection to the primary: a standby refuses LISTEN, and notifications do not arrive reliably through a pooler.
public final class NotificationListener: Sendable {
    /// The events of the listener, in order.
    public enum Event: Sendable, Hashable {
        /// Listening has started on a new connection, or events of a slow subscriber were dropped.
        case connected
        case notification(channel: String, payload: String)
        /// A connection has ended, possibly before `connected`; the listener reconnects.
        case disconnected
    }

    /// The maximum number of events that wait for a slow subscriber. Above it, the oldest events are dropped and a `connected` is added.
    static let bufferLimit = 4_096

    private let connection: ConnectionString
    private let options: String?
    private let channels: [String]
    private let silenceLimit: Duration
    private let logger: Logger
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// Creates a listener. A connection opens with each call of `events`.
    ///
    /// - Parameters:
    ///   - options: additional start-up options, such as `-c role=app_rt`; `nil` for none.
    ///   - channels: the channel names, case-sensitive.
    ///   - silenceLimit: the time in seconds for which the server may leave a request unanswered before the listener reconnects.
    public init(
        _ connection: ConnectionString, options: String? = nil, channels: [String], silenceLimit: Double = 1.5,
        logger: Logger
    ) {
        self.connection = connection
        self.options = options
        self.channels = channels
        self.silenceLimit = .seconds(silenceLimit)
        self.logger = logger
    }

    /// Creates a listener with a fixed connection string: a libpq connection URI or keyword string.
    public convenience init(
        conninfo: String, options: String? = nil, channels: [String], silenceLimit: Double = 1.5, logger: Logger
    ) {
        self.init(
            ConnectionString(conninfo), options: options, channels: channels, silenceLimit: silenceLimit,
            logger: logger)
    }

    deinit { close() }

    /// Handles a notification as soon as it is read, before the stream of events. Returns `true` to leave the notification out of the stream.
    public typealias Handler = @Sendable (_ channel: String, _ payload: String) -> Bool

    /// Starts to listen on a new connection and returns the events, for one consumer. The stream ends when `close` is called, the listener is
    /// released or the consuming task is cancelled.
    ///
    /// - Parameter handler: receives each notification without the delay of the stream, in the order of the commits. Must not block. `nil` to receive
    ///   events only.
    public func events(handledBy handler: Handler? = nil) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.bufferLimit))
        let listening = Listening(
            connection: connection, options: options, channels: channels, silenceLimit: silenceLimit,
            handler: handler, logger: logger)
        let task = Task { await listening.run(into: continuation) }
        continuation.onTermination = { _ in task.cancel() }
        tasks.withLock { $0.append(task) }
        return stream
    }

    /// Ends every stream of events. The connections close soon afterwards.
    public func close() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }

    /// Ends every stream and returns when all connections are closed, including connections that are being opened.
    public func closeAndWait() async {
        close()
        for task in tasks.withLock({ $0 }) { await task.value }
    }
}
