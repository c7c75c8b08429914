import Logging
import Postgres
import Tenancy
import TestSupport
import Testing

/// Tests in which two tenants share one connection of each kind. Whatever one tenant does to the connection, the other tenant reads only its own rows
/// (spec S1.5).
struct PoolStateTests {
    /// The actions of one tenant before the other tenant uses the connection. Each action fails or is abandoned.
    enum Disturbance: Int, CaseIterable, Sendable {
        case failedStatement, failedBatch, failedTransaction, thrownAway, timeout, cancelledWait, cancelledStatement
        /// Statements that no store sends. Their effects must nevertheless end with the transaction.
        case sessionSetting, lock, listening, lostConnection
    }

    private struct Abandoned: Error {}

    private static let silence = Logger(label: "pool") { _ in SwiftLogNoOpLogHandler() }

    private func disturb(_ database: TenantDatabase, by kind: Disturbance, as mine: Tenant, _ other: Tenant) async {
        let failing: SQL = "select 1 / 0"
        let sleeping: SQL = "select pg_sleep(5)"
        switch kind {
        case .failedStatement: _ = try? await database.rows(in: mine.id, failing)
        case .failedBatch:
            _ = try? await database.batch(in: mine.id, ["delete from app.work", failing, "delete from app.concert"])
        case .failedTransaction:
            try? await database.transaction(in: mine.id) {
                _ = try await $0.rows("delete from app.hall_message")
                _ = try await $0.rows(failing)
            }
        case .thrownAway:
            try? await database.transaction(in: mine.id) {
                _ = try await $0.rows("delete from app.hall_message")
                throw Abandoned()
            }
        case .timeout:
            try? await database.transaction(in: mine.id) {
                _ = try await $0.rows("set local statement_timeout = 20")
                _ = try await $0.rows(sleeping)
            }
        case .cancelledWait:
            let task = Task { try await database.rows(in: mine.id, "select pg_sleep(0.02)") }
            task.cancel()
            _ = await task.result
        case .cancelledStatement:
            let task = Task { try await database.transaction(in: mine.id) { _ = try await $0.rows(sleeping) } }
            try? await Task.sleep(for: .milliseconds(20))
            task.cancel()
            _ = await task.result
        case .sessionSetting:
            await leave("select set_config('app.tenant_id', \(String(other.id.rawValue)), false)", in: mine, database)
        case .lock: await leave("select pg_advisory_lock(4711)", in: mine, database)
        case .listening: await leave("listen elsewhere", in: mine, database)
        case .lostConnection:
            try? await database.transaction(in: mine.id) {
                _ = try await $0.rows("select pg_terminate_backend(pg_backend_pid())")
            }
        }
    }

    /// Changes the session and abandons the transaction.
    private func leave(_ statement: SQL, in tenant: Tenant, _ database: TenantDatabase) async {
        try? await database.transaction(in: tenant.id) {
            _ = try await $0.rows(statement)
            throw Abandoned()
        }
    }

    @Test(.timeLimit(.minutes(30))) func aReusedConnectionReturnsOnlyRowsOfTheCurrentTenant() async throws {
        try await withDatabase { test in
            let (a, b) = (try await test.tenant("alphamark"), try await test.tenant("betamark"))
            try await test.sql(
                """
                insert into app.work (tenant_id, composer, title)
                values (\(a.id), 'composer', 'alphamark'), (\(b.id), 'composer', 'betamark');
                """)
            var configuration = Database.Configuration(conninfo: test.runtimeConninfo)
            configuration.pipelines = 1
            configuration.exclusive = 1
            configuration.waitLimit = 300
            let pool = Database(configuration, logger: Self.silence)
            let database = TenantDatabase(pool)
            let titles: SQL = "select coalesce(string_agg(title, ','), '') as v from app.work"
            for round in 0..<3 {
                for kind in Disturbance.allCases {
                    let (mine, other) = (round + kind.rawValue).isMultiple(of: 2) ? (a, b) : (b, a)
                    await disturb(database, by: kind, as: mine, other)
                    for reader in [other, mine] {
                        let piped = try await database.rows(in: reader.id, titles)
                        #expect(try piped.first?("v", as: String.self) == reader.slug, "after \(kind)")
                        let alone = try await database.transaction(in: reader.id) { transaction in
                            try await transaction.rows(titles).first?("v", as: String.self)
                        }
                        #expect(alone == reader.slug, "after \(kind)")
                    }
                    // Without a tenant, a connection reads no rows and has no session state left.
                    let left = try await pool.transaction { transaction in
                        try await transaction.rows(
                            """
                            select (select count(*) from app.work)
                                   + (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())
                                   + (select count(*) from pg_listening_channels()) as v
                            """
                        ).first?("v", as: Int64.self)
                    }
                    #expect(left == 0, "after \(kind)")
                }
            }
            #expect(pool.facts.pipelinesOpen <= 1 && pool.facts.exclusiveIdle <= 1)
            await pool.close()
        }
    }

    @Test func eachCallerOfAPipelineGetsTheRowsOfItsOwnTenant() async throws {
        try await withDatabase { test in
            let (a, b) = (try await test.tenant("alphamark"), try await test.tenant("betamark"))
            try await test.sql(
                """
                insert into app.work (tenant_id, composer, title)
                values (\(a.id), 'composer', 'alphamark'), (\(b.id), 'composer', 'betamark');
                """)
            var configuration = Database.Configuration(conninfo: test.runtimeConninfo)
            configuration.pipelines = 1
            configuration.waitLimit = 300
            let pool = Database(configuration, logger: Self.silence)
            let database = TenantDatabase(pool)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    let reader = number.isMultiple(of: 2) ? a : b
                    group.addTask {
                        if number % 7 == 0 { _ = try? await database.rows(in: reader.id, "select 1 / 0") }
                        let rows = try await database.rows(in: reader.id, "select title as v from app.work")
                        #expect(try rows.map { try $0("v", as: String.self) } == [reader.slug])
                    }
                    if number % 11 == 0 {
                        let task = Task { _ = try? await database.rows(in: reader.id, "select title from app.work") }
                        task.cancel()
                    }
                }
                try await group.waitForAll()
            }
            await pool.close()
        }
    }
}
