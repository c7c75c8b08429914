import HTTP

/// The style rules of all pages in one file. A component's rules are in a CSS file beside its source. The name of the sent file contains a
/// fingerprint, so that browsers can cache it for a year (docs/decisions/0053-one-design.md).
enum Stylesheet {
    /// The style rules as one text, without indentation.
    static let text: String = {
        let elements = [EmbeddedText.scaleCSS, EmbeddedText.baseCSS, EmbeddedText.iconCSS]
        let components = [
            EmbeddedText.appBarCSS, EmbeddedText.partsNavigationCSS, EmbeddedText.tabsCSS, EmbeddedText.chipsCSS,
            EmbeddedText.listHeadCSS, EmbeddedText.rowListCSS, EmbeddedText.artworkGridCSS, EmbeddedText.cardGridCSS,
            EmbeddedText.fieldCSS, EmbeddedText.noticeCSS, EmbeddedText.emptyStateCSS, EmbeddedText.progressCSS,
            EmbeddedText.dataTableCSS, EmbeddedText.confirmationCSS, EmbeddedText.chartCSS, EmbeddedText.playerBarCSS,
        ]
        let parts =
            [ColourRole.rules] + elements.map(\.description) + [Artwork.rules] + components.map(\.description)
        return parts.joined(separator: "\n").split(separator: "\n").map { String($0.drop { $0 == " " }) }
            .joined(separator: "\n")
    }()

    static let fingerprint: String = {
        let bytes = Array(text.utf8)
        let tag = Representation(mediaType: "text/css", identity: bytes, compress: false, lastModified: 0).entityTag
        return String(tag.filter { $0 != "\"" }.prefix(16))
    }()

    static let path = "/assets/\(file)"

    static let file = "pages-\(fingerprint).css"
}

/// The route of the stylesheet.
public struct StylesheetRoutes: Sendable {
    private let permanent: Representation
    private let revalidated: Representation

    /// Creates the route and compresses the stylesheet once. `lastModified` is in seconds since 1970.
    public init(lastModified: Int64) {
        permanent = Representation(
            mediaType: "text/css; charset=utf-8", identity: Array(Stylesheet.text.utf8), compress: true,
            lastModified: lastModified, fields: ["Cache-Control": "public, max-age=31536000, immutable"])
        revalidated = Representation(permanent, fields: ["Cache-Control": "no-cache"])
    }

    public var routes: [Route] {
        [
            Route(
                "getStylesheet", .get, "/assets/{stylesheet}", access: .everyone, errors: .page,
                endpoint: getStylesheet)
        ]
    }

    /// Answers `getStylesheet`. During an update, a page of another program version may request its stylesheet here; it gets the current one, which
    /// caches must revalidate. Throws 404 for the name of another file.
    func getStylesheet(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.parameter("stylesheet")
        if name == Stylesheet.file { return Response(content: .representation(permanent)) }
        guard name.hasPrefix("pages-"), name.hasSuffix(".css") else {
            throw APIError(.notFound, code: .noSuchPath, "this path does not exist: check the address")
        }
        return Response(content: .representation(revalidated))
    }
}
