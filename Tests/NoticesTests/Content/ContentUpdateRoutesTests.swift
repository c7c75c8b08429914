import HTTP
import Testing
import Web

@testable import Notices

@Suite struct ContentUpdateRoutesTests {
    private static let path = "/api/v1/admin/content-updates"

    @Test func announceContent() async throws {
        try await Stage.with { stage async throws in
            let answer = await stage.send(.post, Self.path, #"{"message": "More jazz."}"#, as: .programmer)
            #expect(answer.status == 201)
            #expect(answer["revision"] as? Int == 1)
            #expect(answer["message"] as? String == "More jazz.")
            #expect(await stage.send(.post, Self.path, #"{"message": "X"}"#, as: .admin)["revision"] as? Int == 2)
            #expect(
                await stage.send(.post, Self.path, #"{"message": "X"}"#, as: .admin, at: "there")["revision"] as? Int
                    == 1)
            #expect(await stage.send(.post, Self.path, #"{"message": ""}"#, as: .admin).faults == ["/message"])
            #expect(await stage.send(.post, Self.path, #"{"message": "X"}"#, as: .editor).status == 403)
            #expect(
                try await stage.audit() == [
                    "programmer content.announce 1", "admin content.announce 2", "admin content.announce 1",
                ])
        }
    }

    @Test func simultaneousAnnouncementsHaveDifferentRevisions() async throws {
        try await Stage.with { stage async throws in
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { await stage.send(.post, Self.path, #"{"message": "X"}"#, as: .admin).status }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 201, count: 8))
            #expect(try await stage.database.sql("select max(revision), count(*) from app.content_update") == "8|8")
        }
    }

    @Test func findContentUpdates() async throws {
        try await Stage.with { stage in
            for word in ["one", "two", "three"] {
                _ = await stage.send(.post, Self.path, "{\"message\": \"\(word)\"}", as: .admin)
            }
            let answer = await stage.send(.get, Self.path, as: .programmer)
            let updates = try #require(answer["items"] as? [[String: Any]])
            #expect(updates.map { $0["message"] as? String } == ["three", "two", "one"])
        }
    }

    /// Spec R7.
    @Test func acknowledgeContent() async throws {
        try await Stage.with { stage async throws in
            func put(_ revision: Int, as role: Role = .listener) async -> Answer {
                await stage.send(.put, "/api/v1/me/content-revision", "{\"revision\": \(revision)}", as: role)
            }
            #expect(await put(1).status == 422)
            #expect(await put(0)["revision"] as? Int == 0)
            for _ in 1...3 { _ = await stage.send(.post, Self.path, #"{"message": "X"}"#, as: .admin) }
            #expect(try await stage.notices(as: .listener) == ["data-warning", "content-update"], "only one update")
            #expect(await put(2)["revision"] as? Int == 2)
            #expect(try await stage.notices(as: .listener).contains("content-update"))
            #expect(await put(3)["revision"] as? Int == 3)
            #expect(try await stage.notices(as: .listener) == ["data-warning"])
            #expect(await put(1)["revision"] as? Int == 3, "the revision never decreases")
            #expect(await put(4).faults == ["/revision"])
            #expect(await put(-1).faults == ["/revision"])
            #expect(try await stage.notices(as: .editor).contains("content-update"))
            _ = await stage.send(.post, Self.path, #"{"message": "Y"}"#, as: .admin)
            #expect(try await stage.notices(as: .listener).contains("content-update"), "shown once for each revision")
        }
    }
}
