import ConcertNotes
import Postgres
import Tenancy
import TestSupport
import Testing

/// The storage quota of a tenant, and the audit record of an import.
@Suite struct ImportQuotaTests {
    /// Everything that an import writes, to check whether anything was written.
    private func everything(_ database: TestDatabase) async throws -> String {
        let tables = ["concert", "piece", "measure", "blob", "image", "concert_image", "app_asset"]
        let parts = tables.map { "(select string_agg(md5(t::text || t.xmin), '' order by t::text) from app.\($0) t)" }
        return try await database.sql("select concat_ws('/', \(parts.joined(separator: ", ")));")
    }

    /// The bytes of the fixture's four files.
    private static let stored = [ProgrammeFixture().files].flatMap { files in
        files.filter { $0.key.hasPrefix("images/") }.values
    }.reduce(0) { $0 + $1.count }

    @discardableResult
    private func run(
        _ fixture: ProgrammeFixture, _ database: TestDatabase, _ tenant: Tenant, limit: Int, dryRun: Bool = false
    ) async throws -> ImportReport {
        try await fixture.written {
            try await ConcertImport(database: database.tenants).run(
                folder: $0, tenant: tenant.id, dryRun: dryRun,
                quota: StorageQuota(limit: limit == .max ? nil : Int64(limit)))
        }
    }

    /// Spec S1.17.
    @Test(arguments: [false, true])
    func theErrorOfAnImportBeyondTheQuotaNamesItsSizeAndTheLimit(dryRun: Bool) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let before = try await everything(database)
            let refusal = await #expect(throws: ImportRefusal.self) {
                try await run(ProgrammeFixture(), database, tenant, limit: Self.stored - 1, dryRun: dryRun)
            }
            let fault = try #require(refusal?.faults.first)
            #expect(fault.reason.contains("\(Self.stored) bytes") && fault.reason.contains("\(Self.stored - 1)"))
            #expect(fault.reason.contains("stored-bytes-exceeded"))
            #expect(try await everything(database) == before)
            #expect(try await database.sql("select count(*) from app.audit_event") == "0")
        }
    }

    @Test func equalMediaOfTwoConcertsCountOnceTowardsTheQuota() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let before = try await everything(database)
            let dry = try await run(ProgrammeFixture(), database, tenant, limit: Self.stored, dryRun: true)
            #expect(dry.outcome == .created)
            #expect(try await everything(database) == before, "a dry run with a limit is rolled back")
            _ = try await run(ProgrammeFixture(), database, tenant, limit: Self.stored)
            // Equal bytes of another concert are stored only once.
            _ = try await run(ProgrammeFixture(name: "matinee"), database, tenant, limit: Self.stored)
            var larger = ProgrammeFixture()
            larger.files["images/dash.gif"] = ProgrammeFixture.gif + [0x3B]
            larger.name = "matinee-2"
            await #expect(throws: ImportRefusal.self) {
                try await run(larger, database, tenant, limit: Self.stored)
            }
            let other = try await database.tenant("b")
            _ = try await run(larger, database, other, limit: Self.stored + 1)
        }
    }

    /// A revision can be restored, so the files of the revision stay stored.
    @Test func aReplacedFileOfAnEarlierRevisionCountsTowardsTheQuota() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            var fixture = ProgrammeFixture()
            _ = try await run(fixture, database, tenant, limit: Self.stored)
            let wide = Array("GIF89a".utf8) + [2, 0, 1, 0, 0, 0, 0, 0x3B]
            fixture.files["images/dash.gif"] = wide
            let needed = Self.stored + wide.count
            await #expect(throws: ImportRefusal.self) { try await run(fixture, database, tenant, limit: needed - 1) }
            _ = try await run(fixture, database, tenant, limit: needed)
            let stored = try await database.sql("select sum(octet_length(content)) from app.blob")
            #expect(stored == "\(needed)")
        }
    }

    /// Each upload alone fits; both together exceed the quota in either order.
    @Test func simultaneousUploadsCannotExceedTheQuota() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let quota = StorageQuota(limit: 250)
            let done = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let content = [UInt8](repeating: UInt8(number), count: 100)
                        let sha256 = [UInt8](repeating: UInt8(number), count: 32)
                        do {
                            try await database.tenants.transaction(in: tenant.id) { transaction in
                                _ = try await transaction.rows(
                                    """
                                    insert into app.blob (tenant_id, sha256, media_type, content)
                                    values (\(tenant.id), \(sha256), 'image/png', \(content))
                                    """)
                                try await quota.check(in: tenant.id, transaction)
                            }
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 2)
            #expect(try await database.sql("select sum(octet_length(content)) from app.blob") == "200")
        }
    }

    @Test func onlyAnImportThatChangesContentIsRecordedInTheAuditLog() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            var fixture = ProgrammeFixture()
            for _ in 0..<2 { try await run(fixture, database, tenant, limit: .max) }
            fixture.files["images/dot.png"] = ProgrammeFixture.png(width: 2, height: 2)
            try await run(fixture, database, tenant, limit: .max, dryRun: true)
            try await run(fixture, database, tenant, limit: .max)
            let events = try await database.sql(
                """
                select string_agg(concat_ws(' ', actor_kind, action, subject, detail->>'revision'), ';' order by event_id)
                  from app.audit_event
                """)
            #expect(events == "command concert.import small-evening 1;command concert.import small-evening 2")
        }
    }
}
