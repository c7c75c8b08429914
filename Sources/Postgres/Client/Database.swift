import Logging

/// An asynchronous PostgreSQL client: shared libpq connections in pipeline mode, and a bounded pool for interactive transactions.
///
/// Connections open when first needed and reopen after a loss. During an outage, a caller waits at most `waitLimit` for a connection and then gets
/// `unavailable`.
public final class Database: Sendable {
    /// The address of the database and the limits on its use.
    public typealias Configuration = PoolConfiguration
    /// How statements and their `SET LOCAL` settings are sent as one transaction.
    public typealias TransactionForm = Postgres.TransactionForm

    private let configuration: Configuration
    private let pipelines: PipelinePool
    private let exclusive: ExclusivePool
    let groups: GroupCommit

    public init(_ configuration: Configuration, logger: Logger) {
        self.configuration = configuration
        pipelines = PipelinePool(configuration, logger: logger)
        exclusive = ExclusivePool(configuration, logger: logger)
        groups = GroupCommit(patience: configuration.groupPatience)
    }

    deinit {
        let left = pipelines.shut() + exclusive.shut()
        Task { [pipelines, exclusive] in
            for connection in left { await connection.close() }
            await pipelines.close()
            await exclusive.close()
        }
    }

    /// Runs the statements as one transaction in one round trip (`TransactionForm`), and returns the rows of each statement, in the order of the
    /// statements. Statements that need a transaction block, such as `lock table`, belong in `transaction`.
    ///
    /// The transaction is retried within `waitLimit` after a serialisation failure or deadlock (40001, 40P01), and once after a change of the schema
    /// has made a prepared statement invalid. With `idempotent`, it is also retried after the loss of the connection or server (08xxx, 57P01-03,
    /// 25006; spec O3.1), although the first attempt may have been committed. The calls of a request share `waitLimit` (`OutageAllowance`).
    ///
    /// Cancellation ends the wait, but statements that were sent are still executed.
    ///
    /// - Throws: `refused` or `nulByte` for an invalid statement, before anything is sent; `server` for a statement that the server refuses;
    ///   `unavailable`, after which the transaction may have been committed; `poolTimeout` if the connections stay busy for `waitLimit` or too many
    ///   callers wait; `cancelled`.
    public func batch(
        _ statements: [SQL], settings: [LocalSetting] = [], idempotent: Bool = false
    ) async throws(PostgresError) -> [[Row]] {
        guard !statements.isEmpty else { return [] }
        return try await tables(statements, settings: settings, idempotent: idempotent).map(\.rows)
    }

    func tables(
        _ statements: [SQL], settings: [LocalSetting], idempotent: Bool
    ) async throws(PostgresError) -> [ResultTable] {
        try StatementCheck.check(statements, settings: settings)
        let allowance = OutageAllowance.current
        let exchange = transaction(statements, settings, allowance)
        do throws(PostgresError) {
            return try await tables(of: exchange, allowance)
        } catch {
            // The retries are in a separate function, since each clock value that a function keeps across an `await` costs an allocation.
            return try await repeated(exchange, after: error, statements, settings, allowance, idempotent: idempotent)
        }
    }

    /// Returns the exchange of the first attempt. Its deadline takes the time lost in `allowance` into account.
    func transaction(
        _ statements: [SQL], _ settings: [LocalSetting], _ allowance: OutageAllowance?
    ) -> Exchange {
        let since = ContinuousClock.now
        return transaction(
            statements, settings, since: since, deadline: deadline(of: allowance, at: since),
            isAhead: allowance?.isBegun.load(ordering: .relaxed) ?? false)
    }

    /// Returns the deadline of a call that begins at `since`: `waitLimit` later, less the time that `allowance` has lost.
    func deadline(of allowance: OutageAllowance?, at since: ContinuousClock.Instant) -> ContinuousClock.Instant {
        allowance?.deadline(within: configuration.waitDuration, at: since) ?? since + configuration.waitDuration
    }

    private func transaction(
        _ statements: [SQL], _ settings: [LocalSetting], since: ContinuousClock.Instant,
        deadline: ContinuousClock.Instant, isAhead: Bool
    ) -> Exchange {
        return Exchange.transaction(
            statements, settings: settings, form: configuration.transactionForm, since: since, deadline: deadline,
            isAhead: isAhead)
    }

    private func tables(
        of exchange: Exchange, _ allowance: OutageAllowance?
    ) async throws(PostgresError) -> [ResultTable] {
        guard !Task.isCancelled else { throw .cancelled }
        pipelines.submit(exchange)
        let answer = try await exchange.answer.valueUnlessCancelled()
        allowance?.note(exchange)
        return answer.tables
    }

    /// Submits an attempt and waits for its results, even if the task is cancelled.
    func tablesDespiteCancellation(
        of exchange: Exchange, _ allowance: OutageAllowance?
    ) async throws(PostgresError) -> [ResultTable] {
        pipelines.submit(exchange)
        let answer = try await exchange.answer.value()
        allowance?.note(exchange)
        return answer.tables
    }

    /// Repeats a failed attempt for as long as its error and the time permit.
    private func repeated(
        _ first: Exchange, after firstError: PostgresError, _ statements: [SQL], _ settings: [LocalSetting],
        _ allowance: OutageAllowance?, idempotent: Bool
    ) async throws(PostgresError) -> [ResultTable] {
        var (exchange, error) = (first, firstError)
        var attempt = 1
        while true {
            if let allowance { allowance.addLoss(exchange.since.duration(to: .now), at: .now) }
            let isWorthIt =
                error.isLostRace || (error.isStalePlan && attempt == 1) || (idempotent && error.isLostServer)
            let pause = configuration.backoff.pause(before: attempt)
            guard isWorthIt, .now + pause < first.deadline else { throw error }
            do { try await Task.sleep(for: pause) } catch { throw PostgresError.cancelled }
            exchange = transaction(
                statements, settings, since: .now, deadline: first.deadline, isAhead: first.isAhead)
            do throws(PostgresError) {
                return try await tables(of: exchange, allowance)
            } catch let failure {
                error = failure
            }
            attempt += 1
        }
    }

    /// Runs one statement like `batch` and returns its rows.
    public func rows(
        _ statement: SQL, settings: [LocalSetting] = [], idempotent: Bool = false
    ) async throws(PostgresError) -> [Row] {
        try await tables([statement], settings: settings, idempotent: idempotent).first?.rows ?? []
    }

    /// Runs one statement like `batch` and returns its decoded rows. Throws `decoding` for a row that `Value` cannot read.
    public func all<Value: RowDecodable>(
        _ statement: SQL, as type: Value.Type = Value.self, settings: [LocalSetting] = [], idempotent: Bool = false
    ) async throws(PostgresError) -> [Value] {
        guard let table = try await tables([statement], settings: settings, idempotent: idempotent).first else {
            return []
        }
        var values: [Value] = []
        values.reserveCapacity(table.rowCount)
        for index in 0..<table.rowCount { values.append(try Value(row: Row(table: table, index: Int32(index)))) }
        return values
    }

    /// Runs one statement like `batch` and returns its first row, decoded; `nil` without rows. Throws `decoding` if `Value` cannot read the row.
    public func first<Value: RowDecodable>(
        _ statement: SQL, as type: Value.Type = Value.self, settings: [LocalSetting] = [], idempotent: Bool = false
    ) async throws(PostgresError) -> Value? {
        guard let table = try await tables([statement], settings: settings, idempotent: idempotent).first,
            table.rowCount > 0
        else { return nil }
        return try Value(row: Row(table: table, index: 0))
    }

    /// Runs `body` in a transaction on a connection of its own, and returns the value of `body`. The transaction is committed when `body` returns,
    /// and rolled back when `body` throws or the task has been cancelled. No session state outlives the transaction (spec S1.5).
    ///
    /// The transaction is not retried, since only the caller knows whether `body` may run twice.
    ///
    /// - Throws: the error of `body`; `refused` for an invalid setting; `unavailable` or `poolTimeout` if no connection is free within `waitLimit`;
    ///   `cancelled`; `server` if the server refuses a setting or COMMIT fails, with 25P02 if `body` ignored the error of a statement. After
    ///   `unavailable` from COMMIT, it is unknown whether the transaction was committed.
    public func transaction<Value: Sendable>(
        settings: [LocalSetting] = [], _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        try StatementCheck.check([], settings: settings)
        let connection = try await begin(settings)
        let transaction = Transaction(on: connection)
        let value: Value
        do {
            value = try await body(transaction)
            if Task.isCancelled { throw PostgresError.cancelled }
        } catch {
            if transaction.close() {
                await end(connection, by: Exchange.rollback)
            } else {
                await exclusive.release(connection, isClean: false)
            }
            throw error
        }
        guard transaction.close() else {
            await exclusive.release(connection, isClean: false)
            throw PostgresError.cancelled
        }
        try await commit(connection)
        return value
    }

    /// Returns a connection on which the transaction has begun. A dead connection is replaced, since no statement has run yet.
    private func begin(_ settings: [LocalSetting]) async throws(PostgresError) -> Connection {
        let deadline = ContinuousClock.now + configuration.waitDuration
        while true {
            let connection = try await exclusive.take(for: settings.realm, until: deadline)
            let exchange = Exchange([[Exchange.begin] + settings.map(\.step)])
            connection.submit(exchange)
            do throws(PostgresError) {
                _ = try await exchange.answer.value()
                return connection
            } catch {
                await exclusive.release(connection, isClean: false)
                guard case .unavailable = error, .now < deadline else { throw error }
            }
        }
    }

    private func commit(_ connection: Connection) async throws(PostgresError) {
        let exchange = Exchange([[Exchange.commit], Exchange.cleaning])
        connection.submit(exchange)
        let answer: Exchange.Answer
        do throws(PostgresError) {
            answer = try await exchange.answer.value()
        } catch {
            await exclusive.release(connection, isClean: false)
            throw error
        }
        await exclusive.release(connection, isClean: answer.isIdle)
        // The body ignored a statement's error, so the server rolled back instead of committing.
        guard answer.tables.first?.commandTag == "COMMIT" else {
            throw .server(
                sqlState: "25P02", message: "the transaction was rolled back: a statement in it had failed",
                constraint: nil, detail: nil)
        }
    }

    private func end(_ connection: Connection, by step: Exchange.Step) async {
        let exchange = Exchange([[step], Exchange.cleaning])
        connection.submit(exchange)
        let answer = try? await exchange.answer.value()
        await exclusive.release(connection, isClean: answer?.isIdle ?? false)
    }

    /// Returns whether the database answers a query. Waits at most `waitLimit` for a connection, and then until the connection answers or is closed.
    public func ping() async -> Bool {
        (try? await rows("select 1", idempotent: true)) != nil
    }

    /// The current state of the pools. The figures of the different pools may belong to slightly different moments.
    public var facts: PoolFacts {
        var facts = PoolFacts()
        pipelines.report(into: &facts)
        exclusive.report(into: &facts)
        facts.groupWaiting = groups.waitingCount
        return facts
    }

    /// Closes every connection. Unanswered statements on shared connections fail with `unavailable`; an open transaction keeps its connection until
    /// it ends.
    public func close() async {
        await pipelines.close()
        await exclusive.close()
    }
}
