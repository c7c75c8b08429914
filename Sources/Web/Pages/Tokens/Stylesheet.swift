import HTTP

/// The style rules of all pages in one file. The file name contains a fingerprint of the rules, so that browsers can cache the file
/// without a time limit (docs/decisions/0053-one-look.md).
enum Stylesheet {
    /// The rules without the indentation of the source.
    static let text: String = {
        let parts = [
            ColourRole.rules, ScaleTokens.rules, BaseRules.rules, Icon.rules, Artwork.rules, AppBar.rules,
            PartsNavigation.rules, Tabs.rules, Chips.rules, ListHead.rules, RowList.rules, ArtworkGrid.rules,
            CardGrid.rules, Field.rules,
            Notice.rules, EmptyState.rules, Progress.rules, DataTable.rules, Confirmation.rules, Chart.rules,
        ]
        return parts.joined(separator: "\n").split(separator: "\n").map { String($0.drop { $0 == " " }) }
            .joined(separator: "\n")
    }()

    static let fingerprint: String = {
        let bytes = Array(text.utf8)
        let tag = Representation(mediaType: "text/css", identity: bytes, compress: false, lastModified: 0).entityTag
        return String(tag.filter { $0 != "\"" }.prefix(16))
    }()

    /// The path of the file.
    static let path = "/assets/\(file)"

    static let file = "pages-\(fingerprint).css"
}

/// The routes below `/assets`.
public struct StylesheetRoutes: Sendable {
    private let kept: Representation
    private let asked: Representation

    /// Compresses the stylesheet once, which takes a few milliseconds.
    ///
    /// - Parameter lastModified: the program's build time, in seconds since 1970.
    public init(lastModified: Int64) {
        func sheet(_ caching: String) -> Representation {
            Representation(
                mediaType: "text/css; charset=utf-8", identity: Array(Stylesheet.text.utf8), compress: true,
                lastModified: lastModified, fields: ["Cache-Control": caching])
        }
        kept = sheet("public, max-age=31536000, immutable")
        asked = sheet("no-cache")
    }

    public var routes: [Route] {
        [
            Route(
                "getStylesheet", .get, "/assets/{stylesheet}", access: .everyone, errors: .page,
                endpoint: getStylesheet)
        ]
    }

    /// Answers `getStylesheet`. During an update a page of another program version may request its stylesheet here. The page gets the
    /// current stylesheet, which must not be cached under the requested name.
    func getStylesheet(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.parameter("stylesheet")
        if name == Stylesheet.file { return Response(content: .representation(kept)) }
        guard name.hasPrefix("pages-"), name.hasSuffix(".css") else {
            throw APIError(.notFound, code: .noSuchPath, "there is nothing at this path")
        }
        return Response(content: .representation(asked))
    }
}
