import HTTP

/// `/`: what this server is for this tenant, and where to go.
public struct StartPage: Sendable {
    /// One place to go.
    public struct Link: Sendable, Hashable {
        public let path: LocalPath
        public let title: String
        /// What is there, in a few words.
        public let detail: String
        /// Who may use it: others do not see it once they are logged in.
        public let access: Route.Access

        public init(_ path: LocalPath, _ title: String, _ detail: String, access: Route.Access = .everyone) {
            self.path = path
            self.title = title
            self.detail = detail
            self.access = access
        }
    }

    private let links: [Link]

    /// - Parameter links: in the order shown.
    public init(links: [Link]) { self.links = links }

    public var routes: [Route] {
        [Route("getStart", .get, "/", access: .visitor, errors: .page, endpoint: getStart)]
    }

    /// Answers `getStart`.
    func getStart(_ request: Request, _ context: RequestContext) async throws -> Response {
        let shown = links.filter { context.caller == nil || $0.access.admits(context.caller) }
        return Page(
            "Welcome", context,
            content: """
                <p>This is the music server of \(context.tenant.name): programme notes that follow the
                performance, on every phone in the hall.</p>
                <ul class="cards">\(shown.map { card($0, caller: context.caller) })</ul>
                \(context.caller == nil ? "<p><a class=\"button quiet\" href=\"/login\">Log in</a></p>" : HTML.empty)
                """
        ).response()
    }

    private func card(_ link: Link, caller: Caller?) -> HTML {
        let note: HTML = link.access.admits(caller) ? .empty : " (log-in needed)"
        return
            "<li><a href=\"\(link.path.text)\"><strong>\(link.title)</strong><span>\(link.detail)\(note)</span></a></li>"
    }
}
