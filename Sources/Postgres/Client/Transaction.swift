import Synchronization

/// An open transaction, valid only inside the closure that receives it.
///
/// Statements run one after the other. After an error the server refuses every later statement (25P02) until a ROLLBACK TO a savepoint.
public final class Transaction: Sendable {
    private let connection: Connection
    private let state = Mutex(State.open)

    private enum State { case open, abandoned, over }

    init(on connection: Connection) { self.connection = connection }

    /// Runs one statement and returns its rows.
    ///
    /// - Throws: `server` for a statement that the server refuses; `unavailable` if the connection is lost; `refused` or `nulByte` for an invalid
    ///   statement; `refused` after the end of the transaction; `cancelled`, which rolls the transaction back.
    public func rows(_ statement: SQL) async throws(PostgresError) -> [Row] {
        try await batch([statement]).first ?? []
    }

    /// Runs several statements in one round trip and returns the rows of each, in the order of the statements. Throws the same errors as `rows`.
    public func batch(_ statements: [SQL]) async throws(PostgresError) -> [[Row]] {
        try StatementCheck.check(statements)
        guard state.withLock({ $0 == .open }) else {
            throw .refused(reason: "the transaction has ended")
        }
        guard !Task.isCancelled else { throw .cancelled }
        guard !statements.isEmpty else { return [] }
        let exchange = Exchange([statements.map { Exchange.Step(statement: $0) }])
        connection.submit(exchange)
        do throws(PostgresError) {
            return try await exchange.answer.valueUnlessCancelled().tables.map(\.rows)
        } catch {
            if error == .cancelled {
                state.withLock { $0 = .abandoned }
                await connection.abandon()
            }
            throw error
        }
    }

    /// Refuses further statements. Returns `false` if a cancelled statement has closed the connection, or if the transaction was already closed.
    func close() -> Bool {
        state.withLock { state in
            defer { state = .over }
            return state == .open
        }
    }
}
