import PlayerCore
import Players
import Web

/// The part of a queue that the page lists, with the forms that change it.
struct PlayerQueueList: Sendable {
    private let queue: PlayerQueue
    private let range: Range<Int>

    /// Creates the part that begins at the index `offset`; for `nil`, three tracks before the current track.
    init(_ queue: PlayerQueue, from offset: Int?) {
        self.queue = queue
        range = QueueRow.page(of: queue, from: offset)
    }

    /// The identifiers of the listed tracks.
    var ids: [String] { range.map { queue[$0].id } }

    /// Returns the list with its forms and the links to the other parts. `texts` has the texts by identifier; a track without texts shows its
    /// identifier. `field` protects the form against forged requests.
    func html(_ texts: [String: PlayerItemDescription], _ field: HTML) -> HTML {
        guard !queue.isEmpty else {
            return EmptyState(
                .playlist, "The queue is empty",
                "Press Play beside a song, an album, a playlist or a radio channel.",
                action: """
                    <a class="button" href="/library/songs">Choose music</a> \
                    <a class="button quiet" href="/player/radio">Radio</a>
                    """
            ).html
        }
        var list = RowList(range.map { row($0, texts[queue[$0].id]) })
        list.labelledBy = "queue"
        list.isOrdered = true
        return """
            <form class="lines-form" method="post" action="/player/queue">\(field)
            \(list.html)</form>
            \(pages)
            """
    }

    private func row(_ index: Int, _ text: PlayerItemDescription?) -> ListRow {
        let item = queue[index]
        let track = QueueRow(queue, index, title: text?.title ?? item.id, text)
        var row = track.row
        if item.isBlocked { row.marks = " <b class=\"tag bad\">not available</b>" }
        row.actions = """
            \(track.button("play", .play, "Play"))\
            \(index == 0 ? HTML.empty : track.button("earlier", .previous, "Move up"))\
            \(index + 1 == queue.count ? HTML.empty : track.button("later", .next, "Move down"))\
            \(track.button("remove", .remove, "Remove"))\
            \(text?.audioPath.map(Self.listen))
            """
        return row
    }

    private static func listen(_ audio: String) -> HTML {
        "<noscript><a class=\"button quiet\" href=\"\(HTML.address(audio))\">Listen</a></noscript>"
    }

    private var pages: HTML {
        let before = max(0, range.lowerBound - QueueRow.pageSize)
        let earlier: HTML =
            range.lowerBound == 0
            ? .empty : "<a class=\"button quiet\" href=\"/player?offset=\(before)#queue\">Earlier tracks</a> "
        let later: HTML =
            range.upperBound == queue.count
            ? .empty : "<a class=\"button quiet\" href=\"/player?offset=\(range.upperBound)#queue\">Later tracks</a>"
        return earlier == .empty && later == .empty ? .empty : "<p class=\"pages\">\(earlier)\(later)</p>"
    }
}
