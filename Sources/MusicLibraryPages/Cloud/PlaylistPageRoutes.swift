#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTP
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The page `/library/playlists` with the account's playlists, and the page of one playlist (spec L31).
struct PlaylistPageRoutes: Sendable {
    let cloud: MusicCloud?
    let database: TenantDatabase

    var routes: [Route] {
        [
            .accountPage("getPlaylistsPage", "/library/playlists", endpoint: getPlaylistsPage),
            .accountPage("getPlaylistPage", "/library/playlists/{cloudPlaylist}", endpoint: getPlaylistPage),
            .accountForm(
                "postPlaylistDeletion", "/library/playlists/{cloudPlaylist}/deletion", bodyLimit: 16 * 1024,
                endpoint: postPlaylistDeletion),
        ]
    }

    /// Answers `getPlaylistsPage`: a page of the account's own playlists; 422 for an invalid parameter. Stores the page as the last view.
    func getPlaylistsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let page = try await CloudLists(database: database).ownPlaylists(
            fields, limit: fields.pageSize(), of: context.listener)
        let pageContext = try await CloudPageContext(request, context, database)
        var lines = try await CloudLines(pageContext, playlists: page.rows)
        for key in page.rows { lines.add(track: nil, playlist: key) }
        try await pageContext.note("playlists")
        return pageContext.page(
            "Playlists", .playlists,
            content: """
                \(CloudListLinks.chips("Filter", [
                    ("Your own", "/library/playlists", true), ("Liked", "/library/likes?kind=playlist", false),
                ]))
                \(BrowseMarkup.total(try await pageContext.counts()?.playlists ?? 0, "playlist"))
                \(lines.html("Your playlists", .playlist, empty: "No playlists yet"))
                \(CloudListLinks.pages(
                    "/library/playlists", [], next: page.next, isFirst: try fields.optional("cursor") == nil))
                """
        ).response()
    }

    /// Answers `getPlaylistPage`: a page of the playlist's tracks; 404 if there is no such playlist or the listener may not see the playlist, 422 for
    /// an invalid parameter. Stores the page as the last view. The first page refreshes the playlist from SoundCloud if necessary
    /// (`CloudItemRefresh`).
    func getPlaylistPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        guard let urn = CloudURN(try request.parameter("cloudPlaylist"), of: .playlist) else { throw Self.none }
        // The playlist is refreshed only for the first page, because a refresh between two pages could change the order of the tracks.
        if try fields.optional("cursor") == nil {
            try await CloudItemRefresh(database: database, cloud: cloud).playlist(urn, for: listener)
        }
        guard
            let row = try await database.rows(in: listener.tenant, CloudListSQL.playlist(urn, for: listener)).first
        else { throw Self.none }
        let key: Int64 = try row("playlist_id")
        let readAt = try row.optional("tracks_at", as: Date.self).map { Instant($0) }
        let page = try await CloudLists(database: database).tracks(
            in: key, fields, limit: limit, in: listener.tenant)
        let pageContext = try await CloudPageContext(request, context, database)
        var lines = try await CloudLines(pageContext, tracks: page.rows.map(\.track), playlists: [key])
        guard let playlist = lines.items.playlists[key] else { throw Self.none }
        let own = try await ListenerMarkStore(database: database).marks(playlists: [key], of: listener).own
        for row in page.rows {
            if let track = lines.items.tracks[row.track] { lines.add(track, number: row.position + 1) }
        }
        try await pageContext.note("playlist", ["urn": urn.description])
        var shown = pageContext.page(
            CloudLines.title(playlist.title), .playlists,
            content: """
                \(Self.head(playlist, lines.marks.writes[urn], pageContext))
                \(lines.html("Tracks in playlist order", .playlist, empty: Self.emptyText(
                    isLoaded: readAt != nil, isConnected: pageContext.isConnected)))
                \(CloudListLinks.pages(
                    LibraryPath.playlist(urn), [], next: page.next, isFirst: try fields.optional("cursor") == nil))
                \(page.rows.isEmpty ? HTML.empty : ExportLinks.html(.playlist(urn)))
                \(own.contains(key) && pageContext.isConnected ? Self.deletion(playlist, pageContext) : .empty)
                """)
        shown.up = Page.Link("/library/playlists", "Playlists")
        return shown.playing(page.rows.isEmpty ? nil : .playlist(urn)).response()
    }

    /// Answers `postPlaylistDeletion`: deletes the playlist on SoundCloud and, for all listeners, on this server, and redirects to the playlists; 404
    /// for an unknown playlist, 409 for a playlist of another account. A missing connection or an unavailable SoundCloud gives a redirect to the
    /// playlist with a notice.
    func postPlaylistDeletion(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let urn = CloudURN(try request.parameter("cloudPlaylist"), of: .playlist) else { throw Self.none }
        do {
            try await PlaylistChanges(database: database, cloud: cloud).delete(urn, for: try context.listener)
            return .seeOther("/library/playlists", LibraryNotice.playlistDeleted)
        } catch let error as APIError {
            guard let notice = LibraryNotice(error) else { throw error }
            return .seeOther(LibraryPath.playlist(urn), notice)
        }
    }

    /// Returns the confirmation for deleting one of the listener's playlists.
    private static func deletion(_ playlist: CloudPlaylistItem, _ pageContext: CloudPageContext) -> HTML {
        Confirmation(
            "Delete playlist",
            "“\(playlist.title)” will be deleted for everyone, here and on SoundCloud. This cannot be undone.",
            path: LocalPath("\(LibraryPath.playlist(playlist.urn))/deletion") ?? LibraryPath.start,
            fields: pageContext.context.caller?.csrfField ?? .empty
        ).html
    }

    /// Returns the text that replaces a list without tracks, by whether the tracks were ever read and whether a reload would read them.
    private static func emptyText(isLoaded: Bool, isConnected: Bool) -> HTML {
        guard !isLoaded else { return "This playlist is empty." }
        return isConnected
            ? "The tracks of this playlist have not been loaded from SoundCloud yet. Reload the page to try again."
            : "The tracks of this playlist have not been loaded from SoundCloud yet."
    }

    private static func head(_ playlist: CloudPlaylistItem, _ write: CloudWrite?, _ pageContext: CloudPageContext)
        -> HTML
    {
        let made: HTML? = playlist.createdAt.map { " · created \(pageContext.clock.shortDayElement($0))" }
        let about: HTML = playlist.about.isEmpty ? .empty : "<p class=\"about\">\(playlist.about)</p>"
        let out: HTML =
            playlist.permalink.isEmpty
            ? .empty
            : "<a class=\"button quiet\" href=\"\(HTML.address(playlist.permalink))\" rel=\"noreferrer\">Open on SoundCloud</a>"
        return """
            <div class="entry">\(Artwork(playlist.title, url: playlist.cover(.head), size: .large).html)<div>
            <p>\(CloudLines.kind(playlist)) by \(CloudLines.person(playlist.user)) · \
            \(LibraryFormat.count(Int64(playlist.trackCount), "track")), \(LibraryFormat.length(playlist.durationMs))\(made)\
            \(playlist.label.isEmpty ? "" : " · \(playlist.label)")</p></div></div>
            \(about)
            \(write.map { "<p>\(CloudLines.state($0))</p>" as HTML })
            <form class="acts" method="post" action="/library/likes">\(pageContext.context.caller?.csrfField)\
            <input type="hidden" name="next" value="\(pageContext.here)">\
            \(CloudLines.like(playlist.urn, playlist.title, isSet: playlist.isLiked, canPress: pageContext.isConnected))\(out)</form>
            """
    }

    private static let none = APIError(
        .notFound, code: .noSuchPlaylist,
        "this server does not know the playlist and cannot load it from SoundCloud, or the playlist is private and owned by somebody "
            + "else: check the address, and connect a SoundCloud account if none is connected")
}
