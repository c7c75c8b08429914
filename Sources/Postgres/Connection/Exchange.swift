import Synchronization

/// A request to a connection and its answer: groups of statements, with a Sync after each group.
///
/// A caller that is cancelled gets `cancelled` at once; if the request was sent already it keeps its place in
/// the pipeline and what comes back is thrown away.
final class Exchange: Sendable {
    struct Step: Sendable {
        let statement: SQL
        /// Whether it is worth preparing: not for texts that hold a value, such as SET LOCAL.
        var isPrepared = true
        /// Whether its result belongs to the answer.
        var isWanted = true
        /// Whether a Sync stands behind it.
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
    /// When it was asked for.
    let since: ContinuousClock.Instant
    /// After this moment it is not worth sending.
    let deadline: ContinuousClock.Instant
    let answer = Promise<Answer>()
    private let nanosecondsInLine = Atomic<Int64>(0)

    /// How long it waited for a connection.
    var timeInLine: Duration { .nanoseconds(nanosecondsInLine.load(ordering: .relaxed)) }

    /// Marks the end of the wait, and returns its duration.
    func leaveLine() -> Duration {
        let waited = since.duration(to: .now)
        nanosecondsInLine.store(waited.inNanoseconds, ordering: .relaxed)
        return waited
    }

    /// - Parameter steps: the last of them ends a group.
    init(
        _ steps: [Step], of realm: String = "", since: ContinuousClock.Instant = .now,
        deadline: ContinuousClock.Instant? = nil
    ) {
        self.steps = steps
        self.realm = realm
        self.since = since
        self.deadline = deadline ?? since + .seconds(3600)
    }

    /// Groups of steps, none of them empty.
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
    /// Has a Sync stand behind what there is so far.
    mutating func endGroup() { self[count - 1].endsGroup = true }
}
