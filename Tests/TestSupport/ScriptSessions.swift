import CLibpq
import Foundation
import Postgres
import Synchronization

/// Persistent connections of one role to one database, over which tests send scripts in the simple protocol, like `psql` but
/// without a process for every script.
final class ScriptSessions: Sendable {
    private let conninfo: String
    private let idle = Mutex<[ScriptSession]>([])

    init(conninfo: String) { self.conninfo = conninfo }

    /// Runs a script. Each statement is its own transaction unless the script says otherwise, and an error ends the script.
    ///
    /// - Returns: the rows of all statements, one on each line, with values separated by "|" and NULL as an empty text.
    func run(_ script: String) async throws -> String {
        let session = idle.withLock { $0.popLast() } ?? ScriptSession(conninfo: conninfo)
        let rows = try await session.run(script)
        idle.withLock { $0.append(session) }
        return rows
    }

    /// Closes all idle connections but the last used one.
    func closeAllButOne() { idle.withLock { $0 = $0.suffix(1) } }

    /// Closes all idle connections.
    func closeAll() { idle.withLock { $0 = [] } }
}

/// A connection, used by one caller at a time and closed after a failed script.
private final class ScriptSession: @unchecked Sendable {
    // Safety: the connection is used on the queue only, and by `deinit`, when no other reference exists.
    private let conninfo: String
    private let queue = DispatchQueue(label: "test script")
    private var connection: OpaquePointer?

    init(conninfo: String) { self.conninfo = conninfo }

    deinit { PQfinish(connection) }

    func run(_ script: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.rows(of: script) }) }
        }
    }

    private func rows(of script: String) throws -> String {
        var statements = ArraySlice(StatementSplitter.statements(of: script))
        var lines: [String] = []
        connect()
        if let first = statements.popFirst() {
            do {
                lines += try rows(ofStatement: first)
            } catch {
                guard PQstatus(connection) != CONNECTION_OK else { throw error }
                // A test has ended every connection of its database.
                connect()
                lines += try rows(ofStatement: first)
            }
        }
        for statement in statements { lines += try rows(ofStatement: statement) }
        // Settings, locks and LISTENs of the script end with it.
        _ = try rows(ofStatement: "discard all")
        return lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }

    private func connect() {
        if PQstatus(connection) == CONNECTION_OK { return }
        PQfinish(connection)
        connection = PQconnectdb(conninfo)
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    private func rows(ofStatement statement: String) throws -> [String] {
        let result = PQexec(connection, statement)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return []
        case PGRES_TUPLES_OK:
            return (0..<PQntuples(result)).map { row in
                (0..<PQnfields(result)).map { PQgetvalue(result, row, $0).map { String(cString: $0) } ?? "" }
                    .joined(separator: "|")
            }
        default:
            throw TestFailure.sql(String(cString: PQerrorMessage(connection)))
        }
    }
}
