import Testing
import Web
import WebTestSupport

@testable import RadioImports

struct ImportRoutesTests {
    private static func with(_ body: (RouteStage) async throws -> Void) async throws {
        try await RouteStage.with { database, now in
            ImportRoutes(
                database: database,
                imports: StationImport(database: database, announcer: RecordingAnnouncer(), now: now)
            ).routes
        } _: { stage in
            try await body(stage)
        }
    }

    private static let file = Array((PlaysReaderTests.head + "1,1,kan-88,2026-07-13T12:03:59Z,A,B,\r\n").utf8)

    @Test func importRadio() async throws {
        try await Self.with { stage in
            let answer = await stage.send(.post, "/api/v1/admin/imports/plays", body: Self.file, as: .programmer)
            #expect(answer.status == 200)
            #expect(answer["outcome"] as? String == "published")
            #expect(answer["actor"] as? String == "programmer")
            let again = await stage.send(.post, "/api/v1/admin/imports/plays", body: Self.file, as: .programmer)
            #expect(again["outcome"] as? String == "unchanged")
            let audit = try await stage.audit()
            #expect(audit == ["programmer radio.import plays", "programmer radio.import plays"])
        }
    }

    /// Spec R68.
    @Test func theErrorOfARefusedImportNamesFileAndLine() async throws {
        try await Self.with { stage in
            let file = Self.file + Array("2,1,kan-88,noon,A,B,\r\n".utf8)
            let answer = await stage.send(
                .post, "/api/v1/admin/imports/plays?strict=true&name=log.csv", body: file, as: .programmer)
            #expect(answer.status == 422)
            #expect(answer["code"] as? String == "import-refused")
            #expect(answer.faults == ["log.csv:3 recognized_at"])
        }
    }

    @Test func aFileWithoutTheColumnsOfItsFormatIsRefused() async throws {
        try await Self.with { stage in
            let answer = await stage.send(
                .post, "/api/v1/admin/imports/tracklists?name=list.csv", body: Array("name,street\nA,B\n".utf8),
                as: .programmer)
            #expect(answer.status == 422)
            #expect(answer["code"] as? String == "import-refused")
            #expect(answer.faults == ["list.csv:1"])
            let channels = try await stage.database.sql("select count(*) from app.channel")
            #expect(channels.split(separator: "\n").first == "0")
        }
    }

    @Test func findImportsAndGetImport() async throws {
        try await Self.with { stage in
            _ = await stage.send(.post, "/api/v1/admin/imports/plays?dryRun=true", body: Self.file, as: .admin)
            let list = await stage.send(.get, "/api/v1/admin/imports", body: [], as: .programmer)
            let id = list.objects("items").first?["id"] as? String ?? ""
            let one = await stage.send(.get, "/api/v1/admin/imports/\(id)", body: [], as: .programmer)
            #expect(one["outcome"] as? String == "dry-run")
            let report = one["report"] as? [String: Any]
            #expect((report?["counts"] as? [[String: Any]])?.count == 2)
            let other = await stage.send(
                .get, "/api/v1/admin/imports/\(id)", body: [], as: .programmer, at: "there")
            #expect(other.status == 404)
        }
    }

    @Test func cancelImport() async throws {
        try await Self.with { stage in
            let id = try await stage.database.importUnderWay(in: stage.here)
            let path = "/api/v1/admin/imports/\(id)"
            let strange = await stage.send(.delete, path, body: [], as: .programmer, at: "there")
            let missing = await stage.send(.delete, "/api/v1/admin/imports/99999", body: [], as: .programmer)
            #expect(strange.status == 404 && missing.status == 404)
            #expect(strange["detail"] as? String == missing["detail"] as? String)
            #expect(strange["code"] as? String == missing["code"] as? String)
            #expect(await stage.send(.delete, path, body: [], as: .listener).status == 403)
            for _ in 0..<2 { #expect(await stage.send(.delete, path, body: [], as: .programmer).status == 204) }
            let one = await stage.send(.get, path, body: [], as: .programmer)
            #expect(one["outcome"] as? String == "cancelled" && one["progress"] == nil)
            #expect(one["finishedAt"] != nil)
            let done = await stage.send(.post, "/api/v1/admin/imports/plays", body: Self.file, as: .programmer)
            let late = await stage.send(
                .delete, "/api/v1/admin/imports/\(done["id"] as? String ?? "")", body: [], as: .programmer)
            #expect(late.status == 409)
            #expect(late["code"] as? String == "import-finished")
        }
    }

    @Test func theAPIShowsTheProgressOfARunningImport() async throws {
        try await Self.with { stage in
            let id = try await stage.database.importUnderWay(in: stage.here)
            try await stage.database.holdingTheLock(of: stage.here) {
                let list = await stage.send(.get, "/api/v1/admin/imports", body: [], as: .programmer)
                let first = try #require(list.objects("items").first)
                #expect(first["outcome"] as? String == "under-way" && first["finishedAt"] == nil)
                let one = await stage.send(.get, "/api/v1/admin/imports/\(id)", body: [], as: .programmer)
                let progress = try #require(one["progress"] as? [String: Any])
                #expect(progress["phase"] as? String == "publishing" && progress["part"] as? String == "episodes")
                #expect(progress["items"] as? Int == 12_000)
            }
            let dead = await stage.send(.get, "/api/v1/admin/imports/\(id)", body: [], as: .programmer)
            #expect(dead["outcome"] as? String == "broken-off" && dead["progress"] == nil)
        }
    }

    @Test(arguments: [Role.listener, .editor, .operator])
    func listenersEditorsAndOperatorsCannotImport(role: Role) async throws {
        try await Self.with { stage in
            let answer = await stage.send(.post, "/api/v1/admin/imports/plays", body: Self.file, as: role)
            #expect(answer.status == 403)
        }
    }

    @Test func anUnknownImportFormatIsNotFound() async throws {
        try await Self.with { stage in
            let answer = await stage.send(.post, "/api/v1/admin/imports/telegraph", body: Self.file, as: .admin)
            #expect(answer.status == 404)
        }
    }
}
