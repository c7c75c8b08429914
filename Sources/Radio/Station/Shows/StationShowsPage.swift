import HTTP
import Tenancy
import Web

/// `/station/shows`: all shows from A to Z.
struct StationShowsPage: Sendable {
    let context: RequestContext
    let page: StationShowStore.Page
    let filter: StationShowStore.Filter
    /// The channel of the filter, by its name.
    let channel: String?
    let search: String
    let offset: Int
    let notice: EditorNotice?

    func response() -> Response {
        var page = StationPage("Shows", .shows, context, content: content)
        page.up = Page.Way("/", "Start")
        page.isWide = true
        page.style = StationStyle.rules
        return page.response()
    }

    private var content: HTML {
        """
        \(notice?.html("show"))
        <div class="head"><form class="search" method="get" action="/station/shows" role="search">\(hidden)<div>\
        <label for="search">Part of a title</label>
        <input id="search" name="search" type="search" value="\(search)" maxlength="200"></div>
        <button class="quiet">Search</button></form>
        <a class="button" href="/station/shows/new">New show</a></div>
        <ul class="chips">\(chip("All", .all))\(channel.map { chip("On \($0)", filter) })\
        \(chip("Featured", .featured))\(chip("On no channel", .withoutChannel))\(chip("Inactive", .inactive))</ul>
        <p class="also">Also: <a href="/station/people">people</a>, <a href="/station/genres">genres</a>, \
        <a href="/station/topics">topics and keywords</a></p>
        \(rail)
        <p class="faint" role="status">\(told)</p>
        \(page.lines.isEmpty ? HTML.empty : "<ul class=\"lines\">\(page.lines.map(line))</ul>")
        \(ways)
        """
    }

    private var told: HTML {
        if page.total == 0 { return search.isEmpty ? "There is none here." : "No title has “\(search)” in it." }
        if page.lines.isEmpty { return "The list has \(page.total) and ends before this page." }
        return "\(offset + 1)–\(offset + page.lines.count) of \(page.total)"
    }

    private var hidden: HTML {
        switch filter {
        case .all: .empty
        case .channel(let key): "<input type=\"hidden\" name=\"channel\" value=\"\(key)\">"
        default: "<input type=\"hidden\" name=\"only\" value=\"\(Self.word(filter))\">"
        }
    }

    /// As the query names it.
    static func word(_ filter: StationShowStore.Filter) -> String {
        switch filter {
        case .featured: "featured"
        case .withoutChannel: "no-channel"
        case .inactive: "inactive"
        default: ""
        }
    }

    private func chip(_ words: String, _ which: StationShowStore.Filter) -> HTML {
        let mark: HTML = which == filter ? " aria-current=\"true\"" : .empty
        return "<li><a href=\"\(address(which, at: 0))\"\(mark)>\(words)</a></li>"
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
        return """
            <nav aria-label="Letters"><ol class="rail">\(page.rail.map { letter in
                let isHere = letter.offset <= offset && offset < letter.offset + letter.count
                return """
                    <li><a href="\(address(filter, at: letter.offset))"\(isHere ? " aria-current=\"true\"" : HTML.empty)>\
                    \(letter.key)<span class="hidden">, \(letter.count) shows</span></a></li>
                    """ as HTML
            })</ol></nav>
            """
    }

    private func line(_ line: StationShowStore.Line) -> HTML {
        let count: HTML = line.episodes == 1 ? "1 episode" : "\(line.episodes) episodes"
        let shown = line.channels.prefix(3).joined(separator: ", ")
        let more = line.channels.count > 3 ? " and \(line.channels.count - 3) more" : ""
        return """
            <li>\(ArtTile.small(line.art, or: .show))<div class="grow">\
            <a href="/station/shows/\(line.id)"><strong>\(line.title)</strong></a>\
            \(line.isActive ? HTML.empty : " <b class=\"tag bad\">inactive</b>")\
            \(line.isPlaceholder ? " <b class=\"tag\">placeholder</b>" : HTML.empty)\
            \(line.isFeatured ? " <b class=\"tag soon\">featured</b>" : HTML.empty)\
            <span>\(line.summary.isEmpty ? "No summary" : String(line.summary.prefix(140)))</span></div>
            <div class="facts"><span>\(line.channels.isEmpty ? "on no channel" : shown + more)</span> · \(count)</div></li>
            """
    }

    private var ways: HTML {
        let limit = StationShowStore.limit
        let before: HTML? =
            offset > 0
            ? "<a class=\"button quiet\" href=\"\(address(filter, at: max(0, offset - limit)))\">Back</a>" : nil
        let after: HTML? =
            offset + limit < page.total
            ? "<a class=\"button quiet\" href=\"\(address(filter, at: offset + limit))\">More</a>" : nil
        return before == nil && after == nil ? .empty : "<p class=\"pages\">\(before)\(after)</p>"
    }
}
