import Postgres
import SoundCloud
import Tenancy
import Web

/// A podcast station of a listener (spec L13).
package struct Station: Sendable, Hashable, RowDecodable {
    package let id: Int64
    package let name: String
    package let position: Int32
    package let tracks: Int64

    package init(row: Row) throws(PostgresError) {
        id = try row("station_id")
        name = try row("name")
        position = try row("position")
        tracks = try row("tracks")
    }
}

/// The store of stations and the positions of their tracks. Each change is one transaction.
package struct StationStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// The maximum number of stations of a listener.
    package static let most: Int64 = 200

    /// A reason why a change of a station was refused: an unknown station, a track that the listener does not have, a track that is not in the
    /// station, or too many stations.
    package enum Refusal: Error { case noStation, noTrack, notInStation, tooMany }

    /// Returns whether the listener has this station.
    func has(_ station: Int64, of listener: Listener) async throws(PostgresError) -> Bool {
        try await !database.rows(in: listener.tenant, Self.proof(of: station, listener)).isEmpty
    }

    /// Returns the statement that selects the key of a station. The result has no row if the listener has no such station.
    package static func proof(of station: Int64, _ listener: Listener) -> SQL {
        """
        select station_id
          from app.podcast_station
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and station_id = \(station)
        """
    }

    /// Locks the listener's library and stations for the transaction. Throws `Refusal.noStation` if `station` is neither `nil` nor one of the
    /// listener's.
    static func lock(_ listener: Listener, requiring station: Int64?, _ transaction: Transaction) async throws {
        _ = try await transaction.rows(lock(listener))
        guard let station else { return }
        guard try await !transaction.rows(proof(of: station, listener)).isEmpty else { throw Refusal.noStation }
    }

    /// Returns all stations of the listener, in the listener's order.
    package func stations(of listener: Listener) async throws(PostgresError) -> [Station] {
        try await database.all(
            in: listener.tenant,
            """
            select s.station_id, s.name, s.position,
                   (select count(*) from app.library_track x
                     where x.tenant_id = s.tenant_id and x.user_id = s.user_id and x.station_id = s.station_id) as tracks
              from app.podcast_station s
             where s.tenant_id = \(listener.tenant)
               and s.user_id = \(listener.account)
             order by s.position, s.station_id
            """)
    }

    /// Creates a station at the end of the list and returns its ID. Throws `Refusal.tooMany` if the listener already has the maximum number.
    package func create(_ name: String, for listener: Listener) async throws -> Int64 {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                Self.lock(listener),
                """
                insert into app.podcast_station (tenant_id, user_id, name, position)
                select \(listener.tenant), \(listener.account), \(name), coalesce(max(position) + 1, 0)
                  from app.podcast_station
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                having count(*) < \(Self.most)
                returning station_id
                """,
            ])
            guard let row = rows[1].first else { throw Refusal.tooMany }
            return try row("station_id")
        }
    }

    /// Renames a station, moves it to a position from 0, or both; `nil` keeps the name or the position. A position after the end means the last
    /// position. Throws `Refusal.noStation` if the listener has no such station.
    package func change(_ station: Int64, name: String?, position: Int?, for listener: Listener) async throws {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                Self.lock(listener),
                """
                select station_id
                  from app.podcast_station
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                 order by position, station_id
                """,
            ])
            var order: [Int64] = try rows[1].map { try $0("station_id") }
            guard let old = order.firstIndex(of: station) else { throw Refusal.noStation }
            if let position {
                order.remove(at: old)
                order.insert(station, at: min(position, order.count))
            }
            _ = try await transaction.batch([
                """
                update app.podcast_station s
                   set position = n.position - 1
                  from unnest(\(order)) with ordinality as n (station_id, position)
                 where s.tenant_id = \(listener.tenant)
                   and s.user_id = \(listener.account)
                   and s.station_id = n.station_id
                """,
                """
                update app.podcast_station
                   set name = coalesce(\(name), name)
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and station_id = \(station)
                """,
            ])
        }
    }

    /// Deletes a station and its feed address, in one transaction. The tracks of the station stay among the podcasts, without an order. Throws
    /// `Refusal.noStation` if the listener has no such station.
    package func delete(_ station: Int64, of listener: Listener) async throws {
        let rows = try await database.batch(
            in: listener.tenant,
            [
                Self.lock(listener),
                """
                update app.library_track
                   set station_id = null, station_position = null
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and station_id = \(station)
                """,
                """
                delete from app.podcast_station
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and station_id = \(station)
                returning station_id
                """,
            ])
        guard !rows[2].isEmpty else { throw Refusal.noStation }
    }

    /// Moves a track to a location and a station; if `station` is `nil`, the track leaves its station. Throws `Refusal.noStation` for an unknown
    /// station, and `Refusal.noTrack` if the listener does not have the track.
    ///
    /// - Parameter position: The position in the station, from 0; after the end means last. With `nil`, a track new to the station goes last, and a
    ///   track of the station keeps its position.
    package func move(
        _ urn: CloudURN, to location: LibraryTrack.Location, station: Int64?, position: Int? = nil,
        for listener: Listener
    ) async throws {
        try await database.transaction(in: listener.tenant) { transaction in
            try await Self.lock(listener, requiring: station, transaction)
            let rows = try await transaction.rows(
                """
                update app.library_track x
                   set shelf = \(location), station_id = \(station),
                       station_position = case
                           when \(station) is null then null
                           when x.station_id = \(station) then x.station_position
                           else (select coalesce(max(o.station_position) + 1, 0)
                                   from app.library_track o
                                  where o.tenant_id = \(listener.tenant)
                                    and o.user_id = \(listener.account)
                                    and o.station_id = \(station)) end
                  from app.cloud_track t
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and t.tenant_id = x.tenant_id
                   and t.track_id = x.track_id
                   and t.urn = \(urn)
                returning x.track_id
                """)
            guard let row = rows.first else { throw Refusal.noTrack }
            if let station, let position {
                try await renumber(row("track_id"), at: position, in: station, of: listener, transaction)
            }
        }
    }

    /// Places a track at a position of a station, from 0, and renumbers the other tracks. O(n) in the number of the station's tracks.
    private func renumber(
        _ track: Int64, at position: Int, in station: Int64, of listener: Listener, _ transaction: Transaction
    ) async throws {
        var order: [Int64] = try await transaction.rows(
            """
            select track_id
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and station_id = \(station)
               and track_id <> \(track)
             order by station_position, track_id
            """
        ).map { try $0("track_id") }
        order.insert(track, at: min(position, order.count))
        _ = try await transaction.rows(
            """
            update app.library_track x
               set station_position = n.position - 1
              from unnest(\(order)) with ordinality as n (track_id, position)
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.track_id = n.track_id
               and x.station_position <> n.position - 1
            """)
    }

    /// Removes a track from a station. The track stays among the podcasts. Throws `Refusal.notInStation` if the track is not in the station.
    package func take(_ urn: CloudURN, outOf station: Int64, for listener: Listener) async throws {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            update app.library_track x
               set station_id = null, station_position = null
              from app.cloud_track t
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.station_id = \(station)
               and t.tenant_id = x.tenant_id
               and t.track_id = x.track_id
               and t.urn = \(urn)
            returning x.track_id
            """)
        guard !rows.isEmpty else { throw Refusal.notInStation }
    }

    static func lock(_ listener: Listener) -> SQL {
        "select pg_advisory_xact_lock(\(listener.tenant), hashtext('library ' || \(String(listener.account))))"
    }
}
