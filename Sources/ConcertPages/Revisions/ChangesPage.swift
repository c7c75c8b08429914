import ConcertEditing
import HTTP
import Web

/// The page with the differences between two revisions of a concert, or between a revision and the draft.
struct ChangesPage: Sendable {
    let context: RequestContext
    let concert: EditedConcert
    /// The titles of the two contents, such as "revision 3" and "draft".
    let titles: (from: String, to: String)
    let changes: [ConcertChange]

    /// The largest number of differences that the page shows.
    static let limit = 500

    func response() -> Response {
        var page = ConcertPage("Changes from \(titles.from) to \(titles.to)", .concerts, context, content: content)
        page.up = Page.Link(ConcertPaths.concert(concert.slug, "/revisions"), "Revisions of \(concert.details.title)")
        page.style = EmbeddedText.changesCSS
        return page.response()
    }

    private var content: HTML {
        guard !changes.isEmpty else {
            let sentence: HTML =
                titles.from == titles.to
                ? "Both versions are \(Self.named(titles.to))."
                : "Phones would show the same content for \(Self.named(titles.from)) and \(Self.named(titles.to))."
            return EmptyState(.confirm, "No differences", sentence).html
        }
        let shown = changes.prefix(Self.limit)
        let counts = ConcertChange.Kind.allCases.compactMap { kind -> String? in
            let count = changes.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue)"
        }
        let rest = changes.count - shown.count
        return """
            <p>\(SentenceFormat.count(changes.count, "difference")): \(SentenceFormat.list(counts)).</p>
            \(groups(shown).map(section))
            \(rest > 0 ? "<p class=\"faint\">Not shown: \(SentenceFormat.count(rest, "more difference")).</p>" : HTML.empty)
            """
    }

    private static func named(_ title: String) -> String { title == "draft" ? "the draft" : title }

    private struct Group {
        let piece: String?
        var changes: [ConcertChange]
    }

    private func groups(_ changes: some Sequence<ConcertChange>) -> [Group] {
        var groups: [Group] = []
        for change in changes {
            if let last = groups.indices.last, groups[last].piece == change.piece {
                groups[last].changes.append(change)
            } else {
                groups.append(Group(piece: change.piece, changes: [change]))
            }
        }
        return groups
    }

    private func section(_ group: Group) -> HTML {
        let table = DataTable(
            "\(SentenceFormat.count(group.changes.count, "difference"))", columns: ["Item", "Before", "After"],
            rows: group.changes.map(row))
        return "<section class=\"changes\"><h2>\(group.piece ?? "Concert")</h2>\(table.html)</section>\n"
    }

    private func row(_ change: ConcertChange) -> [HTML] {
        let style: HTML =
            switch change.kind {
            case .added: "good"
            case .removed: "bad"
            case .changed: "soon"
            }
        let place = [change.track, change.measure.map { "measure \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return [
            """
            \(Self.title(of: change.what)) <b class="tag \(style)">\(change.kind.rawValue)</b>\
            \(place.isEmpty ? HTML.empty : "<span class=\"faint\">\(place)</span>")
            """,
            change.before.map { "<del>\($0)</del>" } ?? "–", change.after.map { "<ins>\($0)</ins>" } ?? "–",
        ]
    }

    private static func title(of what: ConcertChange.Subject) -> HTML {
        switch what {
        case .title: "Title"
        case .date: "Date"
        case .venue: "Venue"
        case .piece: "Piece"
        case .order: "Order"
        case .recording: "Recording"
        case .measures: "Measures"
        case .end: "End"
        case .track: "Track"
        case .annotation: "Note"
        case .section: "Section"
        case .key: "Key signature"
        case .intensities: "Intensities"
        case .image: "Picture"
        case .asset: "App asset"
        }
    }
}
