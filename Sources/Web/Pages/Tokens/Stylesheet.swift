import HTTP

/// The rules of all pages as one file: tokens, elements, components. Its name holds its fingerprint, so that a browser keeps it
/// for good and asks for another once the rules change (docs/decisions/0053-one-look.md).
enum Stylesheet {
    /// Without the indentation of the source.
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

    /// Where pages ask for it.
    static let path = "/assets/\(file)"

    static let file = "pages-\(fingerprint).css"
}

/// `/assets/…`: what all pages load.
public struct StylesheetRoutes: Sendable {
    private let kept: Representation
    private let asked: Representation

    /// Compresses once, in a few milliseconds.
    ///
    /// - Parameter lastModified: of the program, in seconds since 1970.
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

    /// Answers `getStylesheet`. While one program takes over from another, a page of the one may ask for its rules here: the
    /// present ones are better than none, and are not kept under the other's name.
    func getStylesheet(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.parameter("stylesheet")
        if name == Stylesheet.file { return Response(content: .representation(kept)) }
        guard name.hasPrefix("pages-"), name.hasSuffix(".css") else {
            throw APIError(.notFound, code: "no-such-path", "there is nothing at this path")
        }
        return Response(content: .representation(asked))
    }
}
