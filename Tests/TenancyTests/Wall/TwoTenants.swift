import Postgres
import Tenancy
import TestSupport

/// Two tenants for the attacks: "north" has ten works, and "city" has five. All attacks share one database, because each attack is rolled back.
struct TwoTenants: Sendable {
    let database: TestDatabase
    let north: Tenant
    let city: Tenant

    static var shared: TwoTenants {
        get async throws { try await made.value }
    }

    private static let made = Task { try await TwoTenants() }

    private init() async throws {
        database = try await TestDatabase.create()
        north = try await database.tenant("north", host: "north.example")
        city = try await database.tenant("city", host: "city.example")
        // The works of "north" have the numbers 1 to 10, and those of "city" 11 to 15. The concert and the piece of "north" have the number 1, and
        // those of "city" 2.
        try await database.sql(
            """
            insert into app.work (tenant_id, work_id, composer, title)
            select 1, i, 'North', 'north ' || i from generate_series(1, 10) i;
            insert into app.work (tenant_id, work_id, composer, title)
            select 2, 10 + i, 'City', 'city ' || i from generate_series(1, 5) i;
            insert into app.concert (tenant_id, concert_id, slug, title, content_digest)
            select i, i, 'evening', 'Evening ' || i, sha256('') from generate_series(1, 2) i;
            insert into app.piece (tenant_id, piece_id, concert_id, position, work_id, movement, name, name_key,
                                   measure_count, end_measure, end_ms)
            values (1, 1, 1, 1, 1, '1', 'north 1', 'north1', 10, 10, 1000),
                   (2, 2, 2, 1, 11, '1', 'city 1', 'city1', 10, 10, 1000);
            insert into app.user_account (tenant_id, login, password_hash, role)
            values (1, 'anna', '-', 'operator'), (2, 'bert', '-', 'operator');
            insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
            values (1, 1, 1, 1, 'ready', 'operator', 1), (2, 2, 2, 1, 'ready', 'operator', 1);
            analyze;
            """)
    }

    /// Runs a statement as the service and rolls it back.
    ///
    /// - Parameter tenant: the text of `app.tenant_id`; `nil` leaves the setting unset, as if a SET LOCAL had been forgotten.
    func outcome(of statement: SQL, tenant: String?) async -> Outcome {
        do {
            try await database.runtime.transaction(
                settings: tenant.map { [LocalSetting("app.tenant_id", $0)] } ?? []
            ) { transaction in
                let rows = try await transaction.rows(statement)
                let value = rows.count == 1 ? try? rows[0]("v", as: String.self) : nil
                throw RolledBack(outcome: value.map(Outcome.value) ?? .rows(rows.count))
            }
            return .rows(-1)
        } catch let taken as RolledBack {
            return taken.outcome
        } catch let error as PostgresError {
            return .error(error.sqlState ?? "\(error)")
        } catch {
            return .error("\(error)")
        }
    }

    /// The expected result of a statement.
    enum Outcome: Hashable, Sendable {
        /// The statement affects or returns this number of rows.
        case rows(Int)
        /// The statement returns one row, whose column `v` has this value.
        case value(String)
        /// The statement fails with this SQLSTATE (PostgreSQL appendix A).
        case error(String)
    }

    private struct RolledBack: Error {
        let outcome: Outcome
    }
}
