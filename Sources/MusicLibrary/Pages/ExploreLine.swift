import Web

/// A thing as a row of Discover and search: every name in the colour of whose word it is (spec L38), in words what it is to the
/// listener, and what can be done with it.
enum ExploreLine {
    /// A track of SoundCloud.
    ///
    /// - Parameters:
    ///   - attributes: of the row.
    ///   - more: marks of the list's own.
    static func track(
        _ view: MarkedTrackView, attributes: HTML = .empty, more: HTML = .empty, act: HTML = .empty
    ) -> HTML {
        let track = view.track
        return """
            <li\(attributes)>\(Artwork(track.title).html)<div class="grow"><a class="from-cloud" href="/library/tracks/\(track.urn.description)">\
            <strong>\(titled(track.title))</strong></a>\(more)\(marks(view))
            <span>uploaded by \(user(track.user))\(view.isUploaderFollowed ? ", whom you follow" : "")</span></div>
            <span class="facts">\(CloudClock.length(track.durationMs))</span>\(act)</li>

            """
    }

    /// A track that the listener has added.
    static func libraryTrack(
        _ track: LibraryTrackView, attributes: HTML = .empty, isLiked: Bool = false, act: HTML = .empty
    ) -> HTML {
        let artists = track.classification.artists.filter { $0.role == "primary" || $0.role == "featured" }
        let names = artists.enumerated().map { position, credit -> HTML in
            """
            \(position > 0 ? credit.joinPhrase : "")<a class="from-library" href="/library/artists/\(credit.id)">\
            \(credit.creditedAs.isEmpty ? credit.name : credit.creditedAs)</a>
            """
        }
        let shelf: HTML = track.shelf == .podcasts ? " <b class=\"tag\">podcasts</b>" : .empty
        return """
            <li\(attributes)>\(Artwork(track.title).html)<div class="grow"><a class="from-library" href="/library/tracks/\(track.urn.description)">\
            <strong>\(titled(track.title))</strong>\(track.version.map { " (\($0))" } ?? "")</a>\(shelf)\
            \(isLiked ? liked : .empty)\(access(track.access))
            <span>\(names.isEmpty ? "\(track.artist)" : "\(names)" as HTML)</span></div>
            <span class="facts">\(CloudClock.length(Int64(track.durationMs)))</span>\(act)</li>

            """
    }

    static func playlist(_ view: MarkedPlaylistView, attributes: HTML = .empty, act: HTML = .empty) -> HTML {
        let playlist = view.playlist
        let own: HTML = view.isOwn ? " <b class=\"tag soon\">yours</b>" : .empty
        return """
            <li\(attributes)>\(Artwork(playlist.title).html)<div class="grow"><a class="from-cloud" href="/library/playlists/\(playlist.urn.description)">\
            <strong>\(titled(playlist.title))</strong></a>\(own)\(playlist.isLiked ? liked : .empty)
            <span>playlist by \(user(playlist.user)) · \(tracks(playlist.trackCount))</span></div>\(act)</li>

            """
    }

    static func person(_ view: MarkedUserView, attributes: HTML = .empty, act: HTML = .empty) -> HTML {
        let followed: HTML = view.isFollowed ? " <b class=\"tag soon\">followed</b>" : .empty
        return """
            <li\(attributes)>\(Artwork(view.user.name, isRound: true).html)<div class="grow"><a class="from-cloud" href="/library/users/\(view.user.urn.description)">\
            <strong>\(titled(view.user.name))</strong></a>\(followed)
            <span>on SoundCloud</span></div>\(act)</li>

            """
    }

    /// An artist, album or label of the listener's own.
    static func entry(_ entry: EntryView, kind: String) -> HTML {
        let artist: HTML? = entry.artist.map {
            "by <a class=\"from-library\" href=\"/library/artists/\($0.id)\">\($0.name)</a> · "
        }
        return """
            <li>\(Artwork(entry.name, isRound: kind == "artist").html)<div class="grow"><a class="from-library" href="/library/\(kind)s/\(entry.id)"><strong>\(entry.name)</strong></a>
            <span>\(kind) · \(artist)\(tracks(entry.trackCount))</span></div></li>

            """
    }

    static func station(_ station: PlaceView) -> HTML {
        """
        <li>\(Artwork(station.name).html)<div class="grow"><a class="from-library" href="/library/podcasts/stations/\(station.id)">\
        <strong>\(station.name)</strong></a>
        <span>podcast station</span></div></li>

        """
    }

    static func user(_ user: CloudUserView) -> HTML {
        "<a class=\"from-cloud\" href=\"/library/users/\(user.urn.description)\">\(titled(user.name))</a>"
    }

    private static func titled(_ title: String) -> String { title.isEmpty ? "Unnamed" : title }

    private static func tracks(_ count: Int64) -> String { CloudClock.count(count, "track") }

    private static func marks(_ view: MarkedTrackView) -> HTML {
        let shelf: HTML =
            switch view.shelf {
            case .library: " <b class=\"tag soon\">in your library</b>"
            case .podcasts: " <b class=\"tag soon\">in your podcasts</b>"
            case nil: .empty
            }
        return "\(access(view.track.access))\(view.track.isLiked ? liked : .empty)\(shelf)"
    }

    private static let liked: HTML = " <b class=\"tag soon\">liked</b>"

    private static func access(_ access: String) -> HTML {
        switch access {
        case "blocked": " <b class=\"tag bad\">blocked</b>"
        case "preview": " <b class=\"tag\">preview only</b>"
        case "gone": " <b class=\"tag bad\">gone</b>"
        default: .empty
        }
    }
}
