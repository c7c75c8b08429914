import Logging
import Postgres
import Tenancy
import TestSupport

@testable import ConcertNotes

/// A small concert: "Round" repeats its first two measures and has two sections; "Coda" has no repeats.
enum LiveFixture {
    static let round = "Composer, Work: Round"
    static let coda = "Composer, Work: Coda"
    static let scope = MulticastScope(group: "239.255.255.251", port: 12345)

    /// The programme as a value, without a database.
    static let program = LiveProgram(
        concert: Concert.ID(rawValue: 1), revision: 1, title: "Evening",
        pieces: [
            LiveProgram.Piece(
                id: 1, name: round, measureCount: 5,
                printed: [("1", 1), ("2", 1), ("1", 2), ("2", 2), ("3", 1)].map {
                    LiveProgram.PrintedMeasure(number: $0, pass: $1)
                },
                sections: [
                    LiveProgram.Section(measure: 1, label: "Theme", colour: .tag(.red)),
                    LiveProgram.Section(measure: 5, label: "Close", colour: .rgb(red: 1, green: 2, blue: 3)),
                ], key: PieceName.key(of: round)),
            LiveProgram.Piece(
                id: 2, name: coda, measureCount: 3,
                printed: (1...3).map { LiveProgram.PrintedMeasure(number: String($0), pass: 1) }, sections: [],
                key: PieceName.key(of: coda)),
        ])

    /// Writes the same programme to the database and returns the key of the concert.
    @discardableResult
    static func concert(
        in database: TestDatabase, for tenant: Tenant, slug: String = "evening"
    ) async throws -> Concert.ID {
        let id = try await database.sql(
            """
            with w as (
                insert into app.work (tenant_id, composer, title) values (\(tenant.id), 'Composer', 'Work')
                    on conflict (tenant_id, composer, title) do update set title = excluded.title returning work_id
            ), c as (
                insert into app.concert (tenant_id, slug, title, content_digest)
                values (\(tenant.id), '\(slug)', 'Evening', sha256('\(slug)')) returning concert_id
            ), p as (
                insert into app.piece (tenant_id, concert_id, position, work_id, movement, name, name_key,
                                       measure_count, end_measure, end_ms)
                select \(tenant.id), concert_id, n, work_id, movement, 'Composer, Work: ' || movement,
                       'composerwork' || lower(movement), count, count, count * 1000
                  from c, w, (values (1, 'Round', 5), (2, 'Coda', 3)) as v (n, movement, count)
                returning piece_id, position, concert_id
            ), m as (
                insert into app.measure (tenant_id, piece_id, measure, start_ms, printed, pass)
                select \(tenant.id), piece_id, measure, measure * 1000, printed, pass
                  from p
                  join (values (1, 1, '1', 1), (1, 2, '2', 1), (1, 3, '1', 2), (1, 4, '2', 2), (1, 5, '3', 1),
                               (2, 1, '1', 1), (2, 2, '2', 1), (2, 3, '3', 1)) as v (position, measure, printed, pass)
                 using (position)
            ), s as (
                insert into app.structure_section (tenant_id, piece_id, position, measure, start_ms, label, colour)
                select \(tenant.id), piece_id, n, measure, measure * 1000, label, colour
                  from p, (values (1, 1, 'Theme', 'red'), (2, 5, 'Close', '1,2,3')) as v (n, measure, label, colour)
                 where position = 1
            )
            select concert_id from c;
            """)
        return Concert.ID(rawValue: Int64(id) ?? 0)
    }

    /// A tenant with the evening on the air.
    static func onAir(in database: TestDatabase, slug: String = "hall", port: Int = 12345) async throws -> Tenant {
        let tenant = try await database.tenant(
            slug, host: "\(slug).test", multicast: MulticastScope(group: "239.255.255.251", port: port))
        let concert = try await concert(in: database, for: tenant)
        _ = try await LiveStore(database: database.tenants).activate(concert, in: tenant, defaultScope: scope)
        return tenant
    }

    /// A connected client with short time limits, for tests in which the database becomes unavailable.
    static func impatient(_ database: TestDatabase) async -> TenantDatabase {
        var configuration = Database.Configuration(conninfo: database.runtimeConninfo)
        configuration.waitLimit = 10
        let client = Database(configuration, logger: silence)
        _ = await eventually { await client.ping() }
        return TenantDatabase(client)
    }

    static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}

/// Polls until the condition holds; returns `false` after two minutes, so that the caller's expectation fails.
func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
