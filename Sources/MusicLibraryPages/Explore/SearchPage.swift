import HTTP
import MusicLibrary
import SoundCloud
import Web

/// The page `/library/search`: results from the listener's own music, then from SoundCloud (spec L37).
struct SearchPage: Sendable {
    let pageContext: CloudPageContext
    /// The search text without surrounding white space; empty before a search.
    var text = ""
    var kind = CloudSearch.Query.Kind.tracks
    /// Results from the listener's own music; `nil` on later pages of SoundCloud's results and without a valid search.
    var own: (hits: [LibraryHitView], more: HTML?)?
    /// The tracks in the library search results that the listener likes.
    var liked: Set<CloudURN> = []
    var cloud: CloudSearchView?
    /// The error that prevented results from SoundCloud; `nil` if there was no error.
    var cloudFault: APIError?
    /// The error of an invalid search; `nil` if the search is valid.
    var fault: APIError?

    func response() -> Response {
        var page = LibraryPage(
            "Search", .search, pageContext.context,
            content: "\(pageContext.notice?.html)\(form)\(fault == nil ? results : .empty)")
        page.status = fault?.status ?? .ok
        return page.response()
    }

    private var form: HTML {
        var field = Field("Title, artist, label, user or station", "q", text, .search)
        field.isRequired = true
        field.attributes = " maxlength=\"200\""
        field.fault = fault?.fault(of: "q")
        return """
            \(fault.map { HTML.fault($0, labels: ["q": "The search text"], ids: ["q": "q"]) })
            <form method="get" action="/library/search" role="search" class="ask">
            \(field.html)
            <button>Search</button>
            <input type="hidden" name="kind" value="\(kind.rawValue)">
            </form>
            """
    }

    private var results: HTML {
        guard !text.isEmpty else {
            return
                "<p class=\"faint\">The search covers your library, podcast tracks, stations, likes, playlists, followed users and SoundCloud.</p>"
        }
        var names = RowNames()
        return "\(ownResults(&names))\(cloudResults(&names))"
    }

    private var actions: ExploreRowActions { ExploreRowActions(pageContext: pageContext) }

    private func ownResults(_ names: inout RowNames) -> HTML {
        guard let own else { return "<p><a href=\"\(Self.path(text, kind))\">Search your music too</a></p>" }
        var list = RowList(own.hits.compactMap { line($0, &names) })
        list.labelledBy = "own"
        let more: HTML? = own.more.map { "<p><a class=\"button quiet\" href=\"\($0)\">More from your music</a></p>" }
        return """
            <h2 id="own">Your music</h2>
            \(own.hits.isEmpty ? "<p class=\"faint\">No matches in your music.</p>"
                : list.html)\(more)
            """
    }

    private func line(_ hit: LibraryHitView, _ names: inout RowNames) -> ListRow? {
        if let track = hit.track, track.origin != .soundcloud {
            let isLiked = liked.contains(track.urn)
            return actions.libraryTrack(
                track, ExploreLine.libraryTrack(track, id: names.id(track.urn), isLiked: isLiked), isLiked: isLiked)
        }
        if let track = hit.track { return line(track, &names) }
        if let entry = hit.entry { return ExploreLine.entry(entry, kind: hit.kind) }
        if let playlist = hit.playlist { return line(playlist, &names) }
        if let user = hit.user { return line(user, &names) }
        return hit.station.map { ExploreLine.station($0) }
    }

    private func line(_ track: TrackView, _ names: inout RowNames) -> ListRow {
        actions.track(track, ExploreLine.track(track, id: names.id(track.urn)))
    }

    private func line(_ playlist: MarkedPlaylistView, _ names: inout RowNames) -> ListRow {
        actions.playlist(playlist, ExploreLine.playlist(playlist, id: names.id(playlist.playlist.urn)))
    }

    private func line(_ user: MarkedUserView, _ names: inout RowNames) -> ListRow {
        actions.person(user, ExploreLine.person(user, id: names.id(user.user.urn)))
    }

    private func cloudResults(_ names: inout RowNames) -> HTML {
        guard cloud != nil || cloudFault != nil else {
            return "<p><a href=\"\(Self.path(text, kind))\">Search SoundCloud too</a></p>"
        }
        let kinds = Chips(
            "Type of results from SoundCloud",
            CloudSearch.Query.Kind.allCases.map {
                .init("\(Self.name($0))", Self.target(text, $0), isCurrent: $0 == kind)
            })
        return """
            <h2 id="cloud">On SoundCloud</h2>
            \(kinds.html)
            \(found(&names))
            """
    }

    private func found(_ names: inout RowNames) -> HTML {
        if let cloudFault {
            let link: HTML =
                cloudFault.code == .notConnected || cloudFault.code == .connectionLost
                ? " <a href=\"/library/profile\">Connect SoundCloud</a>" : .empty
            return "<p class=\"notice\" role=\"status\">\(Self.sentence(cloudFault))\(link)</p>"
        }
        guard let cloud else { return .empty }
        let more: HTML? = cloud.next.map {
            "<p><a class=\"button quiet\" href=\"\(Self.path(text, kind))&amp;cursor=\($0)\">More from SoundCloud</a></p>"
        }
        guard !cloud.items.isEmpty else {
            return "<p class=\"faint\">No matches on SoundCloud\(more == nil ? "" : " so far").</p>\(more)"
        }
        var list = RowList(
            cloud.items.map { item in
                switch item {
                case .track(let track): line(track, &names)
                case .playlist(let playlist): line(playlist, &names)
                case .user(let user): line(user, &names)
                }
            })
        list.labelledBy = "cloud"
        return "\(list.html)\(more)"
    }

    /// Returns the path of the search page for this text, escaped for an attribute.
    static func path(_ text: String, _ kind: CloudSearch.Query.Kind) -> HTML { "\(target(text, kind))" }

    private static func target(_ text: String, _ kind: CloudSearch.Query.Kind) -> String {
        LibraryPath.path("/library/search", [("q", text), ("kind", kind.rawValue)])
    }

    /// Returns the path of a later page of results from the listener's own music.
    static func ownPath(_ text: String, cursor: String) -> HTML {
        "/library/search?q=\(text.percentEncoded)&amp;of=own&amp;cursor=\(cursor)"
    }

    private static func name(_ kind: CloudSearch.Query.Kind) -> String {
        switch kind {
        case .tracks: "Tracks"
        case .playlists: "Playlists"
        case .users: "Users"
        }
    }

    private static func sentence(_ error: APIError) -> String {
        error.detail.prefix(1).uppercased() + error.detail.dropFirst() + "."
    }
}
