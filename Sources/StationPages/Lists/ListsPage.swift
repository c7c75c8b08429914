import HTTP
import Radio
import Web

/// The overview of the editorial lists, `/station/lists`.
struct ListsPage: Sendable {
    let context: RequestContext
    let counts: StationListStore.Counts
    let search: String

    func response() -> Response {
        var page = StationPage(
            "Lists", .lists, context,
            content: """
                \(CardGrid([featured]).html)
                <h2>What’s hot, by channel</h2>
                \(ListHead("/station/lists", "Part of a channel’s name", search: search).html)
                \(list)
                """)
        page.style = StationStyle.rules
        return page.response()
    }

    private var featured: Card {
        Card(
            "/station/lists/featured", "Featured shows",
            "Listed first in the Show Finder: \(Self.count(counts.featured))", icon: .list)
    }

    private var rows: [ListRow] {
        counts.channels.map { channel in
            var row = ListRow(
                "\(channel.name)", LocalPath("/station/lists/hot/\(channel.key)"),
                artwork: Artwork(channel.name, url: channel.picture))
            row.facts = "<span class=\"\(channel.shows > 0 ? "tag on" : "tag")\">\(Self.count(channel.shows))</span>"
            return row
        }
    }

    private var list: HTML {
        if counts.channels.isEmpty, search.isEmpty {
            return EmptyState(
                .radio, "No channels yet",
                "Each channel has a “What’s hot” list of shows, which apps show above the automatic list.",
                action: "<a class=\"button\" href=\"/station/channels/new\">Create channel</a>"
            ).html
        }
        return "<p class=\"faint\" role=\"status\">\(resultText)</p>\(RowList(rows).html)"
    }

    private var resultText: HTML {
        if counts.channels.isEmpty { return "No channel name contains “\(search)”." }
        return counts.isPart
            ? "The first \(StationListStore.limit) channels are listed. Search for other channels." : .empty
    }

    private static func count(_ count: Int64) -> String {
        count == 0 ? "no shows" : count == 1 ? "1 show" : "\(count) shows"
    }
}
