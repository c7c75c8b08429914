import HTTP
import Synchronization
import Web

/// The routes of `/docs/api`, the API reference made from the OpenAPI document. The pages load nothing from other servers and need no script.
public struct ReferenceRoutes: Sendable {
    private let reference: Reference

    /// Creates the routes. `json` returns the OpenAPI document as JSON; it is called at the first request.
    public init(json: @escaping @Sendable () -> [UInt8]) { reference = Reference(json: json) }

    public var routes: [Route] {
        [
            Route("getReferencePage", .get, "/docs/api", access: .visitor, errors: .page, endpoint: getReferencePage),
            Route(
                "getReferenceGroupPage", .get, "/docs/api/{apiGroup}", access: .visitor, errors: .page,
                endpoint: getReferenceGroupPage),
        ]
    }

    /// Answers `getReferencePage` with the general rules, signing in, the permissions, the operations by group, and the error codes.
    func getReferencePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = Page("API reference", context, content: try reference.overview())
        page.style = ReferencePages.style
        return page.response()
    }

    /// Answers `getReferenceGroupPage` with the operations of one group, or 404 for an unknown group.
    func getReferenceGroupPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.parameter("apiGroup")
        guard let (title, content) = try reference.group(name) else {
            throw APIError(
                .notFound, code: .notFound,
                "the API reference has no group \"\(name.prefix(100))\"; /docs/api lists all groups")
        }
        var page = Page(title, context, content: content)
        page.style = ReferencePages.style
        page.up = Page.Link("/docs/api", "API reference")
        return page.response()
    }
}

/// A cache of the document and of the content of each page, each made at the first request for it.
private final class Reference: Sendable {
    private let json: @Sendable () -> [UInt8]
    private let made = Mutex(Made())

    private struct Made {
        var pages: ReferencePages?
        var overview: HTML?
        var groups: [String: HTML] = [:]

        mutating func pages(_ json: () -> [UInt8]) throws -> ReferencePages {
            if let pages { return pages }
            let pages = ReferencePages(description: try APIDescription(json()))
            self.pages = pages
            return pages
        }
    }

    init(json: @escaping @Sendable () -> [UInt8]) { self.json = json }

    func overview() throws -> HTML {
        try made.withLock { made in
            let pages = try made.pages(json)
            let overview = made.overview ?? pages.overview
            made.overview = overview
            return overview
        }
    }

    /// Returns the title and content of a group; `nil` if no group has the name.
    func group(_ name: String) throws -> (title: String, content: HTML)? {
        try made.withLock { made in
            let pages = try made.pages(json)
            guard let group = pages.description.groups.first(where: { $0.name == name }) else { return nil }
            let content = made.groups[name] ?? pages.operations(of: group)
            made.groups[name] = content
            return (ReferencePages.title(group), content)
        }
    }
}
