import HTTP
import Web

/// `/station/lists`: which lists there are.
struct ListsPage: Sendable {
    let context: RequestContext
    let counts: StationListStore.Counts
    let search: String

    func response() -> Response {
        var page = StationPage(
            "Lists", .lists, context,
            content: """
                <ul class="cards"><li><a href="/station/lists/featured"><strong>Featured shows</strong>\
                <span>\(Self.words(counts.featured)), first in the Show Finder</span></a></li></ul>
                <h2>What’s hot, by channel</h2>
                <div class="head"><form class="search" method="get" action="/station/lists" role="search"><div>\
                <label for="search">Part of a channel’s name</label>
                <input id="search" name="search" type="search" value="\(search)" maxlength="100"></div>
                <button class="quiet">Search</button></form></div>
                <p class="faint" role="status">\(told)</p>
                <ul class="lines">\(counts.channels.map { channel in
                    """
                    <li><div class="grow"><a href="/station/lists/hot/\(channel.key)"><strong>\(channel.name)</strong></a></div>\
                    <span class="\(channel.shows > 0 ? "tag on" : "tag")">\(Self.words(channel.shows))</span></li>
                    """ as HTML
                })</ul>
                """)
        page.up = Page.Way("/", "Start")
        page.style = StationStyle.rules
        return page.response()
    }

    private var told: HTML {
        if counts.channels.isEmpty { return search.isEmpty ? "There is no channel yet." : "No channel fits." }
        return counts.isPart ? "The first \(StationListStore.limit); search for others." : .empty
    }

    private static func words(_ count: Int64) -> String {
        count == 0 ? "no show" : count == 1 ? "1 show" : "\(count) shows"
    }
}
