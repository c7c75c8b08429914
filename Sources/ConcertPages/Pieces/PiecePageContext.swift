import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The data of a page of a piece: the draft of the piece and the state of its concert.
struct PiecePageContext: Sendable {
    let context: RequestContext
    let piece: PieceDraft
    /// The concert of the piece; `nil` if it was deleted while the piece was read.
    let concert: EditedConcert?

    /// Reads a piece with its concert. Throws `APIError` 404 if the tenant does not have the piece.
    init(_ id: PieceDraft.ID, _ store: DraftStore, _ context: RequestContext) async throws {
        self.context = context
        piece = try await store.piece(id, in: context.tenant.id)
        concert = try await store.concert(piece.concert, in: context.tenant.id)
    }

    var content: PieceContent { piece.content }
    var measures: MeasureTexts { MeasureTexts(content) }

    /// Returns the path of the piece, followed by `end`, such as "/tracks".
    func path(_ end: String = "") -> String { Self.path(piece.id, end) }

    /// Returns the path of a piece, followed by `end`, such as "/tracks".
    static func path(_ piece: PieceDraft.ID, _ end: String = "") -> String { "/cms/pieces/\(piece)\(end)" }

    /// Returns the entity tag of a part of the piece, for the hidden field `tag`.
    func tag(_ part: some Encodable) throws -> String { try ContentTag.text(part, of: context.tenant.id) }

    /// Returns the page of a tab: the tabs of the piece and `content`, with a warning if the concert is on the air.
    func page(_ tab: PieceTab, content: HTML) -> ConcertPage {
        let name = piece.name.description
        var page = ConcertPage(
            tab == .notes ? name : "\(tab.title): \(name)", .concerts, context, content: "\(onAir)\(content)")
        page.up = Page.Link(
            LocalPath("/cms/concerts/\(piece.concert)") ?? "/cms", concert?.details.title ?? "Concert")
        page.tabs = Tabs(
            "Piece",
            PieceTab.allCases.map { Tabs.Tab(LocalPath(path($0.path)) ?? "/cms", $0.title, isCurrent: $0 == tab) })
        page.isWide = true
        page.style = EmbeddedText.pieceEditorCSS
        page.script = EmbeddedText.pieceEditorJS
        return page
    }

    private var onAir: HTML {
        guard concert?.isOnAir == true else { return .empty }
        return Notice(
            .warning,
            """
            <p>This concert is on the air. Changes stay in the draft until you publish the draft. Phones then show the new \
            texts at the current measure.</p>
            """
        ).html
    }

    /// Returns a form that posts to the path of the piece, followed by `end`. `tag` is the entity tag of the content that the form changes; `nil` for
    /// no check.
    func form(_ end: String, tag: String? = nil, attributes: HTML = .empty, _ controls: HTML) -> HTML {
        """
        <form method="post" action="\(path(end))"\(attributes)>\(hidden(tag: tag))\(controls)</form>
        """
    }

    /// Returns the hidden fields of a form: the CSRF field, and `tag` unless it is `nil`.
    func hidden(tag: String? = nil) -> HTML {
        let tag: HTML? = tag.map { "<input type=\"hidden\" name=\"tag\" value=\"\($0)\">" }
        return "\(context.caller?.csrfField)\(tag)"
    }
}

extension Route {
    /// Creates the route of a page at `end` below `/cms/pieces/{piece}`, for accounts that may edit concerts.
    static func piecePage(_ operation: String, _ end: String, _ endpoint: @escaping Endpoint) -> Route {
        Route(
            operation, .get, "/cms/pieces/{piece}" + end, access: .permission(.editConcerts), errors: .page,
            endpoint: endpoint)
    }

    /// Creates the route of a form at `end` below `/cms/pieces/{piece}`, for accounts that may edit concerts.
    static func pieceForm(
        _ operation: String, _ end: String, bodyLimit: Int = Route.defaultBodyLimit, _ endpoint: @escaping Endpoint
    ) -> Route {
        Route(
            operation, .post, "/cms/pieces/{piece}" + end, access: .permission(.editConcerts), errors: .page,
            bodyLimit: bodyLimit, endpoint: endpoint)
    }
}

extension HTML {
    /// Returns the summary of the errors of a form, with at most five different suggestions. `labels` and `ids` are the labels and the HTML ids of
    /// the fields by their names.
    static func pieceFault(
        _ error: APIError, labels: [String: String] = [:], ids: [String: String] = [:]
    ) -> HTML {
        var seen: Set<String> = []
        let suggestions = error.faults.compactMap(\.suggestion).filter { seen.insert($0).inserted }.prefix(5)
        let hints: HTML =
            suggestions.isEmpty
            ? .empty
            : """
            <p class="hint suggestion">Suggestion: \(suggestions.joined(separator: "; ").asSentence)</p>
            """
        return "\(HTML.fault(error, labels: labels, ids: ids))\(hints)"
    }
}
