import HTTP
import Tenancy
import Testing
import Web

@testable import Notices

@Suite struct NoticeRoutesTests {
    private static let oldPhone = "platform=ios&appVersion=1.9&device=phone"

    @Test func findNotices() async throws {
        try await Stage.with { stage in
            let id = try await stage.rule("optional")
            _ = await stage.send(.post, "/api/v1/admin/content-updates", #"{"message": "More jazz."}"#, as: .programmer)
            #expect(try await stage.notices(Self.oldPhone) == ["upgrade-\(id)", "data-warning"], "without an account")
            let all = ["upgrade-\(id)", "data-warning", "content-update"]
            #expect(try await stage.notices(Self.oldPhone, as: .listener) == all)
            let forced = try await stage.rule("forced", "<1.10")
            let answer = await stage.send(.get, "/api/v1/notices?" + Self.oldPhone)
            let first = try #require((answer["items"] as? [[String: Any]])?.first)
            #expect(first["id"] as? String == "upgrade-\(forced)")
            #expect(first["kind"] as? String == "upgrade-forced")
            #expect(first["linkUrl"] as? String == "https://store.example/app")
            #expect(first["revision"] as? Int == 1)
            #expect((first["actions"] as? [[String: Any]])?.map { $0["id"] as? String } == ["update"])
            #expect(answer.fields["Cache-Control"] == "no-store")
        }
    }

    @Test func anAppWithoutAMatchingPlatformAndVersionReceivesNoUpgradeNotice() async throws {
        try await Stage.with { stage in
            try await stage.rule("forced")
            for query in ["", "platform=ios", "appVersion=1.0", "platform=android&appVersion=1.0"] {
                #expect(try await stage.notices(query) == ["data-warning"], "\(query)")
            }
        }
    }

    @Test(arguments: [
        ("platform=i%20os", "platform"), ("appVersion=one", "appVersion"), ("device=", "device"),
        ("device=a%0Ab", "device"),
        ("device=" + String(repeating: "a", count: 101), "device"),
    ])
    func anInvalidNoticeQueryIsRefused(query: String, field: String) async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.get, "/api/v1/notices?" + query)
            #expect(answer.status == 422)
            #expect(answer.faults == [field])
        }
    }

    private static func dismissal(
        _ revision: Int = 0, forever: Bool = true, device: String? = "phone", version: String? = nil
    ) -> String {
        "{\"forever\": \(forever), \"revision\": \(revision)"
            + (device.map { ", \"device\": \"\($0)\"" } ?? "") + (version.map { ", \"appVersion\": \"\($0)\"" } ?? "")
            + "}"
    }

    /// Spec R1.
    @Test func dismissNotice() async throws {
        try await Stage.with { stage async throws in
            let path = "/api/v1/notices/data-warning/dismissal"
            #expect(await stage.send(.put, path, Self.dismissal()).status == 204)
            #expect(await stage.send(.put, path, Self.dismissal()).status == 204, "a repetition changes nothing")
            #expect(try await stage.notices("device=phone") == [])
            #expect(try await stage.notices("device=other") == ["data-warning"])
            #expect(try await stage.notices() == ["data-warning"])
            #expect(try await stage.notices("device=phone", at: "there") == ["data-warning"])
            #expect(try await stage.notices("device=phone", as: .listener) == [], "dismissed on this device")
        }
    }

    @Test func aDismissalByAnAccountAppliesToThatAccountAndDevice() async throws {
        try await Stage.with { stage async throws in
            let path = "/api/v1/notices/data-warning/dismissal"
            #expect(await stage.send(.put, path, Self.dismissal(), as: .listener).status == 204)
            #expect(try await stage.notices("device=phone", as: .listener) == [])
            #expect(try await stage.notices("device=tablet", as: .listener) == ["data-warning"])
            #expect(try await stage.notices("device=phone", as: .editor) == ["data-warning"])
            #expect(try await stage.notices("device=phone") == ["data-warning"])
            #expect(await stage.send(.put, path, Self.dismissal(device: nil), as: .editor).status == 204)
            #expect(try await stage.notices(as: .editor) == [])
        }
    }

    /// Spec R1.
    @Test func aDismissedNoticeWithANewTextIsShownAgain() async throws {
        try await Stage.with { stage async throws in
            let (words, path) = ("/api/v1/admin/notices/data-warning", "/api/v1/notices/data-warning/dismissal")
            #expect(await stage.send(.put, path, Self.dismissal(0)).status == 204)
            #expect(await stage.send(.put, words, #"{"title": "Data", "message": "Costs."}"#, as: .admin).status == 200)
            #expect(try await stage.notices("device=phone") == ["data-warning"])
            #expect(await stage.send(.put, path, Self.dismissal(0)).status == 204, "what was shown when it was pressed")
            #expect(try await stage.notices("device=phone") == ["data-warning"])
            #expect(await stage.send(.put, path, Self.dismissal(1)).status == 204)
            #expect(await stage.send(.put, path, Self.dismissal(0)).status == 204, "a late dismissal")
            #expect(try await stage.notices("device=phone") == [])
        }
    }

    @Test func aForcedUpgradeCannotBeDismissed() async throws {
        try await Stage.with { stage in
            let id = try await stage.rule("optional")
            let path = "/api/v1/notices/upgrade-\(id)/dismissal"
            #expect(await stage.send(.put, path, Self.dismissal(1)).status == 204)
            #expect(try await stage.notices(Self.oldPhone) == ["data-warning"])
            // The rule becomes forced without new texts. Even a dismissal of this revision then hides nothing.
            try await stage.database.sql("update app.upgrade_rule set kind = 'forced'")
            stage.observers.changesWereMissed()
            #expect(try await stage.notices(Self.oldPhone) == ["upgrade-\(id)", "data-warning"])
            let answer = await stage.send(.put, path, Self.dismissal(1))
            #expect(answer.status == 409)
            #expect(answer["code"] as? String == "forced-upgrade")
        }
    }

    /// Spec R5.
    @Test func aPostponedOptionalUpgradeReturnsAfterADayAndWithTheNextVersion() async throws {
        try await Stage.with { stage in
            let id = try await stage.rule("optional")
            let path = "/api/v1/notices/upgrade-\(id)/dismissal"
            #expect(await stage.send(.put, path, Self.dismissal(1, forever: false, version: "1.9")).status == 204)
            #expect(try await stage.notices(Self.oldPhone) == ["data-warning"])
            #expect(try await stage.notices("platform=ios&appVersion=1.9.1&device=phone").first == "upgrade-\(id)")
            try await stage.database.sql("update app.notice_dismissal set until = until - interval '1 day 1 second'")
            #expect(try await stage.notices(Self.oldPhone).first == "upgrade-\(id)")
            #expect(await stage.send(.put, path, Self.dismissal(1)).status == 204)
            #expect(await stage.send(.put, path, Self.dismissal(1, forever: false)).status == 204, "it stays permanent")
            try await stage.database.sql("update app.notice_dismissal set until = until - interval '1 day 1 second'")
            #expect(try await stage.notices(Self.oldPhone) == ["data-warning"])
        }
    }

    @Test func aContentUpdateIsDismissedByTheAccountOnAllItsDevices() async throws {
        try await Stage.with { stage async throws in
            let path = "/api/v1/notices/content-update/dismissal"
            #expect(await stage.send(.put, path, Self.dismissal(1), as: .listener).status == 404, "there is none")
            _ = await stage.send(.post, "/api/v1/admin/content-updates", #"{"message": "More."}"#, as: .programmer)
            #expect(await stage.send(.put, path, Self.dismissal(1)).status == 401)
            #expect(await stage.send(.put, path, Self.dismissal(1), as: .listener).status == 204)
            #expect(try await stage.notices("device=tablet", as: .listener) == ["data-warning"])
            #expect(try await stage.notices(as: .editor) == ["data-warning", "content-update"])
        }
    }

    @Test func anInvalidDismissalOfANoticeIsRefused() async throws {
        try await Stage.with { stage in
            let foreign = try await stage.rule("optional", at: "there")
            for notice in ["nothing", "upgrade-999999", "upgrade-\(foreign)"] {
                #expect(await stage.send(.put, "/api/v1/notices/\(notice)/dismissal", Self.dismissal()).status == 404)
            }
            let path = "/api/v1/notices/data-warning/dismissal"
            for (body, field) in [
                (Self.dismissal(device: nil), "/device"), (Self.dismissal(device: ""), "/device"),
                (Self.dismissal(device: String(repeating: "a", count: 101)), "/device"),
                (Self.dismissal(1), "/revision"), (Self.dismissal(-1), "/revision"),
                (Self.dismissal(forever: false), "/forever"), (Self.dismissal(version: "x"), "/appVersion"),
                (#"{"revision": 0, "device": "phone"}"#, "/forever"),
                (#"{"forever": true, "device": "phone"}"#, "/revision"),
            ] {
                let answer = await stage.send(.put, path, body)
                #expect(answer.status == 422, "\(body)")
                #expect(answer.faults == [field], "\(body)")
            }
            #expect(try await stage.database.sql("select count(*) from app.notice_dismissal") == "0")
        }
    }
}
