import HTTP
import Tenancy

/// The start page, `/`: the current programmes, and links to the areas that the caller may open.
public struct StartPage: Sendable {
    /// A link to a document for apps and programs.
    public struct Link: Sendable, Hashable {
        public let path: LocalPath
        public let title: String
        /// A short description, with the size of large documents.
        public let detail: String

        public init(_ path: LocalPath, _ title: String, _ detail: String) {
            self.path = path
            self.title = title
            self.detail = detail
        }
    }

    private let sections: [any StartSection]
    private let platformCaller: @Sendable (Request, RequestContext) async throws -> PlatformCaller?
    private let documents: HTML
    private let cards: [(path: LocalPath, html: HTML)]

    /// Creates a start page.
    ///
    /// - Parameters:
    ///   - sections: the sections about the current programmes, in display order.
    ///   - links: the links to documents, in display order.
    ///   - siteMap: the areas whose cards are rendered in advance.
    ///   - platformCaller: returns the platform administrator who is signed in on the request's host, so that the page has a link to the platform;
    ///     `nil` if there is none.
    public init(
        sections: [any StartSection] = [], links: [Link], siteMap: SiteMap = .empty,
        platformCaller: @escaping @Sendable (Request, RequestContext) async throws -> PlatformCaller? = { _, _ in nil }
    ) {
        self.sections = sections
        self.platformCaller = platformCaller
        cards = siteMap.areas.map { ($0.path, Self.card(of: $0)) }
        documents = Self.markup(of: links)
    }

    public var routes: [Route] {
        [Route("getStart", .get, "/", access: .visitor, errors: .page, endpoint: getStart)]
    }

    /// Answers `getStart`. A section that fails is omitted and logged as a warning.
    func getStart(_ request: Request, _ context: RequestContext) async throws -> Response {
        var now: [HTML] = []
        for section in sections {
            do {
                if let section = try await section.startSection(for: context) { now.append(section) }
            } catch {
                context.logger.warning("a section of the start page cannot be read", metadata: ["error": "\(error)"])
            }
        }
        let platform = await platformAccount(request, context)
        var page = Page(
            "Welcome", context,
            content: """
                \(context.caller == nil ? visitor(context, platform) : HTML.empty)
                \(now)
                \(context.caller.map { areas(for: $0, context) })
                \(platform.map(Self.platformSection))
                \(documents)
                """)
        page.platformCaller = platform
        return page.response()
    }

    private func platformAccount(_ request: Request, _ context: RequestContext) async -> PlatformCaller? {
        do {
            return try await platformCaller(request, context)
        } catch {
            context.logger.warning("the platform session cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func visitor(_ context: RequestContext, _ platform: PlatformCaller?) -> HTML {
        """
        <p>The music server of \(context.tenant.name) offers live programme notes, radio, and your own music library.</p>
        \(platform == nil ? "<p><a class=\"button\" href=\"/login\">Sign in</a></p>" : HTML.empty)
        """
    }

    private static func platformSection(_ caller: PlatformCaller) -> HTML {
        """
        <h2>Platform</h2>
        <p>You are signed in to the platform as <strong>\(caller.login)</strong>.</p>
        \(CardGrid(items: [platformCard]).html)
        """
    }

    private static let platformCard = Card(
        "/platform", "Platform", "Tenants of this server, their host names, limits and administrators", icon: .platform
    ).html

    private func areas(for caller: Caller, _ context: RequestContext) -> HTML {
        let areas = context.navigation.areas(for: caller).map { area in
            cards.first { $0.path == area.path }?.html ?? Self.card(of: area)
        }
        return "<h2>Areas</h2>\n\(CardGrid(items: areas + [Self.account]).html)"
    }

    private static func card(of area: SiteMap.Area) -> HTML {
        var card = Card(area.path, area.title, "\(area.detail)", icon: area.icon)
        card.shortcuts = area.shortcuts.map { Page.Link($0.path, $0.title) }
        return card.html
    }

    private static let account = Card(
        "/account", "Your account", "Password, sessions, access tokens", icon: .account
    ).html

    private static func markup(of links: [Link]) -> HTML {
        guard !links.isEmpty else { return .empty }
        return """
            <details><summary>For developers and administrators</summary>
            <ul>\(links.map { "<li><a href=\"\($0.path.text)\">\($0.title)</a>: \($0.detail)</li>" as HTML })</ul></details>
            """
    }
}
