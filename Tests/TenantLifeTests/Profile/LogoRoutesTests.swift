import HTTP
import TestSupport
import Testing
import Web

@testable import TenantLife

@Suite struct LogoRoutesTests {
    private static let path = "/api/v1/admin/tenant/logo"

    /// The header of a PNG. The program reads no other part of the file.
    static func png(width: UInt8 = 40, high: UInt8 = 0, tail: UInt8 = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, high, width, 0, 0, 0, 30, 8, 6, 0, 0, 0, 1, 2, 3, 4, tail]
    }

    @Test func setOwnTenantLogo() async throws {
        try await Stage.with { (stage) async throws in
            #expect(await stage.send(.get, "/logo").status == .notFound)
            let answer = await stage.send(.put, Self.path, as: "admin@here", body: Self.png())
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(answer.text.contains("\"logoUrl\":\"/logo?v="))
            let (fields, _) = try await stage.browser()
            let page = await stage.send(.get, "/admin", fields).text
            let address = try #require(page.firstRange(of: "src=\"/logo?v=")).upperBound
            let version = page[address...].prefix { $0 != "\"" }
            let logo = await stage.send(.get, "/logo", query: "v=\(version)")
            #expect(logo.bytes == Self.png())
            guard case .representation(let shown) = logo.content else {
                Issue.record("the logo has no validators")
                return
            }
            #expect(shown.mediaType == "image/png" && shown.entityTag.hasPrefix("\"\(version)"))
            #expect(shown.fields["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(await stage.send(.get, "/logo", at: "there").status == .notFound, "another tenant has none")
            #expect(await stage.send(.put, Self.path, as: "listener@here", body: Self.png()).status == .forbidden)
        }
    }

    @Test func getLogo() async throws {
        try await Stage.with { (stage) async throws in
            _ = await stage.send(.put, Self.path, as: "admin@here", body: Self.png())
            for query in [nil, "v=0000000000000000"] {
                guard case .representation(let shown) = await stage.send(.get, "/logo", query: query).content else {
                    Issue.record("no logo")
                    return
                }
                #expect(shown.fields["Cache-Control"] == "no-cache", "an address that may mean another picture later")
            }
        }
    }

    @Test func replacingTheLogoKeepsBytesThatAnotherPictureUses() async throws {
        try await Stage.with { (stage) async throws in
            _ = await stage.send(.put, Self.path, as: "admin@here", body: Self.png())
            try await stage.database.sql(
                """
                insert into app.art (tenant_id) select tenant_id from app.blob;
                insert into app.art_image (tenant_id, art_id, position, sha256)
                select b.tenant_id, a.art_id, 0, b.sha256 from app.blob b join app.art a using (tenant_id);
                """)
            let answer = await stage.send(.put, Self.path, as: "admin@here", body: Self.png(tail: 1))
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try await stage.database.sql("select count(*) from app.blob;") == "2")
        }
    }

    @Test func replacingTheLogoDeletesTheOldBytes() async throws {
        try await Stage.with { (stage) async throws in
            _ = await stage.send(.put, Self.path, as: "admin@here", body: Self.png())
            _ = await stage.send(.put, Self.path, as: "admin@here", body: Self.png(tail: 1))
            #expect(try await stage.database.sql("select count(*) from app.blob;") == "1")
            #expect(await stage.send(.get, "/logo").bytes == Self.png(tail: 1))
        }
    }

    @Test func deleteOwnTenantLogo() async throws {
        try await Stage.with { (stage) async throws in
            _ = await stage.send(.put, Self.path, as: "admin@here", body: Self.png())
            let old = await stage.send(.delete, Self.path, as: "admin@here", ["If-Match": "\"1-0\""])
            #expect(old.status == .preconditionFailed)
            for _ in 1...2 { #expect(await stage.send(.delete, Self.path, as: "admin@here").status == .noContent) }
            #expect(await stage.send(.get, "/logo").status == .notFound)
            #expect(try await stage.database.sql("select count(*) from app.blob;") == "0")
            #expect(try await stage.record(of: stage.here) == ["admin tenant.logo.set", "admin tenant.logo.remove"])
        }
    }

    /// Spec S1.17.
    @Test(arguments: [
        (Array("<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>".utf8), 415), ([], 415),
        (Array("GIF89a".utf8), 415), (png(width: 1, high: 8), 422), (png(width: 0), 422),
    ])
    func aLogoOfAnUnsupportedTypeOrSizeIsRefused(bytes: [UInt8], status: Int) async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.put, Self.path, as: "admin@here", ["Content-Type": "image/png"], body: bytes)
            #expect(answer.status.code == status)
        }
    }

    @Test func postAdminTenantLogo() async throws {
        try await Stage.with { (stage) async throws in
            let (cookie, csrf) = try await stage.browser()
            func form(_ csrf: String) -> [UInt8] {
                Array("--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(csrf)\r\n--b\r\n".utf8)
                    + Array("Content-Disposition: form-data; name=\"logo\"; filename=\"a.png\"\r\n\r\n".utf8)
                    + Self.png() + Array("\r\n--b--\r\n".utf8)
            }
            var fields = cookie
            fields["Content-Type"] = "multipart/form-data; boundary=b"
            fields["Origin"] = "http://here"
            let forged = await stage.send(.post, "/admin/tenant/logo", fields, body: form("x"))
            #expect(forged.status == .forbidden)
            let answer = await stage.send(.post, "/admin/tenant/logo", fields, body: form(csrf))
            #expect(answer.fields["Location"] == "/admin/tenant?notice=logo-set", "\(answer.text)")
            #expect(await stage.send(.get, "/logo").bytes == Self.png())
            let wrong = await stage.send(
                .post, "/admin/tenant/logo", fields, body: form(csrf).map { $0 == 0x89 ? 0x88 : $0 })
            #expect(wrong.status == .unsupportedMediaType && wrong.text.contains("<h1>Settings</h1>"))
            #expect(wrong.text.contains("id=\"fault\">A logo must be") && wrong.text.contains("aria-invalid=\"true\""))
            try await stage.database.sql(
                "insert into control.tenant_limit (tenant_id, stored_bytes) values (\(stage.here.id), 5)")
            let large = await stage.send(.post, "/admin/tenant/logo", fields, body: form(csrf))
            #expect(large.status == .contentTooLarge && large.text.contains("<h1>Settings</h1>"))
            #expect(large.text.contains("but the limit is 5 bytes"), "\(large.text)")
        }
    }

    @Test func postAdminTenantLogoRemoval() async throws {
        try await Stage.with { (stage) async throws in
            _ = await stage.send(.put, Self.path, as: "admin@here", body: Self.png())
            let (cookie, csrf) = try await stage.browser()
            let answer = await stage.post("/admin/tenant/logo/removal", form: "csrf=\(csrf)", cookie)
            #expect(answer.fields["Location"] == "/admin/tenant?notice=logo-removed")
            #expect(await stage.send(.get, "/logo").status == .notFound)
        }
    }
}
