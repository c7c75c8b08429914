import ArtistClassification
import HTTP
import MusicLibrary
import SoundCloud
import Web

/// The page `/library/reclassification`: the tracks that would be filed differently, with the reasons, and a button to apply the changes.
struct ReclassificationPage: Sendable {
    static let path = "/library/reclassification"

    let context: RequestContext
    let difference: LibraryReclassification
    let moves: ArraySlice<LibraryReclassification.Move>
    /// The paths of the shown tracks' covers, by the key of the track. Tracks without a picture are absent.
    let covers: [Int64: String]
    let nextCursor: String?
    let above: HTML?
    var status = Status.ok

    func response() -> Response {
        var page = LibraryPage("File tracks again", .uncertain, context, content: content)
        page.up = Page.Link("/library/uncertain", "Uncertain tracks")
        page.style = Self.style
        page.status = status
        return page.response()
    }

    private var content: HTML {
        let change: HTML = difference.moves.count == 1 ? "track would be" : "tracks would be"
        guard !difference.moves.isEmpty else {
            return """
                \(above ?? .empty)
                <p>Every track is already filed according to the current rules and your \
                corrections.</p>

                """
        }
        let counts = difference.counts.map { "\($0.count) with a different \(Self.name($0.field))" }
            .joined(separator: ", ")
        return """
            \(above ?? .empty)
            <p>\(LibraryFormat.grouped(Int64(difference.moves.count))) \(change) filed differently under the current rules: \(counts). \
            Unchanged tracks: \(LibraryFormat.grouped(Int64(difference.unchanged))), including all tracks that you have \
            corrected or confirmed. No filing changes \
            until you confirm.</p>
            \(question)
            <h2>Changes</h2>
            \(table)\(next)
            """
    }

    private var question: HTML {
        var question = Confirmation(
            "File tracks again (\(LibraryFormat.grouped(Int64(difference.moves.count))))",
            """
            All tracks of this list, including the tracks on its other pages, will be filed as listed under “New filing”. \
            To undo a change, correct the track on its page.
            """,
            path: "/library/reclassification",
            fields: """
                \(context.caller?.csrfField)<input type="hidden" name="revision" value="\(difference.revision)">
                """)
        question.button = "File tracks again"
        question.isDestructive = false
        return question.html
    }

    private var table: HTML {
        DataTable(
            "Tracks that would be filed differently", columns: ["Track", "Current filing", "New filing", "Reason"],
            rows: moves.map { move in
                [
                    """
                    \(Artwork(move.before.title, url: covers[move.track], size: .small).html) \
                    <span class="from-library">\(move.before.title)</span>
                    """,
                    Self.summary(move.before, move.fields),
                    Self.summary(move.after, move.fields),
                    "\(move.after.reasons.prefix(3).map(\.text).joined(separator: " "))",
                ]
            }
        ).html
    }

    private var next: HTML {
        guard let nextCursor else { return .empty }
        return
            "<p><a class=\"button quiet\" href=\"/library/reclassification?cursor=\(nextCursor)\">Next page</a></p>\n"
    }

    /// Returns the changed fields of a filing as markup.
    private static func summary(_ filing: Filing, _ fields: [Reclassification.Field]) -> HTML {
        let parts = fields.map { field -> HTML in
            switch field {
            case .artist: "<span class=\"from-library\">\(filing.artistText)</span>"
            case .credits: "\(credits(filing))"
            case .title: "\(filing.version.map { "\(filing.title) (\($0))" } ?? filing.title)"
            case .album: "album: \(filing.album ?? "none")"
            case .label: "label: \(filing.label ?? "none")"
            case .shelf: "suggested location: \(filing.suggestedShelf == .podcasts ? "podcasts" : "library")"
            }
        }
        return "\(parts.map { "<span>\($0)</span> " as HTML })"
    }

    private static func credits(_ filing: Filing) -> String {
        filing.credits.map { $0.role == .main ? $0.name : "\($0.name) (\($0.role.rawValue))" }.joined(separator: ", ")
    }

    private static func name(_ field: Reclassification.Field) -> String {
        switch field {
        case .artist: "artist"
        case .credits: "credit"
        case .title: "title"
        case .album: "album"
        case .label: "label"
        case .shelf: "suggested location"
        }
    }

    /// The style rule that stacks the cells of a row on narrow screens.
    private static let style: StaticString = "@media (max-width: 34rem) { .rows td { flex-basis: 100%; } }"
}
