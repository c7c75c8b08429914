import MusicLibrary
import SoundCloud
import Web

/// Rows of tracks, playlists and users for all SoundCloud lists. Names from SoundCloud and names from the library have different
/// colours, and the surrounding text also names the origin (spec L38).
struct CloudLines: Sendable {
    let pageContext: CloudPageContext
    /// The users, playlists and tracks of the list that were found, by key.
    let items: CloudItemStore.Items
    let marks: CloudMarks
    private var rows: [ListRow] = []
    private var names = RowNames()

    /// Creates an empty list after reading the items with these keys and the listener's marks on the items. Throws a database error.
    init(
        _ pageContext: CloudPageContext, tracks: [Int64] = [], playlists: [Int64] = [], users: [Int64] = []
    ) async throws {
        self.pageContext = pageContext
        let listener = pageContext.listener
        items = try await CloudItemStore(database: pageContext.database).items(
            tracks: tracks, playlists: playlists, users: users, for: listener)
        marks = try await CloudMarkStore(database: pageContext.database).marks(
            of: items.tracks.values.map(\.urn) + items.playlists.values.map(\.urn) + items.users.values.map(\.urn),
            for: listener)
    }

    /// Returns the list inside one form, in which each button identifies its item; for an empty list, a text instead.
    ///
    /// - Parameters:
    ///   - label: The name of the list.
    ///   - icon: The icon shown if the list is empty.
    ///   - empty: The text shown if the first page of the list is empty.
    ///   - next: The button shown if the list is empty. Without a connection, a button to connect an account is shown instead.
    func html(_ label: String, _ icon: Icon, empty: HTML, next: HTML = Self.search) -> HTML {
        guard !rows.isEmpty else {
            guard pageContext.isFirstPage else { return BrowseMarkup.end }
            return EmptyState(icon, empty, action: pageContext.connection == nil ? Self.connect : next).html
        }
        var list = RowList(rows)
        list.label = label
        return """
            <form class="lines-form" method="post" action="/library/likes">\(pageContext.context.caller?.csrfField)\
            <input type="hidden" name="next" value="\(pageContext.here)">
            \(list.html)</form>
            """
    }

    static let search: HTML = "<a class=\"button quiet\" href=\"/library/search\">Search SoundCloud</a>"
    private static let connect: HTML = "<a class=\"button\" href=\"/library/welcome\">Connect SoundCloud</a>"

    // MARK: - Rows

    /// Adds a row for the track or playlist with this key. Adds no row if the item was not found or both keys are `nil`. `line` is an additional line
    /// of details.
    mutating func add(track: Int64?, playlist: Int64?, line: HTML? = nil) {
        if let track = track.flatMap({ items.tracks[$0] }) {
            add(track, line: line)
        } else if let playlist = playlist.flatMap({ items.playlists[$0] }) {
            add(playlist, line: line)
        }
    }

    /// Adds a row for a track.
    ///
    /// - Parameters:
    ///   - number: The track's number in a numbered list; `nil` in any other list.
    ///   - suffix: Additional text after the duration.
    ///   - line: An additional line of details; `nil` for none.
    mutating func add(_ track: CloudTrackItem, number: Int64? = nil, suffix: HTML = .empty, line: HTML? = nil) {
        var row = ListRow(
            "<strong>\(Self.title(track.title))</strong>", nil, artwork: Artwork(track.title, url: track.cover()))
        if !track.permalink.isEmpty { row.address = track.permalink }
        row.number = number
        row.marks = Self.access(track)
        row.details = ["by \(Self.person(track.user)) · \(LibraryFormat.length(Int64(track.durationMs)))\(suffix)"]
        if let line { row.details.append(line) }
        if let filed = marks.filed[track.urn] { row.details.append(Self.filed(filed, track.urn)) }
        row.actions = """
            \(PlayControls.button(track.urn, Self.title(track.title), access: track.access))\
            \(track.access == "gone" && !track.isLiked ? HTML.empty : like(track.urn, track.title, isSet: track.isLiked))\
            \(marks.filed[track.urn] == nil ? Self.addition(track.urn, track.title) : HTML.empty)
            """
        add(row, track.urn)
    }

    mutating func add(_ playlist: CloudPlaylistItem, line: HTML? = nil) {
        let tracks = LibraryFormat.count(Int64(playlist.trackCount), "track")
        var row = ListRow(
            "<strong>\(Self.title(playlist.title))</strong>", LocalPath(LibraryPath.playlist(playlist.urn)),
            artwork: Artwork(playlist.title, url: playlist.cover()))
        row.marks = " \(Self.kind(playlist))"
        row.details = ["by \(Self.person(playlist.user)) · \(tracks), \(LibraryFormat.length(playlist.durationMs))"]
        if let line { row.details.append(line) }
        row.actions = like(playlist.urn, playlist.title, isSet: playlist.isLiked)
        add(row, playlist.urn)
    }

    mutating func add(_ user: CloudUserItem, detail: HTML, isFollowed: Bool) {
        var row = ListRow(
            "<strong>\(Self.name(user))</strong>", LocalPath(LibraryPath.user(user.urn)),
            artwork: Artwork(user.name, url: user.cover(), isRound: true))
        row.details = [detail]
        row.actions = Self.follow(user.urn, user.name, isSet: isFollowed, canPress: pageContext.isConnected)
        add(row, user.urn)
    }

    /// Adds a row with the origin of the item and, if a change of the item is waiting or has failed, the state of the change.
    private mutating func add(_ row: ListRow, _ urn: CloudURN) {
        var row = row
        row.id = names.id(urn)
        row.origin = .cloud
        if let write = marks.writes[urn] { row.details.append(Self.state(write)) }
        rows.append(row)
    }

    // MARK: - Contents of a row

    /// Returns the title, or "Untitled" for an empty title.
    static func title(_ text: String) -> String { text.isEmpty ? "Untitled" : text }

    /// Returns the user's name as a link to the user's page on this server.
    static func person(_ user: CloudUserItem) -> HTML {
        "<a class=\"from-cloud\" href=\"\(LibraryPath.user(user.urn))\">\(name(user))</a>"
    }

    private static func name(_ user: CloudUserItem) -> String { user.name.isEmpty ? "Unnamed user" : user.name }

    /// Returns a tag for a track that cannot be played to the end; empty for any other track.
    static func access(_ track: CloudTrackItem) -> HTML {
        switch track.access {
        case "blocked": " <span class=\"tag bad\">not available</span>"
        case "preview": " <span class=\"tag\">preview only</span>"
        case "gone": " <span class=\"tag bad\">removed from SoundCloud</span>"
        default: .empty
        }
    }

    static func kind(_ playlist: CloudPlaylistItem) -> HTML {
        let kind = playlist.kind.isEmpty ? "playlist" : playlist.kind
        let isPrivate: HTML = playlist.isPublic ? .empty : " <span class=\"tag\">private</span>"
        return "<span class=\"tag\">\(kind)</span>\(isPrivate)"
    }

    private static func filed(_ filed: CloudMarks.Filed, _ urn: CloudURN) -> HTML {
        let name = filed.artist.isEmpty ? title(filed.title) : "\(filed.artist) – \(title(filed.title))"
        let location: HTML = filed.location == .podcasts ? "In your podcasts" : "In your library"
        return "\(location): <a class=\"from-library\" href=\"\(LibraryPath.track(urn))\">\(name)</a>"
    }

    /// Returns a tag and a sentence about a change that is waiting for SoundCloud or has failed.
    static func state(_ write: CloudWrite) -> HTML {
        let action: HTML =
            switch write.action {
            case .like: "The change “Like”"
            case .unlike: "The change “Unlike”"
            case .follow: "The change “Follow”"
            case .unfollow: "The change “Unfollow”"
            }
        guard write.state == .pending else {
            return "<span class=\"tag bad\">Failed</span> \(action) was not made on SoundCloud: \(write.fault)."
        }
        let tries: HTML = write.attempts > 0 && !write.fault.isEmpty ? " Last error: \(write.fault)." : .empty
        return "<span class=\"tag\">Waiting</span> \(action) is waiting for SoundCloud.\(tries)"
    }

    // MARK: - Buttons

    private func like(_ urn: CloudURN, _ title: String, isSet: Bool) -> HTML {
        Self.like(urn, title, isSet: isSet, canPress: pageContext.isConnected)
    }

    /// Returns the button that likes an item or, with `isSet`, unlikes the item. If `canPress` is `false`, because no working account is connected,
    /// the result is empty.
    static func like(_ urn: CloudURN, _ title: String, isSet: Bool, canPress: Bool) -> HTML {
        guard canPress else { return .empty }
        return button(
            "/library/likes", isSet ? "unlike" : "like", urn, isSet ? "Unlike" : "Like", Self.title(title))
    }

    static func follow(_ urn: CloudURN, _ name: String, isSet: Bool, canPress: Bool) -> HTML {
        guard canPress else { return .empty }
        return button(
            "/library/following", isSet ? "unfollow" : "follow", urn, isSet ? "Unfollow" : "Follow",
            name.isEmpty ? "Unnamed user" : name)
    }

    /// Returns the button that adds a track to the library. The button needs no connection.
    static func addition(_ urn: CloudURN, _ title: String) -> HTML {
        button("/library/additions", "add", urn, "Add to library", Self.title(title))
    }

    /// Returns a button for a form with several buttons. The button submits the form to `path`, with the URN of the item in the field `name`. `what`
    /// names the item for screen readers.
    static func button(_ path: HTML, _ name: HTML, _ urn: CloudURN, _ words: HTML, _ what: String) -> HTML {
        """
        <button class="quiet" formaction="\(path)" name="\(name)" value="\(urn.description)">\
        \(words)<span class="hidden">: \(what)</span></button>
        """
    }
}

/// Navigation links of a list: to other pages, sort orders and filters of the list.
enum CloudListLinks {
    /// Returns the links to the next page, whose cursor is `next`, and, except on the first page, to the first page; empty without either link.
    /// `fields` is the query of the list.
    static func pages(_ path: String, _ fields: [(String, String?)], next: String?, isFirst: Bool) -> HTML {
        guard next != nil || !isFirst else { return .empty }
        let on: HTML? = next.map {
            "<a class=\"button\" href=\"\(LibraryPath.path(path, fields + [("cursor", $0)]))\" rel=\"next\">Next page</a>"
        }
        let back: HTML? =
            isFirst ? nil : "<a class=\"button quiet\" href=\"\(LibraryPath.path(path, fields))\">First page</a>"
        return "<nav class=\"pages\" aria-label=\"Pages\">\(on)\(back)</nav>"
    }

    /// Returns a row of links to the choices, in which the current choice is marked.
    static func chips(_ label: String, _ choices: [(words: String, path: String, isCurrent: Bool)]) -> HTML {
        Chips(label, choices.map { .init("\($0.words)", $0.path, isCurrent: $0.isCurrent) }).html
    }
}
