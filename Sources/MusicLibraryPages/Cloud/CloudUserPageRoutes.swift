import HTTP
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The page `/library/users/{cloudUser}`: a SoundCloud user with uploads, playlists and reposts (spec L5, L28, L29).
struct CloudUserPageRoutes: Sendable {
    let cloud: MusicCloud?
    let database: TenantDatabase

    private var fetch: CloudItemRefresh { CloudItemRefresh(database: database, cloud: cloud) }

    var routes: [Route] {
        [
            .accountPage("getCloudUserPage", "/library/users/{cloudUser}", endpoint: getCloudUserPage)
        ]
    }

    private enum Show: String, CaseIterable {
        case tracks, playlists, reposts

        var words: String {
            switch self {
            case .tracks: "Tracks"
            case .playlists: "Playlists"
            case .reposts: "Reposts"
            }
        }
    }

    /// Answers `getCloudUserPage`: the user's profile with a list of uploads, reposts or playlists; 404 if there is no such user, 422 for an invalid
    /// parameter. Stores the page as the last view. If SoundCloud cannot be used, shows the stored profile and the stored list.
    func getCloudUserPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let show: Show = try fields.choice("view") ?? .tracks
        let limit = try fields.pageSize()
        let name = try request.parameter("cloudUser")
        if let urn = CloudURN(name, of: .user) { try await fetch.user(urn, for: listener) }
        let key = try await CloudItemStore(database: database).requireUser(name, in: listener.tenant)
        let pageContext = try await CloudPageContext(request, context, database)
        guard let row = try await database.rows(in: listener.tenant, CloudListSQL.profile(key, for: listener)).first
        else {
            throw CloudItemStore.noSuchUser
        }
        let (user, profile) = (try CloudUserItem(row: row), try CloudUserProfileView(row: row))
        let path = LibraryPath.user(user.urn)
        let list: (html: HTML, next: String?) =
            switch show {
            case .tracks: try await tracks(of: key, user.urn, fields, limit, pageContext)
            case .playlists: try await playlists(of: key, user.urn, fields, limit, pageContext)
            case .reposts: try await reposts(by: key, user.urn, fields, limit, pageContext)
            }
        let marks = try await CloudMarkStore(database: database).marks(of: [user.urn], for: listener)
        var params = ["urn": user.urn.description]
        if show != .tracks { params["view"] = show.rawValue }
        try await pageContext.note("user", params)
        let chips = Show.allCases.map {
            ($0.words, LibraryPath.path(path, [("view", $0 == .tracks ? nil : $0.rawValue)]), $0 == show)
        }
        return pageContext.page(
            user.name.isEmpty ? "Unnamed user" : user.name, .following,
            content: """
                \(Self.head(user, profile, marks.writes[user.urn], pageContext))
                \(CloudListLinks.chips("Filter", chips))
                \(list.html)
                \(CloudListLinks.pages(
                    path, [("view", show == .tracks ? nil : show.rawValue)], next: list.next,
                    isFirst: try fields.optional("cursor") == nil))
                """
        ).response()
    }

    /// Returns the head of a user's page: the profile, and whether the listener follows the user.
    private static func head(
        _ user: CloudUserItem, _ profile: CloudUserProfileView, _ write: CloudWrite?, _ pageContext: CloudPageContext
    ) -> HTML {
        let place = [profile.city, profile.country].filter { !$0.isEmpty }.joined(separator: ", ")
        let about = [profile.fullName == user.name ? "" : profile.fullName, place].filter { !$0.isEmpty }
        // A user who is known only from lists has no counts.
        let isCounted = profile.followerCount > 0 || profile.trackCount > 0
        let counts: HTML =
            isCounted
            ? """
            <p>\(LibraryFormat.count(Int64(profile.trackCount), "track")), \
            \(LibraryFormat.count(Int64(profile.playlistCount), "playlist")) and \
            \(LibraryFormat.count(profile.followerCount, "follower")) on SoundCloud.</p>
            """ : .empty
        let out: HTML =
            user.permalink.isEmpty
            ? .empty
            : "<a class=\"button quiet\" href=\"\(HTML.address(user.permalink))\" rel=\"noreferrer\">Open on SoundCloud</a>"
        return """
            <div class="entry">\(Artwork(user.name, url: user.cover(.head), isRound: true, size: .large).html)<div>
            \(about.isEmpty ? HTML.empty : "<p class=\"from-cloud\">\(about.joined(separator: " · "))</p>")
            \(counts)</div></div>
            \(profile.description.isEmpty ? HTML.empty : "<p class=\"about\">\(profile.description)</p>")
            \(write.map { "<p>\(CloudLines.state($0))</p>" as HTML })
            <form class="acts" method="post" action="/library/following">\(pageContext.context.caller?.csrfField)\
            <input type="hidden" name="next" value="\(pageContext.here)">\
            \(profile.isFollowed ? "<span class=\"tag good\">Following</span>" : HTML.empty)\
            \(CloudLines.follow(user.urn, user.name, isSet: profile.isFollowed, canPress: pageContext.isConnected))\
            <a class="button quiet" href="\(LibraryPath.likes(of: user.urn))">Your likes from this user</a>\(out)</form>
            """
    }

    // MARK: - Lists

    private func tracks(
        of user: Int64, _ urn: CloudURN, _ fields: FormFields, _ limit: Int, _ pageContext: CloudPageContext
    ) async throws -> (HTML, String?) {
        let list = "tracks.of.\(user)"
        if let page = try await fetched(.posts, of: urn, unless: list, fields, limit, pageContext) {
            return (page.lines.html("Uploads, newest first", .library, empty: "No uploads"), page.next)
        }
        let page = try await CloudLists(database: database).uploads(
            of: user, fields, limit: limit, in: pageContext.listener.tenant)
        let lines = try await uploads(page.rows, pageContext)
        let empty: HTML = "This server has stored no tracks of this user yet."
        let notice = try Self.notice(fields, pageContext)
        return ("\(notice)\(lines.html("Uploads, newest first", .library, empty: empty))", page.next)
    }

    /// Returns the notice that SoundCloud is not available, for the first page of a stored list. For later pages the notice is empty, and without a
    /// connection too, because the page then has another notice.
    private static func notice(_ fields: FormFields, _ pageContext: CloudPageContext) throws -> HTML {
        guard pageContext.isConnected, try fields.optional("cursor") == nil else { return .empty }
        return "<p class=\"notice\">SoundCloud is not available. The list shows what this server has stored.</p>"
    }

    /// Returns a page from SoundCloud, or `nil` if the stored list should be shown instead. `list` is the name of the stored list in cursors; a
    /// cursor of this list continues the stored list. Throws 422 for an invalid cursor, and the error of SoundCloud for a later page or if the error
    /// is not temporary.
    private func fetched(
        _ selection: UserTrackSelection, of user: CloudURN, unless list: String, _ fields: FormFields, _ limit: Int,
        _ pageContext: CloudPageContext
    ) async throws -> (lines: CloudLines, next: String?)? {
        let cursor = try fields.optional("cursor")
        guard pageContext.isConnected, cursor.flatMap({ ListCursor($0, of: list) }) == nil,
            let page = try await fetch.tracks(
                of: user, selection, after: cursor, limit: limit, for: pageContext.listener, hasStored: true)
        else { return nil }
        return (try await uploads(page.keys, pageContext), page.next)
    }

    private func uploads(_ keys: [Int64], _ pageContext: CloudPageContext) async throws -> CloudLines {
        var lines = try await CloudLines(pageContext, tracks: keys)
        for track in keys.compactMap({ lines.items.tracks[$0] }) {
            lines.add(
                track, suffix: track.uploadedAt.map { " · uploaded \(pageContext.clock.shortDayElement($0))" } ?? .empty
            )
        }
        return lines
    }

    private func playlists(
        of user: Int64, _ urn: CloudURN, _ fields: FormFields, _ limit: Int, _ pageContext: CloudPageContext
    ) async throws -> (HTML, String?) {
        let list = "playlists.of.\(user)"
        let cursor = try fields.optional("cursor")
        if cursor.flatMap({ ListCursor($0, of: list) }) == nil,
            let page = try await fetch.playlists(of: urn, after: cursor, limit: limit, for: pageContext.listener)
        {
            var lines = try await CloudLines(pageContext, playlists: page.keys)
            for key in page.keys { lines.add(track: nil, playlist: key) }
            return (lines.html("Playlists", .playlist, empty: "No playlists"), page.next)
        }
        let page = try await CloudLists(database: database).playlists(
            of: user, fields, limit: limit, for: pageContext.listener)
        var lines = try await CloudLines(pageContext, playlists: page.rows)
        for key in page.rows { lines.add(track: nil, playlist: key) }
        let empty: HTML = "This server has stored no playlists of this user yet."
        let notice = try Self.notice(fields, pageContext)
        return ("\(notice)\(lines.html("Playlists", .playlist, empty: empty))", page.next)
    }

    private func reposts(
        by user: Int64, _ urn: CloudURN, _ fields: FormFields, _ limit: Int, _ pageContext: CloudPageContext
    ) async throws -> (HTML, String?) {
        let list = "reposts.by.\(user)"
        if let page = try await fetched(.reposts, of: urn, unless: list, fields, limit, pageContext) {
            return (page.lines.html("Reposts", .stream, empty: "No reposts"), page.next)
        }
        let position = try fields.position(in: list) { TimePosition($0) } ?? .first
        let rows: [StreamEntry] = try await database.all(
            in: pageContext.listener.tenant,
            CloudListSQL.reposts(
                by: user, before: position.microseconds, position.id, limit: limit + 1, of: pageContext.listener))
        let page = ListPage(rows, limit: limit)
        var lines = try await CloudLines(
            pageContext, tracks: page.rows.compactMap(\.track), playlists: page.rows.compactMap(\.playlist))
        for entry in page.rows {
            lines.add(
                track: entry.track, playlist: entry.playlist,
                line: "reposted \(pageContext.clock.shortElement(entry.happenedAt))")
        }
        let empty: HTML = "None of this user’s reposts are in your stream yet."
        let notice = try Self.notice(fields, pageContext)
        return (
            "\(notice)\(lines.html("Reposts in your stream", .stream, empty: empty))",
            page.next?.position.cursor(list).description
        )
    }
}
