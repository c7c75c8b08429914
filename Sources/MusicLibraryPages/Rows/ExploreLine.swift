import MusicLibrary
import SoundCloud
import Web

/// The rows of Discover and search, with names in the colour of their origin (spec L38) and the listener's marks on the items.
/// `ExploreRowActions` adds the buttons.
enum ExploreLine {
    /// Returns the row of a SoundCloud track.
    ///
    /// - Parameters:
    ///   - id: The element ID of the row; `nil` for none.
    ///   - more: Additional tags after the title.
    static func track(_ track: TrackView, id: String? = nil, more: HTML = .empty) -> ListRow {
        var row = Self.row(track.title, "/library/tracks/\(track.urn)", .cloud, id: id, cover: track.cover)
        row.marks = "\(more)\(marks(track))"
        row.details = [
            "uploaded by \(user(track.uploader))\(track.isUploaderFollowed == true ? ", whom you follow" : "")"
        ]
        row.facts = "\(LibraryFormat.length(track.durationMs))"
        return row
    }

    /// Returns the row of a track in the listener's library or podcasts. `id` is the element ID of the row; `nil` for none.
    static func libraryTrack(_ track: TrackView, id: String? = nil, isLiked: Bool = false) -> ListRow {
        let artists = (track.classification?.artists ?? []).filter { $0.role == "primary" || $0.role == "featured" }
        let names = artists.enumerated().map { position, credit -> HTML in
            """
            \(position > 0 ? credit.joinPhrase : "")<a class="from-library" href="/library/artists/\(credit.id)">\
            \(credit.creditedAs.isEmpty ? credit.name : credit.creditedAs)</a>
            """
        }
        let locationTag: HTML = track.shelf == .podcasts ? " <b class=\"tag\">in your podcasts</b>" : .empty
        var row = Self.row(
            track.title, "/library/tracks/\(track.urn)", .library, id: id, cover: track.cover,
            version: track.version.map { " (\($0))" } ?? "")
        row.marks = "\(locationTag)\(isLiked ? liked : .empty)\(access(track.access))"
        row.details = [names.isEmpty ? "\(track.artist ?? "")" : "\(names)"]
        row.facts = "\(LibraryFormat.length(track.durationMs))"
        return row
    }

    static func playlist(_ view: MarkedPlaylistView, id: String? = nil) -> ListRow {
        let playlist = view.playlist
        let own: HTML = view.isOwn ? " <b class=\"tag soon\">yours</b>" : .empty
        var row = Self.row(
            playlist.title, "/library/playlists/\(playlist.urn)", .cloud, id: id, cover: playlist.cover)
        row.marks = "\(own)\(playlist.isLiked ? liked : .empty)"
        row.details = ["playlist by \(user(playlist.user)) · \(tracks(playlist.trackCount))"]
        return row
    }

    static func person(_ view: MarkedUserView, id: String? = nil) -> ListRow {
        let name = view.user.name.isEmpty ? "Unnamed user" : view.user.name
        var row = Self.row(
            name, "/library/users/\(view.user.urn)", .cloud, id: id, cover: view.user.cover, isRound: true)
        row.marks = view.isFollowed ? " <b class=\"tag soon\">following</b>" : .empty
        row.details = ["on SoundCloud"]
        return row
    }

    /// Returns the row of an artist, album or label of the listener's library.
    ///
    /// - Parameter kind: The kind of the entry: "artist", "album" or "label".
    static func entry(_ entry: EntryView, kind: String) -> ListRow {
        let artist: HTML? = entry.artist.map {
            "by <a class=\"from-library\" href=\"/library/artists/\($0.id)\">\($0.name)</a> · "
        }
        var row = Self.row(
            entry.name, "/library/\(kind)s/\(entry.id)", .library, cover: entry.cover?.path(), isRound: kind == "artist"
        )
        row.details = ["\(kind) · \(artist)\(tracks(entry.trackCount))"]
        return row
    }

    static func station(_ station: ReferenceView) -> ListRow {
        var row = Self.row(station.name, "/library/podcasts/stations/\(station.id)", .library)
        row.details = ["podcast station"]
        return row
    }

    static func user(_ user: CloudUserView) -> HTML {
        "<a class=\"from-cloud\" href=\"/library/users/\(user.urn.description)\">\(user.name.isEmpty ? "Unnamed user" : user.name)</a>"
    }

    private static func row(
        _ name: String, _ path: String, _ origin: ListRow.Origin, id: String? = nil, cover: String? = nil,
        isRound: Bool = false, version: String = ""
    ) -> ListRow {
        var row = ListRow(
            "<strong>\(titled(name))</strong>\(version)", LocalPath(path),
            artwork: Artwork(name, url: cover, isRound: isRound))
        row.origin = origin
        row.id = id
        return row
    }

    private static func titled(_ title: String) -> String { title.isEmpty ? "Untitled" : title }

    private static func tracks(_ count: Int64) -> String { LibraryFormat.count(count, "track") }

    private static func marks(_ track: TrackView) -> HTML {
        let locationTag: HTML =
            switch track.shelf {
            case .library: " <b class=\"tag soon\">in your library</b>"
            case .podcasts: " <b class=\"tag soon\">in your podcasts</b>"
            case nil: .empty
            }
        return "\(access(track.access))\(track.isLiked == true ? liked : .empty)\(locationTag)"
    }

    private static let liked: HTML = " <b class=\"tag soon\">liked</b>"

    /// Returns a tag for a track that cannot be played to the end; empty for any other track.
    static func access(_ access: String) -> HTML {
        switch access {
        case "blocked": " <b class=\"tag bad\">not available</b>"
        case "preview": " <b class=\"tag\">preview only</b>"
        case "gone": " <b class=\"tag bad\">removed from SoundCloud</b>"
        default: .empty
        }
    }
}
