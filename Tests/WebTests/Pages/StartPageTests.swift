import HTTP
import Testing

@testable import Web

@Suite struct StartPageTests {
    private static let map = SiteMap([
        .init(
            "/operator", "Operator", "step through the concert", icon: .concert, access: .permission(.viewOperator),
            look: .hall),
        .init(
            "/library", "Library", "your music", icon: .library, access: .account,
            shortcuts: [.init("/library/songs", "Songs")]),
    ])

    private struct Playing: StartSection {
        let says: String?

        func startSection(for context: RequestContext) async throws -> HTML? { says.map { "<h2>\($0)</h2>" } }
    }

    private struct UnavailableSection: StartSection {
        func startSection(for context: RequestContext) async throws -> HTML? { throw APIError.notLoggedIn }
    }

    private static func text(_ fields: Fields = [:], _ sections: [any StartSection] = []) async throws -> String {
        let page = StartPage(sections: sections, links: [.init("/live", "Live position", "as JSON")])
        return try await application(page.routes, siteMap: map).respond(to: .hall(.get, "/", fields: fields)).text
    }

    @Test func theStartPageShowsAVisitorPublicContentAndASignInLink() async throws {
        let text = try await Self.text()
        #expect(text.contains("Hall &amp; Choir"))
        #expect(text.contains("<h1>Welcome</h1>"))
        #expect(text.contains("href=\"/live\""))
        #expect(text.contains("<a class=\"button\" href=\"/login\">Sign in</a>"))
        #expect(!text.contains("href=\"/operator\"") && !text.contains("href=\"/library\""))
    }

    @Test func theStartPageShowsACallerOnlyTheAreasOfItsRole() async throws {
        let listener = try await Self.text(["Cookie": "who=listener"])
        #expect(!listener.contains("href=\"/operator\""))
        #expect(listener.contains("href=\"/library/songs\"") && listener.contains("href=\"/account\""))
        #expect(!listener.contains("href=\"/login\""))
        let admin = try await Self.text(["Cookie": "who=admin"])
        #expect(admin.contains("href=\"/operator\""))
    }

    private static func platformText(_ fields: Fields) async throws -> String {
        let page = StartPage(links: []) { request, _ in
            guard request.fields["Cookie"]?.contains("platform=") == true else { return nil }
            return PlatformCaller(id: 1, login: "<pia>", proof: .cookie(csrfToken: "abc"), key: [])
        }
        return try await application(page.routes, siteMap: map).respond(to: .hall(.get, "/", fields: fields)).text
    }

    @Test func theStartPageLinksAPlatformAdministratorToThePlatform() async throws {
        let text = try await Self.platformText(["Cookie": "platform=x"])
        #expect(text.contains("signed in to the platform as <strong>&lt;pia&gt;</strong>"))
        #expect(text.contains("aria-label=\"Account: &lt;pia&gt;\"") && text.contains("action=\"/platform/logout\""))
        #expect(text.split(separator: "href=\"/platform\"").count == 3, "the card and the account menu")
        #expect(!text.contains("<a class=\"button\" href=\"/login\">Sign in</a>"))
        #expect(!text.contains("href=\"/library\""), "a platform account is no account of the tenant")
        let visitor = try await Self.platformText([:])
        #expect(!visitor.contains("href=\"/platform\"") && visitor.contains("href=\"/login\">Sign in</a>"))
    }

    @Test func aCallerSignedInToTenantAndPlatformKeepsTheAccountMenuOfTheTenant() async throws {
        let text = try await Self.platformText(["Cookie": "who=listener; platform=x"])
        #expect(text.contains("aria-label=\"Account: listener\"") && text.contains("action=\"/logout\""))
        #expect(text.contains("href=\"/platform\"") && !text.contains("action=\"/platform/logout\""))
    }

    @Test func areaCardsRenderedInAdvanceEqualCardsRenderedForAPage() async throws {
        var cards: [String] = []
        for page in [StartPage(links: []), StartPage(links: [], siteMap: Self.map)] {
            let text = try await application(page.routes, siteMap: Self.map)
                .respond(to: .hall(.get, "/", fields: ["Cookie": "who=admin"])).text
            cards.append(String(text[try #require(text.firstRange(of: "<h2>Areas</h2>")).lowerBound...]))
        }
        #expect(cards[0] == cards[1])
        #expect(cards[0].contains("href=\"/operator\"") && cards[0].contains("href=\"/library/songs\""))
    }

    @Test func theStartPageShowsTheContentOfItsSections() async throws {
        let text = try await Self.text([:], [Playing(says: "Don & Juan"), Playing(says: nil)])
        #expect(text.contains("<h2>Don &amp; Juan</h2>"))
    }

    @Test func aFailingSectionOfTheStartPageIsOmitted() async throws {
        let text = try await Self.text(["Cookie": "who=admin"], [UnavailableSection(), Playing(says: "Radio One")])
        #expect(text.contains("Radio One") && text.contains("href=\"/operator\""))
    }
}
