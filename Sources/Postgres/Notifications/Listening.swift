import Logging
import Synchronization

/// The task of a listener: connects, listens until the connection is lost, and reconnects with back-off. The task ends when it is cancelled.
struct Listening: Sendable {
    let connection: ConnectionString
    let options: String?
    let channels: [String]
    let silenceLimit: Duration
    let handler: NotificationListener.Handler?
    let logger: Logger

    private static let backoff = Backoff(first: .milliseconds(100), cap: .seconds(2))

    func run(into events: AsyncStream<NotificationListener.Event>.Continuation) async {
        var failures = 0
        while !Task.isCancelled {
            if await listen(into: events) { failures = 0 }
            failures += 1
            try? await Task.sleep(for: Self.backoff.pause(before: failures))
        }
        events.finish()
    }

    /// Listens on one connection until it ends. Returns `false` if listening could not start or the server has refused a request.
    private func listen(into events: AsyncStream<NotificationListener.Event>.Continuation) async -> Bool {
        let forwarder = EventForwarder(events, handler)
        do throws(PostgresError) {
            let parameters = try ConnectionParameters(
                conninfo: connection.text, options: options, servers: connection.servers)
            let connection = Connection(
                parameters: parameters, mode: .pipeline(preparedLimit: 0),
                silenceLimits: SilenceLimits(server: silenceLimit, statement: silenceLimit * 4),
                pollsOnThread: handler != nil, owner: forwarder, logger: logger)
            try await connection.open()
            let exchange = Exchange([channels.map { Self.listen($0) }])
            connection.submit(exchange)
            do throws(PostgresError) {
                _ = try await exchange.answer.valueUnlessCancelled()
                try await Self.keepAlive(connection, until: forwarder.end, every: silenceLimit / 3)
            } catch {
                await connection.close()
                throw error
            }
            return true
        } catch {
            logger.debug("cannot listen to the database", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Sends the server a request at intervals until the connection has ended, since a connection that only listens would not notice a frozen server.
    private static func keepAlive(
        _ connection: Connection, until end: Promise<Void>, every interval: Duration
    ) async throws(PostgresError) {
        while !end.isFinished {
            await pause(interval, orUntil: end)
            guard !Task.isCancelled else { throw .cancelled }
            guard !end.isFinished else { return }
            let exchange = Exchange([[Exchange.Step(statement: "select", isWanted: false)]])
            connection.submit(exchange)
            do throws(PostgresError) {
                _ = try await exchange.answer.valueUnlessCancelled()
            } catch {
                guard case .unavailable = error else { throw error }
                return
            }
        }
    }

    /// Waits for `interval`, or until the connection ends or the task is cancelled.
    private static func pause(_ interval: Duration, orUntil end: Promise<Void>) async {
        let step = Duration.milliseconds(100)
        var left = interval
        while left > .zero, !end.isFinished, !Task.isCancelled {
            try? await Task.sleep(for: min(left, step))
            left -= step
        }
    }

    private static func listen(_ channel: String) -> Exchange.Step {
        Exchange.Step(statement: SQL(text: "listen \(Literal.identifier(channel))"), isPrepared: false, isWanted: false)
    }

    /// The owner of one connection, which forwards the connection's events in order.
    private final class EventForwarder: ConnectionOwner {
        let end = Promise<Void>()
        private let isConnected = Mutex(false)
        private let events: AsyncStream<NotificationListener.Event>.Continuation
        private let handler: NotificationListener.Handler?

        init(
            _ events: AsyncStream<NotificationListener.Event>.Continuation, _ handler: NotificationListener.Handler?
        ) {
            self.events = events
            self.handler = handler
        }

        func connection(
            _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
        ) -> Exchange? {
            // Only the first answer reports the connection; later responses only show that the server is alive.
            let isFirst = isConnected.withLock { known in
                defer { known = known || error == nil }
                return !known
            }
            if error == nil, isFirst { forward(.connected) }
            return nil
        }

        func connection(_ connection: Connection, notified channel: String, payload: String) {
            guard handler?(channel, payload) != true else { return }
            forward(.notification(channel: channel, payload: payload))
        }

        func connection(_ connection: Connection, endedWith error: PostgresError) {
            forward(.disconnected)
            end.finish(.success(()))
        }

        private func forward(_ event: NotificationListener.Event) {
            if case .dropped = events.yield(event) { events.yield(.connected) }
        }
    }
}
