import Postgres
import SoundCloud
import Tenancy

/// Functions for stations and their tracks that only the pages use.
extension StationStore {
    /// Moves tracks to the podcasts and to the end of a station, in the order of `urns`; a track of this station keeps its position. If `station` is
    /// `nil`, the tracks leave their stations. Throws `Refusal.noStation` for an unknown station, and `Refusal.noTrack` if the listener does not have
    /// one of the tracks; no track is then moved.
    package func addTracks(_ urns: [CloudURN], station: Int64?, for listener: Listener) async throws {
        try await database.transaction(in: listener.tenant) { transaction in
            try await Self.lock(listener, requiring: station, transaction)
            let rows = try await transaction.rows(
                """
                with wanted as (
                    select t.track_id, min(n.place) as place
                      from unnest(\(urns.map(\.description))) with ordinality as n (urn, place)
                      join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.urn = n.urn
                     group by t.track_id
                ), last as (
                    select coalesce(max(station_position), -1) as position
                      from app.library_track
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and station_id = \(station)
                )
                update app.library_track x
                   set shelf = 'podcasts', station_id = \(station),
                       station_position = case when \(station) is null then null
                                               when x.station_id = \(station) then x.station_position
                                               else last.position + wanted.place end
                  from wanted, last
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and x.track_id = wanted.track_id
                returning x.track_id
                """)
            guard rows.count == Set(urns).count else { throw Refusal.noTrack }
        }
    }

    /// Exchanges a track of a station with the track `step` positions later, or earlier if `step` is negative; without such a track, nothing changes.
    /// O(n) in the number of the station's tracks. Throws `Refusal.notInStation` if the track is not in the station.
    package func shift(_ urn: CloudURN, in station: Int64, by step: Int32, for listener: Listener) async throws {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                Self.lock(listener),
                """
                select x.track_id
                  from app.library_track x
                  join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and x.station_id = \(station)
                   and t.urn = \(urn)
                """,
            ])
            guard let row = rows[1].first else { throw Refusal.notInStation }
            let track: Int64 = try row("track_id")
            _ = try await transaction.rows(
                """
                with placed as (
                    select track_id, row_number() over (order by station_position, track_id)::integer - 1 as place
                      from app.library_track
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and station_id = \(station)
                ), moved as (
                    select m.place, m.place + \(step) as target
                      from placed m
                     where m.track_id = \(track)
                       and m.place + \(step) between 0 and (select max(place) from placed)
                )
                update app.library_track x
                   set station_position = n.place
                  from (select p.track_id,
                               case p.place when m.place then m.target when m.target then m.place else p.place end as place
                          from placed p
                         cross join moved m) n
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and x.track_id = n.track_id
                   and x.station_position is distinct from n.place
                """)
        }
    }

    /// Returns one station of the listener, or `nil` if the listener has no station with this ID.
    package func station(_ id: Int64, of listener: Listener) async throws -> Station? {
        try await stations(of: listener).first { $0.id == id }
    }
}
