import Logging

/// Connects, listens until the connection is lost, and does so again, until its task is cancelled.
struct Listening: Sendable {
    let connection: ConnectionString
    let options: String?
    let channels: [String]
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

    /// Listens on one connection to its end; `false` when it could not even begin.
    private func listen(into events: AsyncStream<NotificationListener.Event>.Continuation) async -> Bool {
        let ear = Ear(events)
        do throws(PostgresError) {
            let parameters = try ConnectionParameters(conninfo: connection.text, options: options)
            let connection = Connection(
                parameters: parameters, mode: .pipeline(preparedLimit: 0), owner: ear, logger: logger)
            try await connection.open()
            let exchange = Exchange([channels.map { Self.listen($0) }])
            connection.submit(exchange)
            do throws(PostgresError) {
                _ = try await exchange.answer.valueUnlessCancelled()
                _ = try await ear.end.valueUnlessCancelled()
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

    private static func listen(_ channel: String) -> Exchange.Step {
        Exchange.Step(statement: SQL(text: "listen \(Literal.identifier(channel))"), isPrepared: false, isWanted: false)
    }

    /// Hears what happens on one connection and passes it on, in order.
    private final class Ear: ConnectionOwner {
        /// Given when the connection has ended.
        let end = Promise<Void>()
        private let events: AsyncStream<NotificationListener.Event>.Continuation

        init(_ events: AsyncStream<NotificationListener.Event>.Continuation) { self.events = events }

        func connection(
            _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
        ) -> Exchange? {
            if error == nil { say(.connected) }
            return nil
        }

        func connection(_ connection: Connection, notified channel: String, payload: String) {
            say(.notification(channel: channel, payload: payload))
        }

        func connection(_ connection: Connection, endedWith error: PostgresError) {
            say(.disconnected)
            end.finish(.success(()))
        }

        private func say(_ event: NotificationListener.Event) {
            if case .dropped = events.yield(event) { events.yield(.connected) }
        }
    }
}
