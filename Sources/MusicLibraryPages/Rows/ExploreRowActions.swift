import MusicLibrary
import SoundCloud
import Web

/// The buttons in rows of Discover and search. Each row with buttons has one form, which returns to the row, and each button identifies its item.
struct ExploreRowActions: Sendable {
    let pageContext: CloudPageContext

    func track(_ track: TrackView, _ row: ListRow, isSeed: Bool = false) -> ListRow {
        let canLike = track.access != "gone" || track.isLiked == true
        return with(
            row,
            """
            \(PlayControls.button(track.urn, CloudLines.title(track.title), access: track.access))\
            \(isSeed ? .empty : seed(track.urn, track.title))\
            \(canLike ? like(track.urn, track.title, track.isLiked == true) : .empty)\
            \(track.shelf == nil ? CloudLines.addition(track.urn, track.title) : .empty)
            """)
    }

    func libraryTrack(_ track: TrackView, _ row: ListRow, isLiked: Bool) -> ListRow {
        let canLike = track.access != "gone" || isLiked
        return with(
            row,
            "\(PlayControls.button(track.urn, track.title, access: track.access))\(seed(track.urn, track.title))\(canLike ? like(track.urn, track.title, isLiked) : .empty)"
        )
    }

    func playlist(_ view: MarkedPlaylistView, _ row: ListRow) -> ListRow {
        guard pageContext.isConnected, !view.isOwn || view.playlist.isLiked else { return row }
        return with(row, like(view.playlist.urn, view.playlist.title, view.playlist.isLiked))
    }

    func person(_ view: MarkedUserView, _ row: ListRow) -> ListRow {
        guard pageContext.isConnected else { return row }
        return with(row, CloudLines.follow(view.user.urn, view.user.name, isSet: view.isFollowed, canPress: true))
    }

    private func with(_ row: ListRow, _ buttons: HTML) -> ListRow {
        var row = row
        row.actions = buttons
        row.form = .init(
            "/library/likes",
            "\(pageContext.context.caller?.csrfField)<input type=\"hidden\" name=\"next\" value=\"\(pageContext.here)\">"
        )
        return row
    }

    private func like(_ urn: CloudURN, _ title: String, _ isLiked: Bool) -> HTML {
        CloudLines.like(urn, title, isSet: isLiked, canPress: pageContext.isConnected)
    }

    /// Returns the button that makes a track the starting track of Discover.
    private func seed(_ urn: CloudURN, _ title: String) -> HTML {
        CloudLines.button("/library/discover", "track", urn, "Discover from this track", CloudLines.title(title))
    }
}

/// The element IDs of the rows of one page, to which forms return. If an item appears twice, only the first row has an ID.
struct RowNames: Sendable {
    private var named: Set<CloudURN> = []

    /// Returns the element ID for the row of this item, or `nil` if an earlier row shows the same item.
    mutating func id(_ urn: CloudURN) -> String? {
        named.insert(urn).inserted ? LibraryPath.mark(urn) : nil
    }
}
