import HTTP
import Tenancy
import Web

/// The list of shows from A to Z, `/station/shows`.
struct StationShowsPage: Sendable {
    let context: RequestContext
    let page: StationShowStore.Page
    let filter: StationShowStore.Filter
    /// The name of the channel whose shows are listed; `nil` if the list is not filtered by channel.
    let channel: String?
    let search: String
    let offset: Int
    let notice: EditorNotice?

    func response() -> Response {
        var page = StationPage("Shows", .shows, context, content: content)
        page.isWide = true
        page.style = StationStyle.rules
        return page.response()
    }

    private var content: HTML {
        """
        \(notice?.html("show"))
        \(head)
        \(Chips("Filters", chips).html)
        <p class="also">See also <a href="/station/people">people</a>, <a href="/station/genres">genres</a>, \
        <a href="/station/topics">topics and keywords</a></p>
        \(rail)
        <p class="faint" role="status">\(resultText)</p>
        \(page.lines.isEmpty ? HTML.empty : RowList(page.lines.map(line)).html)
        \(isEmpty ? empty : HTML.empty)
        \(pageLinks)
        """
    }

    private var head: HTML {
        var head = ListHead("/station/shows", "Part of a title", search: search)
        head.fields = hidden
        head.action = "<a class=\"button\" href=\"/station/shows/new\">New show</a>"
        return head.html
    }

    private var chips: [Chips.Chip] {
        [chip("All", .all)] + (channel.map { [chip("On \($0)", filter)] } ?? [])
            + [chip("Featured", .featured), chip("On no channel", .withoutChannel), chip("Inactive", .inactive)]
    }

    private var isEmpty: Bool { page.total == 0 && search.isEmpty && filter == .all }

    private var empty: HTML {
        EmptyState(
            .show, "No shows yet", "Channels broadcast shows on a schedule. A show can have episodes.",
            action: """
                <p><a class="button" href="/station/shows/new">Create show</a> \
                <a class="button quiet" href="/station/imports">Import shows</a></p>
                """
        ).html
    }

    private var resultText: HTML {
        if isEmpty { return .empty }
        if page.total == 0 {
            if search.isEmpty { return "No shows match this filter." }
            return filter == .all
                ? "No title contains “\(search)”." : "No show that matches this filter has “\(search)” in its title."
        }
        if page.lines.isEmpty {
            return """
                This page is past the end of the list. Shows in the list: \(page.total). \
                <a href="\(address(filter, at: 0))">First page</a>
                """
        }
        return "\(offset + 1)–\(offset + page.lines.count) of \(page.total)"
    }

    private var hidden: HTML {
        switch filter {
        case .all: .empty
        case .channel(let key): "<input type=\"hidden\" name=\"channel\" value=\"\(key)\">"
        default: "<input type=\"hidden\" name=\"only\" value=\"\(Self.word(filter))\">"
        }
    }

    /// Returns the value of the query parameter `only`; empty for all shows and for one channel.
    static func word(_ filter: StationShowStore.Filter) -> String {
        switch filter {
        case .featured: "featured"
        case .withoutChannel: "no-channel"
        case .inactive: "inactive"
        default: ""
        }
    }

    private func chip(_ label: String, _ which: StationShowStore.Filter) -> Chips.Chip {
        Chips.Chip("\(label)", address(which, at: 0), isCurrent: which == filter)
    }

    private func address(_ filter: StationShowStore.Filter, at offset: Int) -> String {
        var fields: [String] = []
        switch filter {
        case .all: break
        case .channel(let key): fields.append("channel=\(key)")
        default: fields.append("only=\(Self.word(filter))")
        }
        if !search.isEmpty { fields.append("search=\(search.percentEncoded)") }
        if offset > 0 { fields.append("cursor=\(offset)") }
        return "/station/shows" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }

    private var rail: HTML {
        guard page.total > 12 else { return .empty }
        return LetterIndex(
            page.rail.map { letter in
                LetterIndex.Letter(
                    letter.key, address(filter, at: letter.offset),
                    note: letter.count == 1 ? "1 show" : "\(letter.count) shows",
                    isCurrent: letter.offset <= offset && offset < letter.offset + letter.count)
            }
        ).html
    }

    private func line(_ line: StationShowStore.Line) -> ListRow {
        let count: HTML = line.episodes == 1 ? "1 episode" : "\(line.episodes) episodes"
        let shown = line.channels.prefix(3).joined(separator: ", ")
        let more = line.channels.count > 3 ? " and \(line.channels.count - 3) more" : ""
        var row = ListRow(
            "\(line.title)", LocalPath("/station/shows/\(line.id)"), artwork: Artwork(line.title, url: line.art))
        let tags: HTML = """
            \(line.isActive ? HTML.empty : " <b class=\"tag bad\">inactive</b>")\
            \(line.isPlaceholder ? " <b class=\"tag\">placeholder</b>" : HTML.empty)\
            \(line.isFeatured ? " <b class=\"tag soon\">featured</b>" : HTML.empty)
            """
        row.details = ["\(line.summary.isEmpty ? "No summary" : String(line.summary.prefix(140)))\(tags)"]
        row.facts = "\(line.channels.isEmpty ? "on no channel" : shown + more) · \(count)"
        return row
    }

    private var pageLinks: HTML {
        let limit = StationShowStore.limit
        let before: HTML? =
            offset > 0
            ? "<a class=\"button quiet\" href=\"\(address(filter, at: max(0, offset - limit)))\">Previous page</a>"
            : nil
        let after: HTML? =
            offset + limit < page.total
            ? "<a class=\"button quiet\" href=\"\(address(filter, at: offset + limit))\">Next page</a>" : nil
        return before == nil && after == nil ? .empty : "<p class=\"pages\">\(before)\(after)</p>"
    }
}
