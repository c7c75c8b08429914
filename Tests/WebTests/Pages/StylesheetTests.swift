import HTTP
import Testing

@testable import Web

struct StylesheetTests {
    private static func answer(_ path: String) async throws -> Response {
        try await application(StylesheetRoutes(lastModified: 0).routes).respond(to: .hall(.get, path))
    }

    private static func caching(_ response: Response) -> String? {
        guard case .representation(let content) = response.content else { return nil }
        return content.fields["Cache-Control"]
    }

    @Test func theStylesheetAtItsCurrentFingerprintIsCachedAsImmutable() async throws {
        let answer = try await Self.answer(Stylesheet.path)
        #expect(answer.status == .ok)
        #expect(Self.caching(answer) == "public, max-age=31536000, immutable")
    }

    /// During an update, a page of another program version requests its stylesheet.
    @Test func theStylesheetAtAnotherFingerprintIsRevalidated() async throws {
        let answer = try await Self.answer("/assets/pages-0123456789abcdef.css")
        #expect(answer.status == .ok && Self.caching(answer) == "no-cache")
        #expect(try await Self.answer("/assets/other.css").status == .notFound)
    }

    @Test func bothResponsesOfTheStylesheetShareTheCompressedBytes() async throws {
        let service = try application(StylesheetRoutes(lastModified: 0).routes)
        func packed(_ path: String) async throws -> [UInt8] {
            let answer = await service.respond(to: .hall(.get, path))
            guard case .representation(let content) = answer.content else { return [] }
            return try #require(content.gzip)
        }
        let current = try await packed(Stylesheet.path)
        let other = try await packed("/assets/pages-0123456789abcdef.css")
        #expect(!current.isEmpty && current == other)
        let isShared = current.withUnsafeBufferPointer { current in
            other.withUnsafeBufferPointer { other in current.baseAddress == other.baseAddress }
        }
        #expect(isShared)
    }

    @Test func everyColourRoleExceptLibraryIsUsedInTheStylesheet() {
        for role in ColourRole.allCases where role != .library {
            #expect(Stylesheet.text.contains("var(\(role.property))"), "\(role)")
        }
    }

    /// A literal colour would be wrong in one of the looks.
    @Test func styleRulesUseColourRolesInsteadOfLiteralColours() {
        let rules = Stylesheet.text.split(separator: "\n").filter { !$0.hasPrefix(":root") && !$0.hasPrefix(".hall") }
        for rule in rules where !rule.contains("--pattern") && !rule.contains(".art {") {
            #expect(
                rule.firstMatch(of: /#[0-9a-f]{3,8}\b/) == nil || rule.contains("color: #fff; font-style"), "\(rule)")
        }
    }

    @Test func theCompressedStylesheetIsSmallerThan8KiB() throws {
        let packed = Representation(
            mediaType: "text/css", identity: Array(Stylesheet.text.utf8), compress: true, lastModified: 0)
        #expect(try #require(packed.gzip).count < 8 * 1024)
    }
}

struct FaviconTests {
    @Test func theFaviconVersionLinkedByAPageIsCachedAsImmutable() async throws {
        let page = try application(
            [
                Route("getPage", .get, "/page", access: .visitor, errors: .page) { _, context in
                    Page("Now", context, content: "").response()
                }
            ] + FaviconRoutes().routes)
        let text = try #require(
            await page.respond(to: .hall(.get, "/page")).text.firstMatch(of: /\/favicon\.svg\?v=([0-9a-f]+)/))
        let kept = await page.respond(to: .hall(.get, "/favicon.svg", query: "v=\(text.1)"))
        #expect(kept.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(kept.text.contains(">HC</text>"))
        let other = await page.respond(to: .hall(.get, "/favicon.svg", query: "v=1"))
        #expect(other.status == .ok && other.fields["Cache-Control"] == "public, max-age=3600")
    }
}

struct DesignRoutesTests {
    private static func status(_ tenant: String?) async throws -> Status {
        try await application(DesignRoutes(tenant: tenant).routes).respond(to: .hall(.get, "/design")).status
    }

    /// Each text is the markup of a state of a component.
    @Test(arguments: [
        "<details class=\"menu account\" name=\"bar\" open>", "aria-label=\"Account: pia\"", "<div class=\"onnow\">",
        "<code class=\"secret\">", "<i class=\"art large h", "<img class=\"art large\"",
        "<img class=\"art round large\"",
        "type=\"email\"", "type=\"password\"", "type=\"url\"", "type=\"file\" accept=\"image/png,image/jpeg\"",
        "<optgroup label=\"Music\">", " disabled", "<details class=\"confirm\" open><summary class=\"button grave\">",
        "<details class=\"confirm\" open><summary class=\"button quiet\">", "total 0, highest 0",
        "<li>The show overlaps", "<td class=\"act\" role=\"cell\"><details class=\"confirm\">",
    ])
    func theDesignGalleryShowsTheLessFrequentStates(markup: String) async throws {
        let page = try await application(DesignRoutes(tenant: "hall").routes).respond(to: .hall(.get, "/design"))
        #expect(page.text.contains(markup))
    }

    @Test func theIDsOfTheDesignGalleryAreUnique() async throws {
        let page = try await application(DesignRoutes(tenant: "hall").routes).respond(to: .hall(.get, "/design"))
        let ids = page.text.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
        #expect(ids.count > 40)
        #expect(Set(ids).count == ids.count, "\(Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys)")
    }

    @Test func theDesignGalleryIsAvailableOnlyOnTheConfiguredTenant() async throws {
        #expect(try await Self.status("hall") == .ok)
        #expect(try await Self.status("demo") == .notFound)
        #expect(try await Self.status(nil) == .notFound)
    }
}
