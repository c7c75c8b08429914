import Testing
import Web
import WebTestSupport

@testable import ConcertPages

/// The roles that may open the pages of a piece, and the tenants whose pieces the pages show.
struct PieceAccessTests {
    private static let pages = ["", "/tracks", "/structure", "/measures", "/preview", "/translations", "/proof"]

    @Test(arguments: pages)
    func noPageOfAPieceHasInlineStylesAndEachFormHasAButton(page: String) async throws {
        try await PieceStage.with { stage async throws in
            let answer = await stage.page(page)
            #expect(answer.status == 200)
            #expect(answer.fields["Cache-Control"] == "no-store")
            #expect(!answer.text.contains(" style="), "the content security policy forbids inline styles")
            #expect(!answer.text.contains(" onclick="))
            let forms = answer.text.matches(of: /<form[^>]*>(.*?)<\/form>/.dotMatchesNewlines())
            #expect(forms.allSatisfy { $0.1.contains("<button") }, "every form has a button")
        }
    }

    @Test(arguments: pages)
    func aPageOfAPieceOfAnotherTenantIsNotFound(page: String) async throws {
        try await PieceStage.with { stage async throws in
            #expect(await stage.page(page, at: "there").status == 404)
        }
    }

    @Test(arguments: [Role.listener, .programmer, .operator])
    func listenersProgrammersAndOperatorsMayNotOpenOrChangeAPiece(role: Role) async throws {
        try await PieceStage.with { stage async throws in
            for page in Self.pages { #expect(await stage.page(page, as: role).status == 403, "\(page)") }
            for form in try await Self.forms(stage) {
                #expect(await stage.post(form, [("tag", "*")], as: role).status == 403, "\(form)")
            }
        }
    }

    @Test func aFormCannotChangeAPieceOfAnotherTenant() async throws {
        try await PieceStage.with { stage async throws in
            let before = try await stage.content()
            for form in try await Self.forms(stage) {
                let fields = [
                    ("tag", "*"), ("measure", "2"), ("text", "Lost."), ("at", "5"), ("into", stage.history),
                    ("name", "Lost"), ("track", stage.music), ("to", "up"), ("label", "Lost"), ("colour", "#000000"),
                    ("rows", "1,2"), ("values", "0.5"), ("from", stage.music),
                ]
                #expect(await stage.post(form, fields, at: "there").status == 404, "\(form)")
            }
            #expect(try await stage.content() == before)
        }
    }

    private static func forms(_ stage: PieceStage) async throws -> [String] {
        let note = try await stage.note(0)
        let section = try await stage.content().sections[0].id
        return [
            "/tracks/\(stage.music)/annotations", note, note + "/split", note + "/merge", note + "/copy",
            note + "/delete", "/tracks", "/track-order", "/tracks/\(stage.music)", "/tracks/\(stage.music)/delete",
            "/sections", "/sections/\(section)", "/sections/\(section)/delete", "/keys", "/measures", "/intensities",
            "/translations",
        ]
    }

    @Test(arguments: ["/cms/pieces/999999", "/cms/pieces/x", "/cms/pieces/0"])
    func anUnknownPieceIsNotFound(path: String) async throws {
        try await PieceStage.with { stage async throws in
            #expect(await stage.stage.send(.get, path, nil, as: .editor).status == 404)
        }
    }
}
