import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/corrections`: corrections of artists, albums and labels, newest first, each with a form for undoing the correction.
public struct CorrectionPageRoutes: Sendable {
    private let corrections: StoredCorrectionStore
    private let stores: BrowseStores

    public init(database: TenantDatabase, filing: FilingResources) {
        corrections = StoredCorrectionStore(database: database)
        stores = BrowseStores(database: database, filing: filing)
    }

    static let path = "/library/corrections"

    private static let nothing = EmptyState(
        .edit, "No corrections yet", "Correct an artist, album or label on its page.",
        action: "<a class=\"button quiet\" href=\"/library/artists\">Show artists</a>"
    ).html
    private static let size = 50

    /// The link to this page, for pages on which listeners make corrections.
    static let link: HTML = "<p><a href=\"/library/corrections\">Corrections</a></p>"

    public var routes: [Route] {
        [
            .accountPage("getCorrectionsPage", Self.path, endpoint: getCorrectionsPage),
            .accountForm("postCorrectionRemoval", Self.path + "/removal", endpoint: postCorrectionRemoval),
        ]
    }

    /// Answers `getCorrectionsPage`: a page of the listener's corrections of names, newest first; 422 for an invalid cursor.
    func getCorrectionsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let position = try fields.position(in: StoredCorrectionRoutes.list) { StoredCorrection.ID($0) }
        let page = ListPage(
            try await corrections.corrections(before: position, limit: Self.size + 1, of: listener), limit: Self.size)
        let cursor: HTML? = try fields.optional("cursor").map {
            "<input type=\"hidden\" name=\"cursor\" value=\"\($0)\">"
        }
        let clock = LocalTimeFormatter(context.tenant)
        let rows = page.rows.map { correction -> ListRow in
            var question = Confirmation(
                "Undo<span class=\"hidden\">: \(correction.sentence)</span>",
                "All affected tracks are filed again without this correction.",
                path: "/library/corrections/removal",
                fields: """
                    \(context.caller?.csrfField)\(cursor)\
                    <input type="hidden" name="correction" value="\(correction.id.description)">
                    """)
            question.button = "Undo correction"
            question.id = "undo-\(correction.id)"
            question.isDestructive = false
            var row = ListRow(
                "<strong>\(correction.sentence)</strong>", nil,
                artwork: Artwork(correction.name, isRound: correction.isOfArtist))
            row.details = ["\(clock.shortElement(correction.correctedAt))"]
            row.actions = question.html
            return row
        }
        var list = RowList(rows)
        list.label = "Corrections, newest first"
        list.isOrdered = true
        var frame = LibraryPage(
            "Corrections", .music, context,
            content: """
                \(try LibraryNotice(request)?.html)
                <p>A correction also applies to tracks that are added later. When you undo a correction, the affected \
                tracks are filed again without the correction. The correction of a single track is on the page of that track.</p>
                \(rows.isEmpty
                    ? position == nil ? Self.nothing : "<p class=\"faint\">No earlier corrections.</p>"
                    : list.html)
                \(BrowseMarkup.pageLinks(Self.path, isFirst: position == nil, next: page.next?.id.cursor.description))
                """)
        frame.uncertain = try await stores.browse.uncertain(of: listener)
        frame.up = Page.Link("/library/songs", "Library")
        return frame.response()
    }

    /// Answers `postCorrectionRemoval`: undoes the correction, files the affected tracks again and redirects to the corrections, even if the
    /// correction was already undone; 503 if other changes interfere.
    func postCorrectionRemoval(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, fields) = (try context.listener, try request.form())
        if let id = StoredCorrection.ID(try fields("correction")) {
            _ = try await stores.filing.revert(id, by: listener)
        }
        let cursor = try fields.optional("cursor").flatMap { ListCursor($0, of: StoredCorrectionRoutes.list) }
        return .seeOther(
            LibraryPath.path(Self.path, [("cursor", cursor?.description)]), LibraryNotice.correctionsUndone)
    }
}
