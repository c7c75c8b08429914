import Postgres

/// The sizes of the listener's SoundCloud lists, shown on the profile and above each list.
package struct CloudCounts: Sendable, Hashable, RowDecodable {
    package let followings: Int64
    package let likedTracks: Int64
    package let likedPlaylists: Int64
    package let playlists: Int64

    package init(row: Row) throws(PostgresError) {
        followings = try row("followings")
        likedTracks = try row("liked_tracks")
        likedPlaylists = try row("liked_playlists")
        playlists = try row("playlists")
    }
}
