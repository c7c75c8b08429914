import Postgres
import SoundCloud
import Tenancy
import Web

/// The initial content of a library for the demo, taken from public playlists and added with the operations that listeners use.
public struct LibrarySeed: Sendable {
    private let cloud: MusicCloud
    private let database: TenantDatabase
    private let filing: FilingResources

    public init(cloud: MusicCloud, database: TenantDatabase, filing: FilingResources) {
        self.cloud = cloud
        self.database = database
        self.filing = filing
    }

    /// Adds the tracks of the playlist with the URN `songs` as songs, and those of `podcasts` as podcasts with one station per uploader, and returns
    /// the number of tracks added from both. A station has the first 200 characters of the uploader's name.
    ///
    /// Adds nothing if a URN is not valid, the library has content, or the listener has connected an account and may have removed the tracks. Each
    /// track is added in its own transaction; after an error, the tracks added so far remain, and a later call adds nothing. Throws `CloudError` if a
    /// playlist cannot be read.
    public func fill(songs: String, podcasts: String, for listener: Listener) async throws -> Int {
        guard let songs = CloudURN(songs, of: .playlist), let podcasts = CloudURN(podcasts, of: .playlist),
            try await isEmpty(listener)
        else { return 0 }
        let (changes, stations) = (FilingChanges(database: database, filing: filing), StationStore(database: database))
        var count = 0
        for track in try await tracks(of: songs, listener)
        where try await changes.add(track.urn, correction: TrackCorrection(), by: listener) == true { count += 1 }
        var created: [CloudURN: Int64] = [:]
        for track in try await tracks(of: podcasts, listener) {
            guard try await changes.add(track.urn, correction: TrackCorrection(), by: listener) == true else {
                continue
            }
            if created[track.user.urn] == nil {
                created[track.user.urn] = try await stations.create(track.user.username.cut(200), for: listener)
            }
            try await stations.move(track.urn, to: .podcasts, station: created[track.user.urn], for: listener)
            count += 1
        }
        return count
    }

    private func isEmpty(_ listener: Listener) async throws(PostgresError) -> Bool {
        try await database.rows(
            in: listener.tenant,
            """
            select 1 as one from app.library_track where tenant_id = \(listener.tenant) and user_id = \(listener.account)
            union all
            select 1 from app.cloud_connection where tenant_id = \(listener.tenant) and user_id = \(listener.account)
             limit 1
            """
        ).isEmpty
    }

    /// Reads a playlist from SoundCloud, stores the playlist and its tracks, and returns the tracks.
    private func tracks(of playlist: CloudURN, _ listener: Listener) async throws -> [CloudTrack] {
        let found = try await cloud.service.playlist(playlist, as: cloud.publicTokens)
        _ = try await database.batch(in: listener.tenant, CloudRows.playlists([found], in: listener.tenant))
        return found.tracks
    }
}
