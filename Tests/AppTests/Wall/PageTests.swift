import Foundation
import HTTP
import Testing

@testable import Accounts
@testable import App
@testable import Web

/// Tests of the route table and of `inputs.yaml` for pages and their forms, which `openapi.yaml` does not describe.
struct PageTests {
    @Test func theListOfInputsContainsEveryFormAndOnlyPages() async throws {
        try await WallStage.with { stage in
            let pages = stage.wiring.routes.filter(\.isPage)
            let inputs = try PageInputs.ours().all
            #expect(Set(inputs.keys).subtracting(pages.map(\.operation)) == [], "unknown pages or forms")
            let forms = pages.filter { $0.method == .post && $0.operation != "postPlatformLogout" }.map(\.operation)
            #expect(forms.filter { inputs[$0]?.fields == nil } == [], "inputs.yaml lacks the fields of these pages")
        }
    }

    /// If a route that is marked as a page responded with something else, no document would describe the route.
    @Test func routesOfPagesAnswerWithHTML() async throws {
        try await WallStage.with { stage in
            var shown = 0
            for operation in stage.routed where stage.pages.contains(operation.name) {
                let answer = try await Self.answer(of: operation, on: stage)
                if !operation.isRead { try await stage.restore() }
                guard answer.status < 300, !Self.loadedByPages.contains(operation.name) else { continue }
                #expect(answer.mediaType == "text/html; charset=utf-8", "\(operation)")
                shown += 1
            }
            #expect(shown > 60)
        }
    }

    /// Every field of every displayed form is sent or known by these tests. Fields within the content of a catalogue item ("bearers/0/uri") are
    /// members of API bodies, which other tests attack.
    @Test func inputsYAMLListsEveryFieldOfEachDisplayedForm() async throws {
        try await WallStage.with { stage in
            let router = try Router(stage.wiring.routes)
            let inputs = try PageInputs.ours().all
            var unknown: Set<String> = []
            var found: Set<String> = []
            for operation in stage.routed where stage.pages.contains(operation.name) && operation.isRead {
                let page = try await Self.answer(of: operation, on: stage)
                for form in ShownForm.all(in: page.text, at: page.path) {
                    var known: Set<String> = ["csrf"]
                    for action in form.actions {
                        guard case .route(let route, _)? = try? router.match(.post, action) else {
                            unknown.insert("\(operation): no route answers a form to \(action)")
                            continue
                        }
                        found.insert(route.operation)
                        known.formUnion(inputs[route.operation]?.fields?.keys.map(\.self) ?? [])
                    }
                    for name in form.names.subtracting(known) where !name.contains("/") {
                        unknown.insert("\(form.actions.sorted()): \(name)")
                    }
                }
            }
            #expect(unknown.sorted() == [])
            #expect(found.count > 60)
        }
    }

    /// The files that pages load or offer. Their errors are pages.
    private static let loadedByPages: Set = [
        "getStylesheet", "getFavicon", "getGlossaryTable", "getAudienceManifest", "getAudienceServiceWorker",
        "getAudienceFile", "getAudienceIcon", "getOperatorEvents", "getOperatorLogTable", "getOperatorReportTable",
        "getPlayerBar", "getPlayerScript", "getSharedScript", "getLibraryArtwork",
    ]

    private struct Answer {
        let path: String
        let status: Int
        let mediaType: String?
        let text: String
    }

    private static func answer(of operation: WallOperation, on stage: WallStage) async throws -> Answer {
        let role = stage.callers(of: operation).greatest
        let request = try await WallRequest(stage: stage, operation: operation)
            .made(naming: .a, as: role, credentials: MatrixTests.credentials(of: operation, role, stage)).request
        let response = await stage.wiring.application.respond(to: request)
        let bytes: [UInt8] =
            switch response.content {
            case .bytes(let bytes): bytes
            case .representation(let representation): representation.identity
            case .none, .events, .stream: []
            }
        return Answer(
            path: request.path, status: response.status.code, mediaType: response.fields["Content-Type"],
            text: String(decoding: bytes, as: UTF8.self))
    }
}

/// A form of a page that is sent with POST.
struct ShownForm {
    /// The URLs to which the form may be sent, because a button may have a URL of its own.
    let actions: Set<String>
    let names: Set<String>

    static func all(in html: String, at path: String) -> [ShownForm] {
        html.matches(of: /<form\b([^>]*)>(.*?)<\/form>/.dotMatchesNewlines()).compactMap { match in
            guard attribute("method", in: match.1) == "post" else { return nil }
            let action = (attribute("action", in: match.1) ?? path).prefix { $0 != "?" }
            // A control with the attribute `form` belongs to another form (HTML, "form owner").
            let fields = match.2.matches(of: /<(?:input|select|textarea|button)\b([^>]*)>/)
                .filter { attribute("form", in: $0.1) == nil }
            return ShownForm(
                actions: Set([String(action)] + fields.compactMap { attribute("formaction", in: $0.1) }),
                names: Set(fields.compactMap { attribute("name", in: $0.1) }))
        }
    }

    private static func attribute(_ name: String, in text: Substring) -> String? {
        text.matches(of: /([a-z-]+)="([^"]*)"/).first { $0.1 == name }.map { String($0.2) }
    }
}
