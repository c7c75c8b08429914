import Fairness

/// A state machine without I/O that tracks the messages that a connection has sent and the results that it expects.
///
/// After an error the server skips messages up to the next Sync, so the outcome of an exchange is known at its last Sync (spec H3.9, H4).
struct Pipeline {
    /// A message to the server.
    enum Message: Sendable {
        case prepare(name: String, SQL)
        case execute(SQL, named: String?)
        case sync
    }

    /// A result for the oldest unanswered message.
    enum Event {
        case succeeded(ResultTable?)
        case failed(PostgresError)
        /// The server has skipped the message, because of an error after the previous Sync.
        case skipped
        /// The message has no further results. This event does not follow a Sync, unless the Sync failed.
        case ended
        case synced
    }

    /// An exchange whose last Sync has arrived.
    struct Finished {
        let exchange: Exchange
        let tables: [ResultTable]
        let error: PostgresError?
    }

    private enum Expectation {
        case drop(name: String)
        case prepare(StatementCache.Key)
        case execute(named: StatementCache.Key?, isWanted: Bool)
        case sync(isLast: Bool)
    }

    private var exchanges = FIFO<Exchange>()
    private var expected = FIFO<Expectation>()
    private var tables: [ResultTable] = []
    private var error: PostgresError?
    private var cache: StatementCache

    /// Creates an empty pipeline that keeps at most `preparedLimit` statements prepared on the server.
    init(preparedLimit: Int) { cache = StatementCache(capacity: preparedLimit) }

    /// Whether results are outstanding.
    var isExpecting: Bool { !expected.isEmpty }

    /// Whether the result of the oldest unanswered message is part of an answer.
    var wantsNext: Bool { if case .execute(_, isWanted: true) = expected.first { true } else { false } }

    /// Adds an exchange and passes its messages to `send` in order.
    mutating func begin(_ exchange: Exchange, _ send: (Message) -> Void) {
        exchanges.append(exchange)
        let last = exchange.steps.count - 1
        for (index, step) in exchange.steps.enumerated() {
            begin(step, send)
            guard step.endsGroup else { continue }
            send(.sync)
            expected.append(.sync(isLast: index == last))
        }
    }

    private mutating func begin(_ step: Exchange.Step, _ send: (Message) -> Void) {
        let statement = step.statement
        switch step.isPrepared ? cache.plan(for: statement) : .unnamed {
        case .unnamed:
            send(.execute(statement, named: nil))
            expected.append(.execute(named: nil, isWanted: step.isWanted))
        case .named(let name, let key):
            send(.execute(statement, named: name))
            expected.append(.execute(named: key, isWanted: step.isWanted))
        case .prepare(let name, let key, let dropped):
            if let dropped {
                send(.execute(SQL(text: "deallocate \(dropped)"), named: nil))
                expected.append(.drop(name: dropped))
            }
            send(.prepare(name: name, statement))
            expected.append(.prepare(key))
            send(.execute(statement, named: name))
            expected.append(.execute(named: key, isWanted: step.isWanted))
        }
    }

    /// Records an event and returns the exchange that the event ends; `nil` if none.
    mutating func received(_ event: Event) -> Finished? {
        guard let expectation = expected.first else { return nil }
        switch (event, expectation) {
        case (.synced, .sync(let isLast)):
            _ = expected.popFirst()
            return isLast ? finish() : nil
        // A COMMIT that fails in the Sync itself reports an error and its end before the Sync.
        case (.ended, .sync): break
        case (.ended, _): _ = expected.popFirst()
        case (.succeeded, .prepare(let key)): cache.prepared(key)
        case (.succeeded(let table?), .execute(_, isWanted: true)): tables.append(table)
        case (.failed(let failure), _):
            error = error ?? failure
            if case .prepare(let key) = expectation { cache.notPrepared(key) }
            if case .execute(let key?, _) = expectation, failure.isStalePlan { cache.expired(key) }
        case (.skipped, .prepare(let key)): cache.notPrepared(key)
        case (.skipped, .drop(let name)): cache.notDropped(name)
        case (.succeeded, _), (.skipped, _), (.synced, _): break
        }
        return nil
    }

    private mutating func finish() -> Finished? {
        defer { (tables, error) = ([], nil) }
        return exchanges.popFirst().map { Finished(exchange: $0, tables: tables, error: error) }
    }

    /// Removes and returns the unanswered exchanges, with the error that the first of these has already received; `nil` if it has received none.
    mutating func abandon() -> (exchanges: [Exchange], error: PostgresError?) {
        defer { (tables, error) = ([], nil) }
        _ = expected.removeAll()
        return (exchanges.removeAll(), error)
    }
}
