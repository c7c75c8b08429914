import Postgres

/// The sizes of the listener's SoundCloud lists, shown on the profile and above each list.
struct CloudCounts: Sendable, Hashable, RowDecodable {
    let followings: Int64
    let likedTracks: Int64
    let likedPlaylists: Int64
    let playlists: Int64

    init(row: Row) throws(PostgresError) {
        followings = try row("followings")
        likedTracks = try row("liked_tracks")
        likedPlaylists = try row("liked_playlists")
        playlists = try row("playlists")
    }
}
