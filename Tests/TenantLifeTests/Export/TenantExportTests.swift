import FoundationEssentials
import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import TenantLife

@Suite struct TenantExportTests {
    /// Returns the members of an archive, found by the sizes in their headers, as another program finds them.
    static func members(_ archive: [UInt8]) throws -> [(name: String, content: [UInt8])] {
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        var members: [(name: String, content: [UInt8])] = []
        var offset = 0
        while archive[offset] != 0 {
            let head = archive[offset..<offset + 512]
            let name = text(head.prefix(100))
            let size = try #require(Int(text(head.dropFirst(124).prefix(12)), radix: 8))
            let sum = try #require(Int(text(head.dropFirst(148).prefix(6)), radix: 8))
            var spaced = Array(head)
            spaced.replaceSubrange(148..<156, with: Array("        ".utf8))
            #expect(spaced.reduce(0) { $0 + Int($1) } == sum, "the checksum of \(name)")
            offset += 512
            members.append((name: name, content: Array(archive[offset..<offset + size])))
            offset += (size + 511) / 512 * 512
        }
        #expect(archive.count == offset + 1024)
        return members
    }

    private struct Manifest: Decodable {
        let format: String
        let schemaVersion: Int
        let tenant: String
        let leftOut: [String]
        let members: [Member]

        struct Member: Decodable {
            let name: String
            let bytes: Int
            let sha256: String
            let rows: Int?
        }
    }

    private static func fill(_ stage: Stage) async throws {
        for tenant in [stage.here, stage.there] {
            try await stage.database.sql(
                """
                insert into app.work (tenant_id, composer, title)
                select \(tenant.id), 'Composer', '\(tenant.slug) ' || i from generate_series(1, 1203) i;
                insert into app.blob (tenant_id, sha256, media_type, content)
                values (\(tenant.id), sha256('\(tenant.slug)'), 'image/png', '\(tenant.slug)');
                """)
        }
    }

    @Test func getOwnTenantExport() async throws {
        try await Stage.with { (stage) async throws in
            try await Self.fill(stage)
            let path = "/api/v1/admin/tenant/export"
            #expect(await stage.send(.get, path, as: "operator@here").status == .forbidden)
            let answer = await stage.send(.get, path, as: "admin@here")
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(answer.fields["Content-Disposition"] == "attachment; filename=\"here.tar\"")
            let members = try Self.members(answer.bytes)
            let byName = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.content) })
            let last = try #require(members.last)
            #expect(last.name == "manifest.json")
            let manifest = try JSONDecoder().decode(Manifest.self, from: Data(last.content))
            #expect(manifest.format == "tutti-tenant-export" && manifest.tenant == "here")
            #expect(manifest.schemaVersion >= 28)
            #expect(manifest.members.map(\.name) == members.dropLast().map(\.name))
            for member in manifest.members {
                let content = try #require(byName[member.name])
                #expect(content.count == member.bytes)
                #expect(try await Self.sha256(content, stage) == member.sha256, "\(member.name)")
                if let rows = member.rows { #expect(content.count { $0 == UInt8(ascii: "\n") } == rows) }
            }
            // The archive has a file for every table of the schema, with the tenant's rows.
            let tables = try await stage.database.sql(
                "select relname from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r';")
            for table in tables.split(separator: "\n") { #expect(byName["app/\(table).jsonl"] != nil, "\(table)") }
            let works = String(decoding: try #require(byName["app/work.jsonl"]), as: UTF8.self)
            #expect(works.split(separator: "\n").count == 1203, "more than one page of the cursor")
            #expect(works.contains("\"title\":\"here 1203\""))
            #expect(byName.filter { $0.key.hasPrefix("files/") }.map(\.value) == [Array("here".utf8)])
            #expect(try await stage.record(of: stage.here) == ["admin tenant.export"])
        }
    }

    @Test func getTenantExport() async throws {
        try await Stage.with { (stage) async throws in
            try await Self.fill(stage)
            let path = "/api/v1/platform/tenants/there/export"
            #expect(await stage.send(.get, path, as: "admin@there", at: "there").status == .unauthorized)
            let answer = await stage.send(.get, path, as: "pia")
            #expect(answer.fields["Content-Disposition"] == "attachment; filename=\"there.tar\"", "\(answer.text)")
            let files = try Self.members(answer.bytes).filter { $0.name.hasPrefix("files/") }.map(\.content)
            #expect(files == [Array("there".utf8)])
            #expect(try await stage.record(of: stage.there) == ["Pia tenant.export"])
            let platform = "select actor || ' ' || action from control.platform_audit where tenant = 'there';"
            #expect(try await stage.database.sql(platform) == "Pia tenant.export")
            #expect(await stage.send(.get, "/api/v1/platform/tenants/x/export", as: "pia").status == .notFound)
        }
    }

    /// Spec O4.9.
    @Test func theArchiveOfATenantContainsNoSecretsAndNoOtherTenantsData() async throws {
        try await Stage.with { (stage) async throws in
            try await Self.fill(stage)
            let bytes = await stage.send(.get, "/api/v1/admin/tenant/export", as: "admin@here").bytes
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("_hash\":") && !text.contains("scrypt"))
            let tokens = try await stage.database.sql("select encode(token_hash, 'hex') from app.session;")
            for token in tokens.split(separator: "\n") { #expect(!text.contains(token)) }
            #expect(!text.contains("there"))
            #expect(text.contains("\"login\":\"admin\""), "the archive contains accounts without passwords")
        }
    }

    /// Encrypted secrets are omitted too, because the owner of an archive may get the key.
    @Test func columnsOfCredentialsAreListedInTheManifestInsteadOfExported() async throws {
        try await Stage.with { (stage) async throws in
            try await stage.database.sql(
                """
                set app.tenant_id = '\(stage.here.id)';
                insert into app.app_password (user_id, name, secret, key_hash)
                select user_id, 'phone', convert_to('sealed-password', 'utf8'), sha256('key')
                  from app.user_account where tenant_id = app.tenant_id() and login_key = 'admin';
                insert into app.cloud_authorization (state_hash, user_id, service, verifier, expires_at)
                select sha256('state'), user_id, 'soundcloud', convert_to('sealed-verifier', 'utf8'),
                       now() + interval '1 minute'
                  from app.user_account where tenant_id = app.tenant_id() and login_key = 'admin';
                insert into app.cloud_connection (user_id, service, access_token, refresh_token, expires_at, state)
                select user_id, 'soundcloud', convert_to('sealed-access', 'utf8'), convert_to('sealed-refresh', 'utf8'),
                       now(), 'connected'
                  from app.user_account where tenant_id = app.tenant_id() and login_key = 'admin';
                """)
            let bytes = await stage.send(.get, "/api/v1/admin/tenant/export", as: "admin@here").bytes
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("\"name\":\"phone\""), "the archive contains the row")
            for secret in ["sealed-password", "sealed-verifier", "sealed-access", "sealed-refresh"] {
                let digits = secret.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                #expect(!text.contains(digits) && !text.contains(secret), "\(secret)")
            }
            let last = try #require(try Self.members(bytes).last)
            let manifest = try JSONDecoder().decode(Manifest.self, from: Data(last.content))
            for column in [
                "app_password.secret", "app_password.key_hash", "cloud_authorization.verifier",
                "cloud_connection.access_token", "cloud_connection.refresh_token", "session.token_hash",
                "user_account.password_hash",
            ] {
                #expect(manifest.leftOut.contains { $0.hasPrefix(column + ": ") }, "\(column)")
            }
        }
    }

    @Test func anExportFileIsPrivateToItsOwnerAndNeverOverwritten() async throws {
        try await Stage.with { (stage) async throws in
            let path = FileManager.default.temporaryDirectory.path + "/tutti-export-\(UUID().uuidString).tar"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let exporter = TenantExporter(database: stage.database.tenants)
            let count = try await exporter.write(stage.here, path: path)
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(try Self.members(Array(data)).count == count)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            await #expect(throws: APIError.self) { try await exporter.write(stage.here, path: path) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
            #expect(try await stage.record(of: stage.here) == ["command line tenant.export"])
        }
    }

    @Test func theIncompleteFileOfAFailedExportIsRemoved() async throws {
        try await Stage.with { (stage) async throws in
            let path = FileManager.default.temporaryDirectory.path + "/tutti-export-\(UUID().uuidString).tar"
            defer { try? FileManager.default.removeItem(atPath: path) }
            // The export fails after its first file, which needs no cursor.
            try await stage.database.sql("drop function control.open_export(text)")
            let exporter = TenantExporter(database: stage.database.tenants)
            await #expect(throws: (any Error).self) { try await exporter.write(stage.here, path: path) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func anArchiveTooLargeForMemoryIsRefused() async throws {
        let buffer = ArchiveBuffer(limit: 4)
        try await buffer.append([1, 2, 3, 4])
        try await buffer.replace(at: 1, with: [9])
        await #expect(throws: APIError.self) { try await buffer.append([5]) }
        #expect(buffer.bytes == [1, 9, 3, 4])
    }

    private static func sha256(_ bytes: [UInt8], _ stage: Stage) async throws -> String {
        let rows = try await stage.database.superuser.rows("select encode(sha256(\(bytes)), 'hex') as hash")
        return try rows[0]("hash")
    }
}
