import Fairness
import Synchronization

/// Group commit: small transactions that would wait for each other's commits run as one transaction (decision 0081).
///
/// PostgreSQL commits transactions with notifications one after the other, and each commit waits for the disk. The first caller of a `Line` runs its
/// transaction at once. Callers that come within `patience` after that transaction began wait for its end, and then share one transaction.
final class GroupCommit: Sendable {
    /// The callers that may share a transaction: they have the same settings, and run on the same event loop or on none.
    struct Line: Sendable, Hashable {
        private let loop: ObjectIdentifier?
        let settings: [LocalSetting]

        init(loop: LoopQueue?, settings: [LocalSetting]) {
            self.loop = loop.map(ObjectIdentifier.init)
            self.settings = settings
        }
    }

    /// The statements of one caller.
    final class Member: Sendable {
        let statements: [SQL]
        /// The name of the object that the statements lock. A group runs in the order of these names, so that two groups cannot deadlock.
        let lockOrder: String
        let since: ContinuousClock.Instant
        /// The time after which a new group does not include this member.
        let deadline: ContinuousClock.Instant
        fileprivate let turn = Promise<Turn>()

        init(
            _ statements: [SQL], lockOrder: String, since: ContinuousClock.Instant, deadline: ContinuousClock.Instant
        ) {
            (self.statements, self.lockOrder) = (statements, lockOrder)
            (self.since, self.deadline) = (since, deadline)
        }

        /// Ends the caller's wait with the results of the statements.
        func finish(_ tables: [ResultTable]) { turn.finish(.success(.finished(tables))) }

        /// Ends the caller's wait with an error.
        func fail(_ error: PostgresError) { turn.finish(.failure(error)) }

        /// Ends the caller's wait; the caller then runs its statements as a transaction of their own.
        func leave() { turn.finish(.success(.alone)) }
    }

    /// The next step of a caller.
    enum Turn: Sendable {
        /// The caller runs the transaction of these members, itself included, and then calls `end`.
        case lead([Member])
        /// The caller runs its statements as a transaction of their own.
        case alone
        /// Another caller has run the statements.
        case finished([ResultTable])
    }

    private struct Waiting: Sendable {
        /// The beginning of the transaction under way.
        var since: ContinuousClock.Instant
        var members = FIFO<Member>()
    }

    static let memberLimit = 32

    /// The duration of a transaction after which further callers no longer wait for its end, since it probably waits for a lock.
    private let patience: Duration
    private let lines = Mutex<[Line: Waiting]>([:])

    init(patience: Duration) { self.patience = patience }

    /// The number of callers that wait for the end of a transaction.
    var waitingCount: Int { lines.withLock { $0.values.reduce(0) { $0 + $1.members.count } } }

    /// Waits for the turn of a caller. Returns at once if no transaction of its line is under way, or if that transaction is older than `patience`.
    ///
    /// - Throws: `cancelled`; `poolTimeout` if the caller's deadline has passed when the transaction under way ends; the error of the group if the
    ///   server was lost.
    func turn(of member: Member, in line: Line) async throws(PostgresError) -> Turn {
        let turn = lines.withLock { lines -> Turn? in
            guard let waiting = lines[line] else {
                lines[line] = Waiting(since: member.since)
                return .lead([member])
            }
            guard waiting.since.duration(to: member.since) < patience else { return .alone }
            lines[line]?.members.append(member)
            return nil
        }
        if let turn { return turn }
        return try await member.turn.valueUnlessCancelled()
    }

    /// Records that the transaction of a group has ended. The first caller that still waits then leads the next group.
    ///
    /// - Parameter isLost: whether the server was lost or no connection was free. All waiting callers then run on their own.
    func end(_ line: Line, isLost: Bool) {
        let now = ContinuousClock.now
        var expired: [Member] = []
        let (group, left) = lines.withLock { lines -> ([Member], [Member]) in
            guard var waiting = lines.removeValue(forKey: line) else { return ([], []) }
            guard !isLost else { return ([], waiting.members.removeAll()) }
            var group: [Member] = []
            while group.count < Self.memberLimit, let next = waiting.members.popFirst() {
                guard !next.turn.isFinished else { continue }
                if next.deadline > now { group.append(next) } else { expired.append(next) }
            }
            if !group.isEmpty {
                waiting.since = now
                lines[line] = waiting
            }
            return (group, [])
        }
        for member in left { member.leave() }
        for member in expired { member.fail(.poolTimeout) }
        guard !group.isEmpty else { return }
        let ordered = group.sorted { $0.lockOrder < $1.lockOrder }
        // A member that was cancelled at this moment cannot lead.
        for member in group where member.turn.finish(.success(.lead(ordered))) { return }
        end(line, isLost: false)
    }
}

extension Database {
    /// Runs the statements like `batch`, or in one transaction with those of other callers that have the same settings (`GroupCommit`). An error of
    /// one caller's statement affects no other caller.
    ///
    /// `lockOrder` names the object that the statements lock, such as the account whose rows they change. The statements must lock nothing that
    /// belongs to another name, so that groups cannot deadlock. `now()` is the beginning of the common transaction.
    ///
    /// - Throws: the errors of `batch`. After `unavailable`, it is unknown whether the transaction was committed.
    public func groupedBatch(
        _ statements: [SQL], settings: [LocalSetting] = [], lockOrder: String
    ) async throws(PostgresError) -> [[Row]] {
        guard !statements.isEmpty else { return [] }
        try StatementCheck.check(statements, settings: settings)
        let allowance = OutageAllowance.current
        let since = ContinuousClock.now
        let member = GroupCommit.Member(
            statements, lockOrder: lockOrder, since: since, deadline: deadline(of: allowance, at: since))
        let line = GroupCommit.Line(loop: LoopQueue.current, settings: settings)
        let tables: [ResultTable]
        switch try await groups.turn(of: member, in: line) {
        case .finished(let results):
            allowance?.isBegun.store(true, ordering: .relaxed)
            tables = results
        case .lead(let group) where group.count > 1: tables = try await lead(group, in: line, for: member)
        case .lead:
            do throws(PostgresError) {
                tables = try await self.tables(statements, settings: settings, idempotent: false)
            } catch {
                groups.end(line, isLost: error.isLostServer || error == .poolTimeout)
                throw error
            }
            groups.end(line, isLost: false)
        case .alone: tables = try await alone(member, settings, allowance)
        }
        return tables.map(\.rows)
    }

    /// Runs the transaction of a group and gives each other member its results. If the transaction fails without loss of the server, each member runs
    /// its statements on its own.
    private func lead(
        _ group: [GroupCommit.Member], in line: GroupCommit.Line, for member: GroupCommit.Member
    ) async throws(PostgresError) -> [ResultTable] {
        let allowance = OutageAllowance.current
        let exchange = transaction(group.flatMap(\.statements), line.settings, allowance)
        let others = group.filter { $0 !== member }
        do throws(PostgresError) {
            // The wait does not end when this caller is cancelled, since the other members need the answer.
            var tables = try await tablesDespiteCancellation(of: exchange, allowance)[...]
            groups.end(line, isLost: false)
            var own: [ResultTable] = []
            for each in group {
                let results = Array(tables.prefix(each.statements.count))
                tables = tables.dropFirst(results.count)
                if each === member { own = results } else { each.finish(results) }
            }
            return own
        } catch {
            groups.end(line, isLost: error.isLostServer || error == .poolTimeout)
            // Nothing was committed unless the server was lost.
            guard !error.isLostServer else {
                for each in others { each.fail(error) }
                throw error
            }
            for each in others { each.leave() }
            return try await alone(member, line.settings, allowance)
        }
    }

    private func alone(
        _ member: GroupCommit.Member, _ settings: [LocalSetting], _ allowance: OutageAllowance?
    ) async throws(PostgresError) -> [ResultTable] {
        allowance?.addLoss(member.since.duration(to: .now), at: .now)
        return try await tables(member.statements, settings: settings, idempotent: false)
    }
}
