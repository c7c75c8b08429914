import PlayerCore
import Players
import Web

/// The part of a queue that the page lists, with the forms that change it.
struct PlayerQueueList: Sendable {
    private let queue: PlayerQueue
    private let range: Range<Int>

    /// The number of tracks on one page.
    static let size = 50

    /// Creates the part that begins at an index; by default, three tracks before the current track.
    init(_ queue: PlayerQueue, from offset: Int?) {
        self.queue = queue
        let start = min(offset ?? max(0, queue.index - 3), queue.count)
        range = start..<min(start + Self.size, queue.count)
    }

    /// The identifiers of the listed tracks.
    var ids: [String] { range.map { queue[$0].id } }

    /// Returns the list with its forms and the links to the other parts as markup, or a hint how to choose music if the queue is empty.
    ///
    /// - Parameter field: the hidden field against forged requests.
    func html(_ texts: [String: PlayerItemDescription], _ field: HTML) -> HTML {
        guard !queue.isEmpty else {
            return EmptyState(
                .playlist, "Nothing in the queue.",
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
        let title = text?.title ?? item.id
        var row = ListRow(
            "<strong>\(title)</strong>", text?.path.flatMap { LocalPath($0) }, artwork: Artwork(title))
        row.number = Int64(index + 1)
        row.isCurrent = index == queue.index
        if let artist = text?.artist, !artist.isEmpty { row.details = ["\(artist)"] }
        if item.isBlocked { row.marks = " <b class=\"tag bad\">not available</b>" }
        row.facts = "\(item.timing.isLive ? "live" : item.timing.durationMs.map { PlayerBar.clock($0) } ?? "")"
        row.actions = """
            \(button("play", .play, index, item, "Play", title))\
            \(index == 0 ? HTML.empty : button("earlier", .previous, index, item, "Move up", title))\
            \(index + 1 == queue.count ? HTML.empty : button("later", .next, index, item, "Move down", title))\
            \(button("remove", .remove, index, item, "Remove", title))\
            \(text?.audioPath.map(Self.listen))
            """
        return row
    }

    /// The link to the audio for browsers without script.
    private static func listen(_ audio: String) -> HTML {
        "<noscript><a class=\"button quiet\" href=\"\(HTML.address(audio))\">Listen</a></noscript>"
    }

    private func button(
        _ change: String, _ icon: Icon, _ index: Int, _ item: PlayerItem, _ words: HTML, _ title: String
    ) -> HTML {
        """
        <button class="quiet icon-only \(change)" name="change" value="\(change) \(index) \(item.id)" aria-label="\(words): \(title)" \
        title="\(words)">\(icon.html)</button>
        """
    }

    private var pages: HTML {
        let before = max(0, range.lowerBound - Self.size)
        let earlier: HTML =
            range.lowerBound == 0
            ? .empty : "<a class=\"button quiet\" href=\"/player?offset=\(before)#queue\">Earlier tracks</a> "
        let later: HTML =
            range.upperBound == queue.count
            ? .empty : "<a class=\"button quiet\" href=\"/player?offset=\(range.upperBound)#queue\">Later tracks</a>"
        return earlier == .empty && later == .empty ? .empty : "<p class=\"pages\">\(earlier)\(later)</p>"
    }
}
