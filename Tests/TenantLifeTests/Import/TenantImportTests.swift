import Accounts
import Cryptography
import Foundation
import HTTP
import Tar
import Tenancy
import TestSupport
import Testing
import Web

@testable import TenantLife

/// Tests of a tenant's export that is imported into a database with other tenants.
@Suite struct TenantImportTests {
    private static let order = TenantImporter.Order(standardMulticast: ("239.255.255.251", 12345, "127.0.0.1"))

    /// Two databases: one with the tenant to move and its archive, and one with three other tenants.
    private static func with(
        _ body: (_ source: TestDatabase, _ path: String, _ target: TestDatabase) async throws -> Void
    ) async throws {
        try await withDatabase { source in
            let folder = FileManager.default.temporaryDirectory.path + "/tutti-import-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            // Another tenant is created first, so that the keys differ from those of an empty database.
            let noise = try await source.tenant("noise")
            try await fill(source, noise, works: 40)
            let hall = try await source.tenant("hall", host: "hall.example")
            try await fill(source, hall, works: 1203)
            let path = folder + "/hall.tar"
            try await source.sql(
                "update control.tenant set allowed_origins = '{http://[::1]:5173,https://app.example}' where slug = 'hall';"
            )
            _ = try await TenantExporter(database: source.tenants).write(hall, path: path)
            let target = try await TestDatabase.create()
            do {
                for slug in ["one", "two", "three"] {
                    let tenant = try await target.tenant(slug, host: "\(slug).example")
                    try await fill(target, tenant, works: 7)
                }
                try await body(source, path, target)
            } catch {
                try? await target.drop()
                throw error
            }
            try await target.drop()
        }
    }

    private static func fill(_ database: TestDatabase, _ tenant: Tenant, works: Int) async throws {
        _ = try await UserStore(database: database.tenants).add(
            login: "admin", role: .admin, password: "a horse in the pit",
            hasher: PasswordHasher(cost: PasswordCost(logN: 10), waiting: 1000), in: tenant.id)
        _ = try await TokenStore(database: database.tenants).create(login: "admin", in: tenant.id)
        try await database.sql(
            """
            insert into app.work (tenant_id, composer, title)
            select \(tenant.id), 'Composer', '\(tenant.slug) ' || i from generate_series(1, \(works)) i;
            insert into app.blob (tenant_id, sha256, media_type, content)
            select \(tenant.id), sha256(c), 'image/png', c
              from (select convert_to('\(tenant.slug) ' || i, 'UTF8') as c from generate_series(1, 3) i) as files;
            insert into app.tenant_profile (tenant_id, support_phone, texts)
            values (\(tenant.id), '+46 8 1234', '{"a": "ä€😀", "n": 1.50}');
            insert into app.channel (tenant_id, slug, name, time_zone)
            values (\(tenant.id), 'one', 'One', 'UTC');
            """)
    }

    /// Returns every row of a tenant without its key and without data that a move ends, one line per table.
    private static func rows(_ database: TestDatabase, _ slug: String) async throws -> String {
        try await database.sql(
            """
            set app.slug = '\(slug)';
            create function pg_temp.digest(p_table text) returns text language plpgsql as $$
            declare v text;
            begin
                execute format(
                    'select count(*) || '' '' || coalesce(md5(string_agg(j::text, '','' order by j::text)), '''')
                       from (select to_jsonb(t) - ''tenant_id'' - ''password_hash'' as j from app.%I t
                              where tenant_id = (select tenant_id from control.tenant
                                                  where slug = current_setting(''app.slug''))) as r', p_table) into v;
                return p_table || ' ' || v;
            end $$;
            select pg_temp.digest(relname) from pg_class
             where relnamespace = 'app'::regnamespace and relkind = 'r'
               and relname not in ('session', 'audit_event')
             order by relname;
            """)
    }

    @Test func anImportRestoresAllRowsOfATenantAndChangesNoOtherTenant() async throws {
        try await Self.with { source, path, target in
            let others = try await Self.rows(target, "one")
            let summary = try await TenantImporter(owner: target.owner).run(path: path, Self.order)
            #expect(summary.slug == "hall" && summary.hosts == ["hall.example"] && summary.files == 3)
            #expect(summary.ended == [TenantImporter.Summary.Ended(table: "session", rows: 1)])
            #expect(!summary.leftOut.isEmpty)
            let expected = try await Self.rows(source, "hall")
            #expect(expected.contains("work 1203 ") && expected.contains("blob 3 "))
            #expect(try await Self.rows(target, "hall") == expected)
            #expect(try await Self.rows(target, "one") == others)
            let own = """
                select slug, name, locale, time_zone, active, allowed_origins from control.tenant where slug = 'hall';
                """
            #expect(try await source.sql(own).hasSuffix("{http://[::1]:5173,https://app.example}"))
            #expect(try await target.sql(own) == (try await source.sql(own)))
            // For this tenant and for the others, the next numbers are free.
            for slug in ["hall", "one"] {
                try await target.sql(
                    """
                    insert into app.work (tenant_id, composer, title)
                    select tenant_id, 'New', 'New' from control.tenant where slug = '\(slug)';
                    """)
            }
            // The stored password hash is "!", which matches no password.
            let users = UserStore(database: target.tenants)
            let key = try await target.sql("select tenant_id from control.tenant where slug = 'hall';")
            let id = try #require(Int32(key))
            #expect(try await users.user(login: "admin", in: TenantID(rawValue: id)) != nil)
            let hash = "select password_hash from app.user_account where tenant_id = \(id);"
            #expect(try await target.sql(hash) == "!")
            let record = "select action from app.audit_event where tenant_id = \(id) order by event_id desc limit 1;"
            #expect(try await target.sql(record) == "tenant.import")
        }
    }

    @Test func exportingAnImportedTenantWritesTheSameRowsAndFiles() async throws {
        try await Self.with { source, path, target in
            _ = try await TenantImporter(owner: target.owner).run(path: path, Self.order)
            let id = try await target.sql("select tenant_id from control.tenant where slug = 'hall';")
            let tenant = Tenant(
                id: TenantID(rawValue: Int32(id) ?? 0), slug: "hall", name: "Hall", locale: "und",
                integerSeconds: false, multicast: MulticastScope())
            _ = try await TenantExporter(database: target.tenants).write(tenant, path: path + "2")
            let (first, second) = (try TarReader(path: path), try TarReader(path: path + "2"))
            #expect(first.entries.map(\.header.name) == second.entries.map(\.header.name))
            for entry in first.entries where !["tenant.json", "manifest.json"].contains(entry.header.name) {
                let name = entry.header.name
                if ["app/session.jsonl", "app/audit_event.jsonl"].contains(name) { continue }
                let other = try #require(second.entry(name))
                var text = String(
                    decoding: try first.read(entry, at: 0, count: entry.header.size), as: UTF8.self)
                let exported = try await source.sql("select tenant_id from control.tenant where slug = 'hall';")
                text = text.replacingOccurrences(of: "\"tenant_id\":\(exported),", with: "\"tenant_id\":\(id),")
                let again = String(decoding: try second.read(other, at: 0, count: other.header.size), as: UTF8.self)
                #expect(text == again, "\(name)")
            }
        }
    }

    @Test func aDryRunOfAnImportChangesNothing() async throws {
        try await Self.with { _, path, target in
            let before = try await Self.trace(target)
            var order = Self.order
            order.isDryRun = true
            let summary = try await TenantImporter(owner: target.owner).run(path: path, order)
            #expect(summary.rows > 1203)
            #expect(try await Self.trace(target) == before)
        }
    }

    @Test func thePrimaryHostRemainsPrimaryAfterAnImport() async throws {
        try await Self.with { source, path, target in
            let registry = TenantRegistry(owner: source.owner)
            for host in ["zzz.example", "aaa.example", "mmm.example"] { try await registry.addHost(host, to: "hall") }
            try await registry.removeHost("hall.example", from: "hall")
            let id = try await source.sql("select tenant_id from control.tenant where slug = 'hall';")
            let hall = Tenant(
                id: TenantID(rawValue: try #require(Int32(id))), slug: "hall", name: "Hall", locale: "und",
                integerSeconds: false, multicast: MulticastScope(), origin: Origin(host: "zzz.example"))
            let again = path + ".again"
            _ = try await TenantExporter(database: source.tenants).write(hall, path: again)
            let importer = TenantImporter(owner: target.owner)
            let primary = """
                select control.primary_host(tenant_id) from control.tenant where slug = 'hall';
                """
            #expect(try await importer.run(path: again, Self.order).hosts.first == "zzz.example")
            #expect(try await target.sql(primary) == "zzz.example")
            #expect(try await source.sql(primary) == "zzz.example")
        }
    }

    @Test func theErrorForATakenSlugOrHostNamesTheOptionToUse() async throws {
        try await Self.with { _, path, target in
            try await target.tenant("hall", host: "hall.example")
            let before = try await Self.trace(target)
            let importer = TenantImporter(owner: target.owner)
            var order = Self.order
            let slug = await #expect(throws: TenantImportError.self) { try await importer.run(path: path, order) }
            #expect(slug?.description.contains("--slug") == true)
            order.slug = "hall-two"
            let host = await #expect(throws: TenantImportError.self) { try await importer.run(path: path, order) }
            #expect(host?.description.contains("--host") == true)
            #expect(try await Self.trace(target) == before)
            order.hosts = ["Second.Example:8080"]
            #expect(try await importer.run(path: path, order).hosts == ["second.example"])
        }
    }

    /// Returns all data that an import could change: tenants, rows and sequences.
    private static func trace(_ database: TestDatabase) async throws -> String {
        try await database.sql(
            """
            select name, d.rows, d.digest from control.dumped_tables() t, control.table_digest(t.name) d order by 1;
            select sequencename, last_value from pg_sequences where schemaname = 'app' order by 1;
            """)
    }

    /// The kinds of damage to an archive.
    enum Damage: String, CaseIterable, Sendable {
        case truncated, changedByte, foreignTenant, unknownTable, unknownColumn, missingColumn, parentPath, missingFile
        case wrongCount, hugeNumber, otherSchema, brokenLine, repeatedMember, missingTable
    }

    @Test(arguments: Damage.allCases) func aDamagedArchiveIsRefusedAndChangesNothing(damage: Damage) async throws {
        try await Self.with { _, path, target in
            let before = try await Self.trace(target)
            try Self.spoil(path, damage)
            let failure = await #expect(throws: TenantImportError.self) {
                try await TenantImporter(owner: target.owner).run(path: path, Self.order)
            }
            #expect(failure?.description.hasPrefix("\(path) cannot be imported: ") == true)
            #expect(try await Self.trace(target) == before)
        }
    }

    private static func spoil(_ path: String, _ damage: Damage) throws {
        let url = URL(fileURLWithPath: path)
        let whole = try Data(contentsOf: url)
        switch damage {
        case .truncated: return try whole.prefix(whole.count / 2).write(to: url)
        case .changedByte:
            var bytes = whole
            bytes[try #require(bytes.firstRange(of: Data("hall 7\"".utf8))).lowerBound] ^= 1
            return try bytes.write(to: url)
        default: break
        }
        var members = try TenantExportTests.members(Array(whole)).filter { $0.name != "manifest.json" }
        var schema: Int?
        func edit(_ name: String, _ change: (String) -> String) {
            guard let index = members.firstIndex(where: { $0.name == name }) else { return }
            members[index].content = Array(change(String(decoding: members[index].content, as: UTF8.self)).utf8)
        }
        let work = "app/work.jsonl"
        var extraRows = 0
        switch damage {
        case .foreignTenant:
            edit(work) { $0.replacing(#/"tenant_id":\d+(,.*"hall 600")/#) { "\"tenant_id\":1\($0.1)" } }
        case .unknownTable: members.insert((name: "app/wall.jsonl", content: []), at: 1)
        case .unknownColumn: edit(work) { $0.replacing("\"title\"", with: "\"x\":1,\"title\"") }
        case .missingColumn: edit(work) { $0.replacing("\"title\"", with: "\"bytes\"") }
        case .parentPath: members.insert((name: "files/../../etc/passwd", content: [1]), at: 1)
        case .missingFile: members.removeAll { $0.name.hasPrefix("files/") }
        case .wrongCount: extraRows = 1
        case .hugeNumber:
            edit(work) { $0.replacing(#/"work_id":\d+(,.*"hall 600")/#) { "\"work_id\":9223372036854775807\($0.1)" } }
        case .otherSchema: schema = 5
        case .brokenLine: edit(work) { $0.replacing("}\n", with: "\n") }
        case .repeatedMember: edit(work) { $0.replacing("\"title\"", with: "\"title\":\"y\",\"title\"") }
        case .missingTable: members.removeAll { $0.name == work }
        case .truncated, .changedByte: break
        }
        try write(members, schema: schema, extraRows: extraRows, like: whole, to: path)
    }

    private static func write(
        _ members: [(name: String, content: [UInt8])], schema: Int?, extraRows: Int, like whole: Data, to path: String
    ) throws {
        let original = try #require(try TenantExportTests.members(Array(whole)).last)
        var manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(original.content)) as? [String: Any])
        manifest["members"] = members.map { member in
            var entry: [String: Any] = [
                "name": member.name, "bytes": member.content.count,
                "sha256": SHA256.hash(data: member.content).hexadecimal,
            ]
            if member.name.hasPrefix("app/") {
                entry["rows"] = member.content.count { $0 == UInt8(ascii: "\n") } + extraRows
            }
            return entry
        }
        if let schema { manifest["schemaVersion"] = schema }
        let writer = try TarWriter(path: path, modified: 0)
        for (name, content) in members + [
            (name: "manifest.json", content: Array(try JSONSerialization.data(withJSONObject: manifest)))
        ] {
            try writer.begin(name)
            try writer.append(content)
            try writer.end()
        }
        try writer.finish()
    }
}
