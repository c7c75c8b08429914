import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The page of the last view (spec L32-L34).
///
/// If the view is of a single item that no longer exists, for example after a merge, the list that contained the item is opened instead.
struct LastView: Sendable {
    let path: LocalPath
    /// A statement whose result has a row if the single item of the view exists, and the list to open otherwise; `nil` for a view without an item.
    let item: (proof: SQL, list: LocalPath)?

    init(_ state: ViewState, of listener: Listener) {
        let (text, proof) = Self.item(state, listener) ?? (Self.list(state), nil)
        path = text.flatMap { LocalPath($0) } ?? LibraryPath.stream
        let list = Self.list(state).flatMap { LocalPath($0) } ?? LibraryPath.stream
        item = proof.map { ($0, list) }
    }

    /// Returns the path of the view, or the path of the list if the item of the view no longer exists.
    func path(_ database: TenantDatabase, in tenant: TenantID) async throws(PostgresError) -> LocalPath {
        guard let item else { return path }
        return try await database.rows(in: tenant, item.proof).isEmpty ? item.list : path
    }

    /// Returns the path of the list that the view shows or that contains its single item, or `nil` for an unknown view.
    private static func list(_ state: ViewState) -> String? {
        func field(_ name: String) -> (String, String?) { (name, state.params[name]) }
        switch state.view {
        case "stream": return LibraryPath.path("/library/stream", [field("include")])
        case "likes":
            return LibraryPath.path("/library/likes", [("order", state.likesOrder.rawValue), field("kind")])
        case "likesOfUser": return "/library/likes?order=user"
        case "playlists", "playlist": return "/library/playlists"
        case "following": return LibraryPath.path("/library/following", [field("sort")])
        case "user": return "/library/following"
        case "profile": return "/library/profile"
        case "discover": return "/library/discover"
        case "search": return "/library/search"
        case "library" where state.params["list"] == "uncertain": return "/library/uncertain"
        case "library": return LibraryPath.path("/library/\(state.libraryCategory.rawValue)", [field("show")])
        case "podcasts": return state.podcastCategory == .stations ? "/library/podcasts/stations" : "/library/podcasts"
        default: return nil
        }
    }

    private static func item(_ state: ViewState, _ listener: Listener) -> (path: String?, proof: SQL?)? {
        func urn(_ name: String, _ kind: CloudURN.Kind) -> CloudURN? {
            state.params[name].flatMap { CloudURN($0, of: kind) }
        }
        func number(_ name: String) -> LibraryTrack.ID? { state.params[name].flatMap { LibraryTrack.ID($0) } }
        let isOwn = state.view == "library" || state.view == "podcasts"
        if state.view == "user", let user = urn("urn", .user) {
            return (
                LibraryPath.path(LibraryPath.user(user), [("view", state.params["view"])]),
                user.selection(in: listener.tenant)
            )
        }
        if state.view == "likesOfUser", let user = urn("urn", .user) {
            return (
                LibraryPath.path(LibraryPath.likes(of: user), [("kind", state.params["kind"])]),
                user.selection(in: listener.tenant)
            )
        }
        if state.view == "playlist", let playlist = urn("urn", .playlist) {
            return (LibraryPath.playlist(playlist), CloudListSQL.playlist(playlist, for: listener))
        }
        if isOwn, let track = urn("track", .track) { return (LibraryPath.track(track), proof(track: track, listener)) }
        for category in [BrowseStore.Category.artists, .albums, .labels] where isOwn {
            guard let id = number(category.noun) else { continue }
            return ("\(category.path)/\(id)", category.proof(of: id.rawValue, listener))
        }
        if isOwn, let id = number("station") {
            return ("/library/podcasts/stations/\(id)", StationStore.proof(of: id.rawValue, listener))
        }
        return nil
    }

    // MARK: - Existence of the item

    private static func proof(track: CloudURN, _ listener: Listener) -> SQL {
        """
        select t.urn
          from app.cloud_track t
          join app.library_track x on x.tenant_id = t.tenant_id and x.user_id = \(listener.account) and x.track_id = t.track_id
         where t.tenant_id = \(listener.tenant)
           and t.urn = \(track)
        """
    }

}
