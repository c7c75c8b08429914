import Postgres
import SoundCloud
import Tenancy

/// A writer of the listening position in Discover, for players (spec L26).
public struct DiscoverResume: Sendable {
    private let store: DiscoverStore

    public init(database: TenantDatabase) { store = DiscoverStore(database: database) }

    /// Stores the track and the time in the track, in milliseconds, at which listening stopped. Does nothing if the track is not in the current set,
    /// which another device may have replaced.
    public func stop(at track: CloudURN, positionMs: Int64, of listener: Listener) async throws {
        let rows = try await store.database.rows(
            in: listener.tenant,
            """
            select d.position
              from app.discover_track d
              join app.cloud_track t on t.tenant_id = d.tenant_id and t.track_id = d.track_id
             where d.tenant_id = \(listener.tenant)
               and d.user_id = \(listener.account)
               and t.urn = \(track)
             order by d.position
             limit 1
            """)
        guard let index = try rows.first.map({ try $0("position", as: Int32.self) }) else { return }
        let position = Int32(clamping: max(0, positionMs))
        do {
            _ = try await store.stop(at: DiscoverSet.Resume(index: index, positionMs: position), of: listener)
        } catch is DiscoverStore.Refusal {}
    }
}
