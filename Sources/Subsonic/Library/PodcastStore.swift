import MusicLibrary
import Postgres
import SoundCloud
import Tenancy

/// The SQL for podcasts. In the Subsonic API, a podcast station is a channel and a podcast track is an episode.
struct PodcastStore: Sendable {
    let database: TenantDatabase

    static let others = "Podcast tracks"

    /// A podcast station, or channel 0 with the podcast tracks that have no station.
    struct Channel: Sendable, Hashable, RowDecodable {
        let id: Int64
        let name: String

        init(row: Row) throws(PostgresError) {
            id = try row("station_id")
            name = try row("name")
        }
    }

    /// Returns all stations in the listener's order, and the channel for tracks without a station if there are any.
    func channels(of listener: Listener) async throws -> [Channel] {
        try await database.all(
            in: listener.tenant,
            """
            select k.station_id, k.name
              from (select station_id, name, position
                      from app.podcast_station
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                     union all
                    select 0, \(Self.others), 1000000
                     where exists (select 1
                                     from app.library_track
                                    where tenant_id = \(listener.tenant)
                                      and user_id = \(listener.account)
                                      and shelf = 'podcasts'
                                      and station_id is null)) k
             order by k.position, k.station_id
            """)
    }

    /// Returns the keys of all podcast tracks with their stations, by station and position. Station 0 means no station.
    func episodes(of listener: Listener) async throws -> [(track: Int64, station: Int64)] {
        try await database.rows(
            in: listener.tenant,
            """
            select track_id, coalesce(station_id, 0) as station_id
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'podcasts'
             order by 2, station_position, title_key, track_id
            """
        ).map { (try $0("track_id"), try $0("station_id")) }
    }

    /// Returns the statement for the keys of the most recently uploaded podcast tracks, at most `limit`. If the upload time is unknown, the time at
    /// which the track was added is used.
    static func newest(_ limit: Int, _ listener: Listener) -> SQL {
        """
        select x.track_id
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.shelf = 'podcasts'
         order by coalesce(t.uploaded_at, x.added_at) desc, x.track_id desc
         limit \(limit)
        """
    }
}
