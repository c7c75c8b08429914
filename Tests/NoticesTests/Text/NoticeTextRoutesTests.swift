import HTTP
import Testing
import Web

@testable import Notices

@Suite struct NoticeTextRoutesTests {
    private static let path = "/api/v1/admin/notices/data-warning"

    @Test func getNoticeWords() async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.get, Self.path, as: .admin)
            #expect(answer.status == 200)
            #expect(answer["revision"] as? Int == 0)
            #expect(answer["active"] as? Bool == true)
            #expect(answer.fields["ETag"] == "\"1.0\"")
            #expect(await stage.send(.get, "/api/v1/admin/notices/first-authentication", as: .admin).status == 200)
            for kind in ["content-update", "upgrade-1", "x"] {
                #expect(await stage.send(.get, "/api/v1/admin/notices/\(kind)", as: .admin).status == 404)
                let body = #"{"title": "a", "message": "b"}"#
                #expect(await stage.send(.put, "/api/v1/admin/notices/\(kind)", body, as: .admin).status == 404)
            }
        }
    }

    @Test func replaceNoticeWords() async throws {
        try await Stage.with { stage in
            func put(_ json: String, _ fields: Fields = [:]) async -> Answer {
                await stage.send(.put, Self.path, json, as: .admin, at: "here", fields)
            }
            let words = #"{"title": "Data", "message": "It costs.\nReally."}"#
            #expect(await put(words)["revision"] as? Int == 1)
            #expect(await put(words)["revision"] as? Int == 1, "the same words")
            let hidden = await put(#"{"title": "Data", "message": "It costs.\nReally.", "active": false}"#)
            #expect(hidden["revision"] as? Int == 1)
            #expect(hidden.fields["ETag"] == "\"1.1-off\"")
            #expect(try await stage.notices() == [])
            #expect(await put(words, ["If-Match": "\"1.1\""]).status == 412)
            #expect(await put(words, ["If-Match": "\"1.1-off\""]).status == 200)
            #expect(await put(#"{"title": "Data", "message": "Free."}"#)["revision"] as? Int == 2)
            let shown = await stage.send(.get, "/api/v1/notices")
            let notice = try #require((shown["items"] as? [[String: Any]])?.first)
            #expect(notice["message"] as? String == "Free.")
            #expect(notice["revision"] as? Int == 2)
            #expect(try await stage.notices(at: "there") == ["data-warning"])
            #expect(try await stage.audit() == Array(repeating: "admin notice.change data-warning", count: 4))
        }
    }

    @Test func invalidNoticeTextsAreRefused() async throws {
        try await Stage.with { stage async throws in
            for (body, faults) in [
                (#"{"title": "", "message": ""}"#, ["/title", "/message"]),
                (#"{"title": "a\nb", "message": "b"}"#, ["/title"]),
                (#"{"title": "a", "message": "b\u0007"}"#, ["/message"]),
                ("{\"title\": \"\(String(repeating: "a", count: 201))\", \"message\": \"b\"}", ["/title"]),
                ("{\"title\": \"a\", \"message\": \"\(String(repeating: "a", count: 4001))\"}", ["/message"]),
            ] {
                let answer = await stage.send(.put, Self.path, body, as: .admin)
                #expect(answer.status == 422)
                #expect(answer.faults == faults)
            }
            #expect(try await stage.audit().isEmpty)
        }
    }
}
