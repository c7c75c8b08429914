import Logging
import Postgres
import Synchronization

/// Whether the service can do its work, for `/readyz` (spec Decided 27): the database is reachable, its schema is
/// the one that this program expects, the disk takes writes, descriptors are left, and the service is not stopping.
///
/// A background check looks; a probe is answered at once from what it found last.
/// Spec O4.3.
final class Readiness: Sendable {
    /// How often the database and the machine are looked at.
    private static let interval = Duration.milliseconds(500)
    /// How often the schema and the disk are, while all is well.
    private static let slowInterval = Duration.seconds(5)
    /// How old the database's last answer may be. A query that hangs is no answer.
    private static let patience = Duration.seconds(3)
    /// How long after the last statement that a full disk refused it is still reported.
    private static let diskFullMemory = Duration.seconds(30)

    private struct Known {
        var answeredAt: ContinuousClock.Instant?
        var isDatabaseAway = false
        var schema: SchemaState?
        var schemaReadAt: ContinuousClock.Instant?
        var disk: String?
        var diskReadAt: ContinuousClock.Instant?
        var descriptors: String?
        var diskFullAt: ContinuousClock.Instant?
    }

    private let database: Database
    private let migrations: [Migration]
    private let machine: MachineCheck
    private let logger: Logger
    private let draining = Atomic(false)
    private let known = Mutex(Known())

    /// - Parameters:
    ///   - migrations: those of this program.
    ///   - machine: looks at the disk and the descriptors.
    init(_ database: Database, migrations: [Migration], machine: MachineCheck, logger: Logger) {
        self.database = database
        self.migrations = migrations
        self.machine = machine
        self.logger = logger
    }

    /// Set when the stop begins: balancers then send no new requests.
    var isDraining: Bool {
        get { draining.load(ordering: .relaxed) }
        set { draining.store(newValue, ordering: .relaxed) }
    }

    /// How the schema compares with this program's; `nil` before it was read.
    var schema: SchemaState? { known.withLock { $0.schema } }

    /// Why the service is not ready, a line each; empty when it is.
    func reasons(at now: ContinuousClock.Instant = .now) -> [String] {
        let known = known.withLock { $0 }
        var reasons: [String] = []
        if isDraining { reasons.append("stopping") }
        let isAnswering = known.answeredAt.map { $0.duration(to: now) <= Self.patience } ?? false
        if known.isDatabaseAway || !isAnswering { reasons.append("the database does not answer") }
        if let schema = known.schema { reasons += Self.reasons(schema) }
        if let disk = known.disk { reasons.append(disk) }
        if let full = known.diskFullAt, full.duration(to: now) <= Self.diskFullMemory {
            reasons.append("the database's disk is full: free some space")
        }
        if let descriptors = known.descriptors { reasons.append(descriptors) }
        return reasons
    }

    /// What operators should know of a service that is ready all the same.
    var warnings: [String] { schema.map(Self.warnings) ?? [] }

    /// Looks again and again, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await check()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Looks once.
    func check(at now: ContinuousClock.Instant = .now) async {
        let before = known.withLock { $0 }
        let isSchemaDue = before.schema?.isUsable != true || Self.isDue(before.schemaReadAt, now)
        let isDiskDue = before.disk != nil || Self.isDue(before.diskReadAt, now)
        look(isDiskDue: isDiskDue, at: now)
        do throws(PostgresError) {
            if isSchemaDue {
                take(try await Migrator.state(of: database, for: migrations))
            } else {
                _ = try await database.rows("select 1", idempotent: true)
            }
            let answered = ContinuousClock.now
            known.withLock { known in
                known.answeredAt = answered
                known.isDatabaseAway = false
            }
        } catch {
            known.withLock { $0.isDatabaseAway = true }
        }
    }

    private static func isDue(_ last: ContinuousClock.Instant?, _ now: ContinuousClock.Instant) -> Bool {
        last.map { $0.duration(to: now) >= slowInterval } ?? true
    }

    private func take(_ schema: SchemaState) {
        let was = known.withLock { known in
            defer { (known.schema, known.schemaReadAt) = (schema, .now) }
            return known.schema
        }
        guard was != schema else { return }
        for line in Self.reasons(schema) + Self.warnings(schema) {
            logger.warning("the schema is not this program's", metadata: ["reason": "\(line)"])
        }
    }

    private func look(isDiskDue: Bool, at now: ContinuousClock.Instant) {
        let descriptors = machine.descriptorProblem()
        let disk = isDiskDue ? machine.diskProblem() : nil
        let full = database.facts.diskFullAt
        let (wasDescriptors, wasDisk) = known.withLock { known in
            let was = (known.descriptors, known.disk)
            known.descriptors = descriptors
            known.diskFullAt = full
            if isDiskDue { (known.disk, known.diskReadAt) = (disk, now) }
            return was
        }
        if let descriptors, wasDescriptors == nil {
            logger.warning("descriptors run out", metadata: ["reason": "\(descriptors)"])
        }
        if isDiskDue, let disk, wasDisk == nil {
            logger.error("the disk takes no writes", metadata: ["reason": "\(disk)"])
        }
    }

    // MARK: - Sentences

    /// Why the service cannot run on the schema, with the names of the migrations.
    static func reasons(_ schema: SchemaState) -> [String] {
        var reasons: [String] = []
        if !schema.missing.isEmpty {
            reasons.append(
                "\(counted(schema.missing, "migration is", "migrations are")) missing: \(listed(schema.missing)); "
                    + "run `tutti migrate`")
        }
        if !schema.changed.isEmpty {
            reasons.append(
                "\(counted(schema.changed, "migration was", "migrations were")) applied with different content: "
                    + "\(listed(schema.changed)); use the program that migrated this database")
        }
        return reasons
    }

    /// Newer migrations do not keep the service from its work: the version before runs on them, so that an upgrade may
    /// migrate first and restart one server after the other.
    static func warnings(_ schema: SchemaState) -> [String] {
        guard !schema.newer.isEmpty else { return [] }
        return [
            "the database has \(counted(schema.newer, "newer migration", "newer migrations")): "
                + "\(listed(schema.newer)); restart the server with the newer program"
        ]
    }

    private static func counted(_ names: [String], _ one: String, _ many: String) -> String {
        "\(names.count) \(names.count == 1 ? one : many)"
    }

    /// All of a few names, the first and the last of many.
    private static func listed(_ names: [String]) -> String {
        guard names.count > 6, let first = names.first, let last = names.last else {
            return names.joined(separator: ", ")
        }
        return "\(first) to \(last)"
    }
}
