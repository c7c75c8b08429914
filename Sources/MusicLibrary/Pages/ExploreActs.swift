import Web

/// What can be done with a row of Discover and search: one form a row, whose buttons each say what they are about, and which leads
/// back to the row.
struct ExploreActs: Sendable {
    let scene: CloudScene

    func track(_ view: MarkedTrackView, isSeed: Bool = false) -> HTML {
        let track = view.track
        let canLike = track.access != "gone" || track.isLiked
        return form(
            """
            \(isSeed ? .empty : seed(track.urn, track.title))\
            \(canLike ? like(track.urn, track.title, track.isLiked) : .empty)\
            \(view.shelf == nil ? CloudLines.addition(track.urn, track.title) : .empty)
            """)
    }

    func libraryTrack(_ track: LibraryTrackView, isLiked: Bool) -> HTML {
        let canLike = track.access != "gone" || isLiked
        return form(
            "\(seed(track.urn, track.title))\(canLike ? like(track.urn, track.title, isLiked) : .empty)")
    }

    func playlist(_ view: MarkedPlaylistView) -> HTML {
        guard scene.isConnected, !view.isOwn || view.playlist.isLiked else { return .empty }
        return form(like(view.playlist.urn, view.playlist.title, view.playlist.isLiked))
    }

    func person(_ view: MarkedUserView) -> HTML {
        guard scene.isConnected else { return .empty }
        return form(CloudLines.follow(view.user.urn, view.user.name, isSet: view.isFollowed, canPress: true))
    }

    private func form(_ buttons: HTML) -> HTML {
        guard !buttons.text.isEmpty else { return .empty }
        return """
            <form class="acts" method="post" action="/library/likes">\(scene.context.caller?.csrfField)\
            <input type="hidden" name="next" value="\(scene.here)">\(buttons)</form>
            """
    }

    private func like(_ urn: CloudURN, _ title: String, _ isLiked: Bool) -> HTML {
        CloudLines.like(urn, title, isSet: isLiked, canPress: scene.isConnected)
    }

    /// Chooses a track to discover from.
    private func seed(_ urn: CloudURN, _ title: String) -> HTML {
        CloudLines.button("/library/discover", "track", urn, "Discover from this track", CloudLines.title(title))
    }
}

/// What rows of a page are called, so that whoever pressed something comes back to it: of two of one thing the first.
struct RowNames: Sendable {
    private var named: Set<CloudURN> = []

    /// The attribute of a row.
    mutating func id(_ urn: CloudURN) -> HTML {
        named.insert(urn).inserted ? " id=\"\(CloudPlace.mark(urn))\"" : .empty
    }
}
