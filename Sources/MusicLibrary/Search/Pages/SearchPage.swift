import HTTP
import Web

/// `/library/search`: one's own things first, then SoundCloud (spec L37).
struct SearchPage: Sendable {
    let context: RequestContext
    /// As it was typed.
    var text = ""
    var kind = CloudSearch.Question.Kind.tracks
    /// One's own things; `nil` on the further pages of SoundCloud's.
    var own: (hits: [LibraryHitView], more: HTML?)?
    var cloud: CloudSearchView?
    /// Why SoundCloud was not asked or did not answer.
    var cloudFault: APIError?
    /// What is wrong with the question itself.
    var fault: APIError?

    func response() -> Response {
        var page = LibraryPage("Search", .search, context, content: "\(form)\(fault == nil ? results : .empty)")
        page.style = ExploreStyle.rules
        page.status = fault?.status ?? .ok
        return page.response()
    }

    private var form: HTML {
        let invalid: HTML = fault == nil ? .empty : " aria-invalid=\"true\" aria-describedby=\"fault\""
        return """
            \(fault.map { HTML.fault($0, labels: ["q": "What to look for"]) })
            <form method="get" action="/library/search" role="search" class="ask">
            <p><label for="q">Title, artist, label, user or station</label>
            <input type="search" id="q" name="q" value="\(text)" maxlength="200" required\(invalid)></p>
            <p><button>Search</button></p>
            <input type="hidden" name="kind" value="\(kind.rawValue)">
            </form>
            """
    }

    private var results: HTML {
        guard !text.isEmpty else {
            return
                "<p class=\"faint\">Your library, likes, playlists, those whom you follow and your stations; then SoundCloud.</p>"
        }
        return "\(ownResults)\(cloudResults)"
    }

    private var ownResults: HTML {
        guard let own else { return "<p><a href=\"\(Self.path(text, kind))\">What you have yourself</a></p>" }
        let more: HTML? = own.more.map { "<p><a class=\"button quiet\" href=\"\($0)\">More of yours</a></p>" }
        return """
            <h2 id="own">Yours</h2>
            \(own.hits.isEmpty ? "<p class=\"faint\">Nothing of yours has these words.</p>"
                : "<ul class=\"found\" aria-labelledby=\"own\">\(own.hits.map(line))</ul>" as HTML)\(more)
            """
    }

    private func line(_ hit: LibraryHitView) -> HTML {
        if let track = hit.libraryTrack {
            return ExploreLine.libraryTrack(
                track, act: ExploreLine.seedButton(track.urn, track.title, context))
        }
        if let track = hit.track {
            return ExploreLine.track(
                track, act: ExploreLine.seedButton(track.track.urn, track.track.title, context))
        }
        if let entry = hit.entry { return ExploreLine.entry(entry, kind: hit.kind) }
        if let playlist = hit.playlist { return ExploreLine.playlist(playlist) }
        if let user = hit.user { return ExploreLine.person(user) }
        return hit.station.map { ExploreLine.station($0) } ?? .empty
    }

    private var cloudResults: HTML {
        guard cloud != nil || cloudFault != nil else {
            return "<p><a href=\"\(Self.path(text, kind))\">Look on SoundCloud as well</a></p>"
        }
        let kinds = CloudSearch.Question.Kind.allCases.map { kind -> HTML in
            let mark: HTML = kind == self.kind ? " aria-current=\"true\"" : .empty
            return "<li><a href=\"\(Self.path(text, kind))\"\(mark)>\(Self.name(kind))</a></li>"
        }
        return """
            <h2 id="cloud">On SoundCloud</h2>
            <nav aria-label="What to look for on SoundCloud"><ul class="kinds">\(kinds)</ul></nav>
            \(found)
            """
    }

    private var found: HTML {
        if let cloudFault {
            let way: HTML =
                cloudFault.code == "not-connected" || cloudFault.code == "connection-lost"
                ? " <a href=\"/library/profile\">Connect your account</a>" : .empty
            return "<p class=\"notice\" role=\"status\">\(Self.sentence(cloudFault))\(way)</p>"
        }
        guard let cloud else { return .empty }
        let more: HTML? = cloud.nextCursor.map {
            "<p><a class=\"button quiet\" href=\"\(Self.path(text, kind))&amp;cursor=\($0)\">More from SoundCloud</a></p>"
        }
        guard !cloud.items.isEmpty else {
            return "<p class=\"faint\">SoundCloud has none of these\(more == nil ? "" : " on this page").</p>\(more)"
        }
        return "<ul class=\"found\" aria-labelledby=\"cloud\">\(cloud.items.map(line))</ul>\(more)"
    }

    private func line(_ item: CloudSearchView.Item) -> HTML {
        switch item {
        case .track(let track):
            ExploreLine.track(
                track, act: ExploreLine.seedButton(track.track.urn, track.track.title, context))
        case .playlist(let playlist): ExploreLine.playlist(playlist)
        case .user(let user): ExploreLine.person(user)
        }
    }

    /// The search of these words, safe in an attribute.
    static func path(_ text: String, _ kind: CloudSearch.Question.Kind) -> HTML {
        "/library/search?q=\(text.percentEncoded)&amp;kind=\(kind.rawValue)"
    }

    /// A further page of one's own things.
    static func ownPath(_ text: String, cursor: String) -> HTML {
        "/library/search?q=\(text.percentEncoded)&amp;of=own&amp;cursor=\(cursor)"
    }

    private static func name(_ kind: CloudSearch.Question.Kind) -> String {
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
