import Foundation
import HTTP
import Testing
import Web
import WebTestSupport

@testable import RadioImports

struct ImportPagesTests {
    private static func with(folder: String? = nil, _ body: (RouteStage) async throws -> Void) async throws {
        try await RouteStage.with { database, now in
            ImportPageRoutes(
                database: database,
                imports: StationImport(database: database, announcer: RecordingAnnouncer(), now: now), folder: folder
            ).routes
        } _: { stage in
            try await body(stage)
        }
    }

    private static let play = PlaysReaderTests.head + "1,1,kan-88,2026-07-13T12:03:59Z,A,B,\r\n"

    private static func send(
        _ stage: RouteStage, _ fields: [(String, String)], _ files: [(String, String)], as role: Role = .programmer,
        at host: String = "here"
    ) async -> StageAnswer {
        var text = ""
        for (name, value) in fields {
            text += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        for (name, content) in files {
            text += "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n\r\n\(content)\r\n"
        }
        return await stage.send(
            .post, "/station/imports", body: Array((text + "--b--\r\n").utf8), as: role, at: host,
            ["Content-Type": "multipart/form-data; boundary=b"])
    }

    private static func cuts(_ stage: RouteStage) async throws -> String {
        try await stage.database.sql("select count(*) from app.cut").filter(\.isNumber)
    }

    private static func page(_ stage: RouteStage, _ path: String, at host: String = "here") async -> StageAnswer {
        await stage.send(.get, path, body: [], as: .programmer, at: host)
    }

    @Test func aDryRunCanBePublishedOnlyWithTheSameFiles() async throws {
        try await Self.with { (stage) async throws in
            let tried = await Self.send(stage, [("format", "plays"), ("act", "try")], [("log.csv", Self.play)])
            #expect(tried.status == 303)
            let path = tried.fields["Location"] ?? ""
            let report = await Self.page(stage, path)
            #expect(report.text.contains("This was a dry run: nothing was written."))
            #expect(report.text.contains("<strong>played track</strong>"))
            let id = path.split(separator: "/").last.map(String.init) ?? ""
            #expect(report.text.contains("name=\"tried\" value=\"\(id)\""))
            #expect(report.text.contains("<p><button name=\"act\" value=\"publish\">"), "the report is the question")
            let form = await Self.page(stage, "/station/imports")
            #expect(!form.text.contains("<p><button name=\"act\" value=\"publish\">"))
            #expect(form.text.contains("<summary class=\"button grave\">Publish files</summary>"))
            let button =
                "<button class=\"grave\" name=\"act\" value=\"publish\" aria-describedby=\"consequence-publish\">"
            #expect(form.text.contains(button))
            #expect(try await Self.cuts(stage) == "0")
            let publish = [("format", "plays"), ("act", "publish"), ("tried", id)]
            let other = await Self.send(
                stage, publish, [("log.csv", Self.play + "2,1,kan-88,2026-07-13T12:09:59Z,A,C,\r\n")])
            #expect(other.status == 422)
            #expect(other.text.contains("must match the dry run in content and format"))
            #expect(try await Self.cuts(stage) == "0")
            let published = await Self.send(stage, publish, [("log.csv", Self.play)])
            #expect(published.status == 303)
            #expect(
                await Self.page(stage, published.fields["Location"] ?? "").text.contains(
                    "Published. Listeners see the changes now."))
            #expect(try await Self.cuts(stage) == "1")
            #expect(try await stage.audit().allSatisfy { $0 == "programmer radio.import plays" })
        }
    }

    @Test func aRunningImportCanBeCancelledOnItsPage() async throws {
        try await Self.with { (stage) async throws in
            let id = try await stage.database.importUnderWay(in: stage.here)
            let path = "/station/imports/\(id)"
            try await stage.database.holdingTheLock(of: stage.here) {
                let page = await Self.page(stage, path)
                #expect(page.text.contains("</summary>\n<form method=\"post\" action=\"\(path)/cancel\">"))
            }
            let form: Fields = ["Content-Type": "application/x-www-form-urlencoded"]
            let other = await stage.send(.post, "\(path)/cancel", body: [], as: .programmer, at: "there", form)
            #expect(other.status == 404)
            for _ in 0..<2 {
                let pressed = await stage.send(.post, "\(path)/cancel", body: [], as: .programmer, form)
                #expect(pressed.status == 303 && pressed.fields["Location"] == path)
            }
            let page = await Self.page(stage, path)
            #expect(page.text.contains("Cancelled: nothing was written."))
            #expect(!page.text.contains("/cancel\""))
        }
    }

    @Test func optionsOfADryRunAreFilledIntoItsPublicationForm() async throws {
        try await Self.with { (stage) async throws in
            let tried = await Self.send(
                stage, [("format", "plays"), ("act", "try"), ("channel", "kan & co"), ("strict", "yes")],
                [("log.csv", Self.play)])
            let page = await Self.page(stage, tried.fields["Location"] ?? "")
            #expect(page.text.contains("name=\"channel\" value=\"kan &amp; co\""))
            #expect(page.text.contains("name=\"strict\" value=\"yes\" checked"))
        }
    }

    @Test func importsAreListedNewestFirst() async throws {
        try await Self.with { (stage) async throws in
            _ = await Self.send(stage, [("format", "plays"), ("act", "try")], [("first.csv", Self.play)])
            _ = await Self.send(stage, [("format", "plays"), ("act", "publish")], [("second.csv", Self.play)])
            let list = await Self.page(stage, "/station/imports")
            let order = ["second.csv", "published", "first.csv", "dry run"].compactMap {
                list.text.range(of: $0)?.lowerBound
            }
            #expect(order.count == 4 && order == order.sorted())
            #expect(!(await Self.page(stage, "/station/imports", at: "there")).text.contains("first.csv"))
        }
    }

    @Test func theImportPagesShowTheProgressOfARunningImport() async throws {
        try await Self.with { (stage) async throws in
            let id = try await stage.database.importUnderWay(in: stage.here)
            let words = "Items read: 12000. Processing episodes"
            try await stage.database.holdingTheLock(of: stage.here) {
                let list = await Self.page(stage, "/station/imports")
                #expect(list.text.contains("data-running>in progress</b>") && list.text.contains(">episodes<"))
                let page = await Self.page(stage, "/station/imports/\(id)")
                #expect(page.text.contains("<p>\(words)</p>") && page.text.contains(">Refresh</a>"))
                #expect(page.text.contains("9 of 18") && page.text.contains("<progress value=\"9\" max=\"18\">"))
                #expect(page.text.contains("setTimeout(look"))
            }
            let page = await Self.page(stage, "/station/imports/\(id)")
            #expect(page.text.contains("Interrupted: nothing was written.") && !page.text.contains("setTimeout(look"))
            #expect(!(await Self.page(stage, "/station/imports")).text.contains("setTimeout(look"))
        }
    }

    @Test func errorsAreListedWithFileAndLineFiftyToAPage() async throws {
        try await Self.with { (stage) async throws in
            let bad = (0..<60).map { "\($0 + 2),1,kan-88,noon \($0),A,B,\r\n" }.joined()
            let answer = await Self.send(stage, [("format", "plays"), ("act", "try")], [("log.csv", Self.play + bad)])
            let path = answer.fields["Location"] ?? ""
            let first = await Self.page(stage, path)
            #expect(first.text.contains("Errors <span class=\"faint\">60</span>"))
            #expect(first.text.contains("<code>log.csv:3 recognized_at</code>"))
            #expect(!first.text.contains("log.csv:60 "))
            let second = await Self.page(stage, path + "?faults=50")
            #expect(second.text.contains("log.csv:60 ") && !second.text.contains("<code>log.csv:3 "))
        }
    }

    @Test func thePageOfARefusedImportShowsTheReason() async throws {
        try await Self.with { (stage) async throws in
            let answer = await Self.send(
                stage, [("format", "plays"), ("act", "publish"), ("strict", "yes")],
                [("log.csv", Self.play + "2,1,kan-88,noon,A,B,\r\n")])
            let page = await Self.page(stage, answer.fields["Location"] ?? "")
            #expect(page.text.contains("Refused: nothing was written."))
            #expect(page.text.contains("log.csv:3"))
        }
    }

    @Test func severalFilesArePublishedAsOneImport() async throws {
        try await Self.with { (stage) async throws in
            let other = PlaysReaderTests.head + "1,1,kan-88,2026-07-13T12:09:59Z,A,C,\r\n"
            let answer = await Self.send(
                stage, [("format", "plays"), ("act", "publish")], [("b.csv", other), ("a.csv", Self.play)])
            #expect(await Self.page(stage, answer.fields["Location"] ?? "").text.contains("2 files"))
            #expect(try await Self.cuts(stage) == "2")
        }
    }

    @Test func eachErrorInTheImportFormIsShownAtItsField() async throws {
        try await Self.with { (stage) async throws in
            let answer = await Self.send(stage, [("format", "telegraph"), ("source", "Not One"), ("act", "try")], [])
            #expect(answer.status == 422)
            for name in ["format", "files", "source"] {
                #expect(answer.text.contains("id=\"\(name)-fault\""), "\(name)")
            }
            #expect(answer.text.contains("value=\"Not One\""))
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func anImportOfAnotherTenantIsNotFound() async throws {
        try await Self.with { (stage) async throws in
            let answer = await Self.send(stage, [("format", "plays"), ("act", "try")], [("log.csv", Self.play)])
            #expect(await Self.page(stage, answer.fields["Location"] ?? "", at: "there").status == 404)
            let id = (answer.fields["Location"] ?? "").split(separator: "/").last.map(String.init) ?? ""
            let foreign = await Self.send(
                stage, [("format", "plays"), ("act", "publish"), ("tried", id)], [("log.csv", Self.play)], at: "there")
            #expect(foreign.status == 422)
        }
    }

    @Test(arguments: [Role.listener, .editor, .operator])
    func listenersEditorsAndOperatorsCannotOpenOrStartImports(role: Role) async throws {
        try await Self.with { (stage) async throws in
            #expect(await stage.send(.get, "/station/imports", body: [], as: role).status == 403)
            let answer = await Self.send(stage, [("format", "plays")], [("log.csv", Self.play)], as: role)
            #expect(answer.status == 403)
        }
    }

    @Test func theImportFolderListsOnlyFilesOfItsStation() async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("tutti-inbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (folder, name) in [
            ("here/plays", "today.csv"), ("here/plays", ".importing-now.csv"), ("here/plays/done", "old.csv"),
            ("here/plays/refused", "bad.csv"), ("here/plays/refused", "bad.csv.report.txt"),
            ("there/plays", "secret.csv"),
        ] {
            let place = root.appendingPathComponent(folder)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: place.appendingPathComponent(name))
        }
        let view = ImportFolderView(root: root.path, tenant: "here")
        #expect(
            view.kinds == [
                .init(name: "plays", waiting: ["today.csv"], underWay: ["now.csv"], doneCount: 1, refused: ["bad.csv"])
            ])
        try await Self.with(folder: root.path) { (stage) async throws in
            let page = await Self.page(stage, "/station/imports")
            #expect(page.text.contains("today.csv") && !page.text.contains("secret.csv"))
        }
    }
}
