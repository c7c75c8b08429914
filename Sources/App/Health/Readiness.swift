import Logging
import Postgres
import Synchronization

/// The readiness of the service, for `/readyz` (spec Decided 27, O4.3). A background task runs the checks, so that a probe need not wait.
final class Readiness: Sendable {
    /// The pause between two checks of the database and the descriptors.
    private static let interval = Duration.milliseconds(500)
    /// The interval of the checks of the schema and of the disk while they succeed.
    private static let slowInterval = Duration.seconds(5)
    /// The largest allowed age of the database's last response. The limit detects queries that never end.
    private static let patience = Duration.seconds(3)
    /// The time for which the database's disk is reported as full after PostgreSQL last refused a statement for that reason.
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

    /// Creates the checks. Until the first check has run, `reasons` says that the database does not answer.
    init(_ database: Database, migrations: [Migration], machine: MachineCheck, logger: Logger) {
        self.database = database
        self.migrations = migrations
        self.machine = machine
        self.logger = logger
    }

    /// Whether the service is stopping, which is then a reason in `reasons`.
    var isDraining: Bool {
        get { draining.load(ordering: .relaxed) }
        set { draining.store(newValue, ordering: .relaxed) }
    }

    /// The difference between the database's schema and the program's; `nil` until a check has read the schema.
    var schema: SchemaState? { known.withLock { $0.schema } }

    /// Returns the reasons why the service is not ready, one line each; empty if the service is ready.
    func reasons(at now: ContinuousClock.Instant = .now) -> [String] {
        let known = known.withLock { $0 }
        var reasons: [String] = []
        if isDraining { reasons.append("stopping") }
        let isAnswering = known.answeredAt.map { $0.duration(to: now) <= Self.patience } ?? false
        if known.isDatabaseAway || !isAnswering {
            reasons.append("the database does not answer: check that PostgreSQL runs")
        }
        if let schema = known.schema { reasons += Self.reasons(schema) }
        if let disk = known.disk { reasons.append(disk) }
        if let full = known.diskFullAt, full.duration(to: now) <= Self.diskFullMemory {
            reasons.append("the database's disk is full: free some space")
        }
        if let descriptors = known.descriptors { reasons.append(descriptors) }
        return reasons
    }

    /// The problems that do not make the service unready, one line each: migrations in the database that this program does not have. Empty if there
    /// are none.
    var warnings: [String] { schema.map(Self.warnings) ?? [] }

    /// Runs the due checks repeatedly until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await check()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Runs the checks that are due at `now`, each once.
    func check(at now: ContinuousClock.Instant = .now) async {
        let before = known.withLock { $0 }
        let isSchemaDue = before.schema?.isUsable != true || Self.isDue(before.schemaReadAt, now)
        let isDiskDue = before.disk != nil || Self.isDue(before.diskReadAt, now)
        checkMachine(isDiskDue: isDiskDue, at: now)
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
            logger.warning("the database's schema differs from this program's", metadata: ["reason": "\(line)"])
        }
    }

    private func checkMachine(isDiskDue: Bool, at now: ContinuousClock.Instant) {
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
            logger.warning("file descriptors are running out", metadata: ["reason": "\(descriptors)"])
        }
        if isDiskDue, let disk, wasDisk == nil {
            logger.error("the disk cannot be written", metadata: ["reason": "\(disk)"])
        }
    }

    // MARK: - Sentences

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

    /// Returns the warnings about newer migrations. Each version also runs on the schema of the next, so that an upgrade can migrate first.
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

    private static func listed(_ names: [String]) -> String {
        guard names.count > 6, let first = names.first, let last = names.last else {
            return names.joined(separator: ", ")
        }
        return "\(first) to \(last)"
    }
}
