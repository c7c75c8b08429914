import PlayerCore
import Players
import Web

/// A track in the list of a queue.
struct QueueRow {
    private let index: Int
    private let item: PlayerItem
    private let title: String
    /// The row of the list, without buttons.
    let row: ListRow

    /// The number of tracks on one page.
    static let pageSize = 50

    /// Returns the indexes of the tracks on a page. Without `offset`, the page begins three tracks before the current track.
    static func page(of queue: PlayerQueue, from offset: Int? = nil) -> Range<Int> {
        let start = min(offset ?? max(0, queue.index - 3), queue.count)
        return start..<min(start + pageSize, queue.count)
    }

    /// Creates the row of a track. `text` has the texts that the listener may see; `nil` if there are none.
    init(_ queue: PlayerQueue, _ index: Int, title: String, _ text: PlayerItemDescription?) {
        (item, self.index, self.title) = (queue[index], index, title)
        var row = ListRow(
            "<strong>\(title)</strong>", text?.path.flatMap { LocalPath($0) },
            artwork: Artwork(title, url: text?.picture?.small))
        row.number = Int64(index + 1)
        row.isCurrent = index == queue.index
        if let artist = text?.artist, !artist.isEmpty { row.details = ["\(artist)"] }
        let timing = queue[index].timing
        row.facts = "\(timing.isLive ? "live" : timing.durationMs.map { PlayerBar.clock($0) } ?? "")"
        self.row = row
    }

    /// Returns a button that sends the change, the index and the identifier of the track, as `QueueRowPress` reads them.
    func button(_ change: String, _ icon: Icon, _ label: HTML) -> HTML {
        """
        <button class="quiet icon-only \(change)" name="change" value="\(change) \(index) \(item.id)" aria-label="\(label): \(title)" \
        title="\(label)">\(icon.html)</button>
        """
    }
}
