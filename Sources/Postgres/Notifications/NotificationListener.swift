import Logging
import Synchronization

/// A connection of its own that LISTENs, reconnects with back-off and says so: after `connected` a
/// subscriber must re-read everything, since notifications sent meanwhile are lost (spec O3.7).
///
/// Needs a direct connection to the primary: a standby refuses LISTEN, and through a pooler notifications go
/// astray.
public final class NotificationListener: Sendable {
    /// The events of the listener, in order.
    public enum Event: Sendable, Hashable {
        /// Listening, from this moment on. Comes before any notification of the connection.
        case connected
        case notification(channel: String, payload: String)
        /// The connection was lost; another is being made.
        case disconnected
    }

    /// Notifications that wait for a slow subscriber; when there are more, the oldest are dropped and a
    /// `connected` is put in, so that everything is read again.
    static let bufferLimit = 4_096

    private let connection: ConnectionString
    private let options: String?
    private let channels: [String]
    private let silenceLimit: Duration
    private let logger: Logger
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// - Parameters:
    ///   - connection: where the database is.
    ///   - options: more start-up options, such as `-c role=app_rt`.
    ///   - channels: names, taken literally.
    ///   - silenceLimit: how long the server may leave a sign of life unanswered before the connection is given up
    ///     and another is made, in seconds; it is asked for three times in that time.
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

    /// - Parameter conninfo: a libpq connection URI or keyword string.
    public convenience init(
        conninfo: String, options: String? = nil, channels: [String], silenceLimit: Double = 1.5, logger: Logger
    ) {
        self.init(
            ConnectionString(conninfo), options: options, channels: channels, silenceLimit: silenceLimit,
            logger: logger)
    }

    deinit { close() }

    /// The events from now on. One consumer; ends when `close` is called or the consuming task is cancelled.
    /// Each call listens on a connection of its own.
    public func events() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.bufferLimit))
        let listening = Listening(
            connection: connection, options: options, channels: channels, silenceLimit: silenceLimit, logger: logger)
        let task = Task { await listening.run(into: continuation) }
        continuation.onTermination = { _ in task.cancel() }
        tasks.withLock { $0.append(task) }
        return stream
    }

    /// Ends every stream of events and its connection.
    public func close() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }

    /// The same, and returns when the connections are gone, one that is being opened too.
    public func closeAndWait() async {
        close()
        for task in tasks.withLock({ $0 }) { await task.value }
    }
}
