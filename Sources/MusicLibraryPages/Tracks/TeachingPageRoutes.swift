import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/teachings`: corrections of artists, albums and labels, newest first, each with a form for undoing it.
public struct TeachingPageRoutes: Sendable {
    private let teachings: LibraryTeachingStore
    private let stores: BrowseStores

    public init(database: TenantDatabase, filing: FilingResources) {
        teachings = LibraryTeachingStore(database: database)
        stores = BrowseStores(database: database, filing: filing)
    }

    static let path = "/library/teachings"

    private static let nothing = EmptyState(
        .edit, "No corrections yet.", "Correct an artist, album or label on its page.",
        action: "<a class=\"button quiet\" href=\"/library/artists\">Show artists</a>"
    ).html
    private static let size = 50

    /// The link to this page, for pages on which listeners make corrections.
    static let link: HTML = "<p><a href=\"/library/teachings\">Corrections</a></p>"

    public var routes: [Route] {
        [
            .accountPage("getTeachingsPage", Self.path, endpoint: getTeachingsPage),
            .accountForm("postTeachingRemoval", Self.path + "/removal", endpoint: postTeachingRemoval),
        ]
    }

    /// Answers `getTeachingsPage`.
    func getTeachingsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let position = try fields.position(in: LibraryTeachingRoutes.list) { LibraryTeaching.ID($0) }
        let page = ListPage(
            try await teachings.teachings(before: position, limit: Self.size + 1, of: listener), limit: Self.size)
        let cursor: HTML? = try fields.optional("cursor").map {
            "<input type=\"hidden\" name=\"cursor\" value=\"\($0)\">"
        }
        let clock = CloudClock(context.tenant)
        let rows = page.rows.map { teaching -> ListRow in
            var question = Confirmation(
                "Undo<span class=\"hidden\">: \(teaching.sentence)</span>",
                "All tracks that the correction applies to are filed again without it.",
                path: "/library/teachings/removal",
                fields: """
                    \(context.caller?.csrfField)\(cursor)\
                    <input type="hidden" name="teaching" value="\(teaching.id.description)">
                    """)
            question.button = "Undo correction"
            question.id = "undo-\(teaching.id)"
            question.isDestructive = false
            var row = ListRow("<strong>\(teaching.sentence)</strong>", nil, artwork: nil)
            row.details = ["\(clock.moment(teaching.taughtAt))"]
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
                <p>A correction also applies to tracks that are added later. Undoing a correction files its tracks \
                again without it. The correction of a single track is on the page of that track.</p>
                \(rows.isEmpty
                    ? position == nil ? Self.nothing : "<p class=\"faint\">No earlier corrections.</p>"
                    : list.html)
                \(BrowseMarkup.pageLinks(Self.path, isFirst: position == nil, next: page.next?.id.cursor.description))
                """)
        frame.uncertain = try await stores.browse.uncertain(of: listener)
        frame.up = Page.Link("/library/songs", "Library")
        return frame.response()
    }

    /// Answers `postTeachingRemoval`.
    func postTeachingRemoval(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, fields) = (try context.listener, try request.form())
        // A correction that does not exist was already undone, for example by a double click.
        if let id = LibraryTeaching.ID(try fields("teaching")) {
            _ = try await stores.filing.revert(id, by: listener)
        }
        let cursor = try fields.optional("cursor").flatMap { ListCursor($0, of: LibraryTeachingRoutes.list) }
        return .seeOther(LibraryPath.path(Self.path, [("cursor", cursor?.description)]), LibraryNotice.untaught)
    }
}
