/// The path and query of a list's first page.
struct ListTarget: Sendable {
    private let text: String

    /// Creates the target of a list. With `tracks`, the list includes tracks that are not playable. `search` contains the search
    /// words; `nil` for a list without a search.
    init(_ path: String, tracks: Bool = false, search: String? = nil) {
        var query: QueryText = ["linked_partitioning": "true"]
        if tracks { query.add("access", "playable,preview,blocked") }
        if let search { query.add("q", search) }
        text = "\(path)?\(query.text)"
    }

    /// Returns the target with a page size.
    func text(limit: Int) -> String { "\(text)&limit=\(limit)" }
}

extension TrackList {
    var target: ListTarget {
        switch self {
        case .liked: ListTarget("/me/likes/tracks", tracks: true)
        case .own: ListTarget("/me/tracks", tracks: true)
        case .reposted: ListTarget("/me/reposts/tracks", tracks: true)
        case .recentlyPlayed: ListTarget("/me/recently-played/tracks", tracks: true)
        case .uploads(let user): ListTarget("/users/\(user)/tracks", tracks: true)
        case .likes(let user): ListTarget("/users/\(user)/likes/tracks", tracks: true)
        case .reposts(let user): ListTarget("/users/\(user)/reposts/tracks", tracks: true)
        case .related(let track): ListTarget("/tracks/\(track)/related", tracks: true)
        case .search(let words): ListTarget("/tracks", tracks: true, search: words)
        }
    }
}

extension PlaylistList {
    var target: ListTarget {
        switch self {
        case .liked: ListTarget("/me/likes/playlists")
        case .own: ListTarget("/me/playlists", tracks: true)
        case .reposted: ListTarget("/me/reposts/playlists")
        case .made(let user): ListTarget("/users/\(user)/playlists", tracks: true)
        case .likes(let user): ListTarget("/users/\(user)/likes/playlists")
        case .search(let words): ListTarget("/playlists", tracks: true, search: words)
        }
    }
}

extension UserList {
    var target: ListTarget {
        switch self {
        case .followed: ListTarget("/me/followings")
        case .followings(let user): ListTarget("/users/\(user)/followings")
        case .related(let user): ListTarget("/users/\(user)/related")
        case .search(let words): ListTarget("/users", search: words)
        }
    }
}
