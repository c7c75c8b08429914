import Logging

/// A query for the state of one session, sent on a separate connection. Silence does not distinguish a slow statement from a frozen server.
struct SessionQuery: Sendable {
    enum Answer: Sendable, Hashable {
        /// The server has not answered within the time limit.
        case silence
        /// The session is idle, so the request has not reached it.
        case idle
        /// The session waits for a standby to confirm a commit, which this server cannot force.
        case waitingForStandby
        /// The session runs a statement, or waits for a lock.
        case working
        /// The state is unknown: the connection failed, or the server answers without the state, as a pooler does.
        case unknown
    }

    /// The connection parameters of the session's server.
    let keywords: ConnectionParameters.Keywords
    /// The process ID of the session.
    let process: Int32
    let limit: Duration
    let logger: Logger

    /// The number of parts into which the time limit is divided. If this process is suspended, only one part passes, not the whole limit.
    private static let parts = 5

    func answer() async -> Answer {
        let connection = Connection(
            parameters: ConnectionParameters(single: keywords, connectTimeout: limit * 2),
            mode: .pipeline(preparedLimit: 0), owner: NoOwner(), logger: logger)
        let timer = Task {
            for _ in 0..<Self.parts { try await Task.sleep(for: limit / Self.parts) }
            await connection.close()
        }
        let answer = await state(on: connection)
        timer.cancel()
        await connection.close()
        if case .success = await timer.result { return .silence }
        return answer
    }

    private func state(on connection: Connection) async -> Answer {
        let statement: SQL = """
            select state, wait_event
              from pg_catalog.pg_stat_activity
             where pid = \(Int(process))
            """
        do throws(PostgresError) {
            try await connection.open()
            let exchange = Exchange([[Exchange.Step(statement: statement, isPrepared: false)]])
            connection.submit(exchange)
            guard let row = try await exchange.answer.value().tables.first?.rows.first else { return .unknown }
            guard let state = try row.optional("state", as: String.self) else { return .unknown }
            if try row.optional("wait_event", as: String.self) == "SyncRep" { return .waitingForStandby }
            return state == "active" ? .working : state.hasPrefix("idle") ? .idle : .unknown
        } catch {
            return .unknown
        }
    }

    private final class NoOwner: ConnectionOwner {}
}
