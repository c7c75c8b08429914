import Synchronization

/// A request to a connection, which consists of groups of statements with a Sync after each group, together with its answer.
///
/// If the caller stops waiting, a request that was already sent keeps its place in the pipeline, and its answer is discarded.
final class Exchange: Sendable {
    struct Step: Sendable {
        let statement: SQL
        /// Whether to prepare the statement; `false` for text that holds a value, such as SET LOCAL.
        var isPrepared = true
        /// Whether the statement's result is part of the answer.
        var isWanted = true
        /// Whether a Sync follows the step.
        var endsGroup = false
    }

    struct Answer: Sendable {
        /// The results of the wanted steps, in order.
        var tables: [ResultTable]
        /// Whether the connection was outside any transaction when the last Sync was reached.
        var isIdle: Bool
    }

    let steps: [Step]
    /// The realm of the exchange. Realms take turns while exchanges wait.
    let realm: String
    /// Whether the exchange may write, and then waits for the disk at its end.
    let mayWrite: Bool
    /// Whether the exchange goes ahead of waiting exchanges of its realm that are not ahead.
    let isAhead: Bool
    /// The time at which the caller made the request.
    let since: ContinuousClock.Instant
    /// The time after which the exchange no longer waits for a connection.
    let deadline: ContinuousClock.Instant
    let answer = Promise<Answer>()
    private let nanosecondsInLine = Atomic<Int64>(0)

    /// The time that the exchange waited for a connection; zero before the wait has ended.
    var timeInLine: Duration { .nanoseconds(nanosecondsInLine.load(ordering: .relaxed)) }

    /// Marks the end of the wait for a connection, and returns the duration of the wait.
    func endWait() -> Duration {
        let waited = since.duration(to: .now)
        nanosecondsInLine.store(waited.inNanoseconds, ordering: .relaxed)
        return waited
    }

    /// Creates an exchange of steps, at least one, the last of which ends a group. Without a deadline, the exchange waits up to one hour for a
    /// connection.
    init(
        _ steps: [Step], of realm: String = "", mayWrite: Bool = false, isAhead: Bool = false,
        since: ContinuousClock.Instant = .now, deadline: ContinuousClock.Instant? = nil
    ) {
        self.steps = steps
        self.realm = realm
        self.mayWrite = mayWrite
        self.isAhead = isAhead
        self.since = since
        self.deadline = deadline ?? since + .seconds(3600)
    }

    /// Creates an exchange of groups, at least one, each with at least one step.
    convenience init(_ groups: [[Step]]) {
        var steps: [Step] = []
        for group in groups {
            steps += group
            steps.endGroup()
        }
        self.init(steps)
    }

    func fail(_ error: PostgresError) { answer.finish(.failure(error)) }
}

extension [Exchange.Step] {
    /// Adds a Sync after the last step. There must be at least one step.
    mutating func endGroup() { self[count - 1].endsGroup = true }
}
