import MusicLibrary
import Postgres
import SoundCloud
import Tenancy

/// Marks on SoundCloud items from the listener's library and from the queue of changes for SoundCloud.
struct CloudMarks: Sendable {
    /// The filing of a track that the listener has added.
    struct Filed: Sendable, Hashable {
        let location: LibraryTrack.Location
        let artist: String
        let title: String
    }

    var filed: [CloudURN: Filed] = [:]
    /// The last change of each item, if the change is waiting for SoundCloud or failed within the last day.
    var writes: [CloudURN: CloudWrite] = [:]
}

/// A reader of the marks on the items of a page.
struct CloudMarkStore: Sendable {
    let database: TenantDatabase

    /// Returns the marks of the items on a page, read in one round trip.
    func marks(of urns: [CloudURN], for listener: Listener) async throws(PostgresError) -> CloudMarks {
        var marks = CloudMarks()
        guard !urns.isEmpty else { return marks }
        let rows = try await database.batch(
            in: listener.tenant, [Self.filed(urns, listener), Self.writes(urns, listener)])
        for row in rows[0] {
            marks.filed[try row("urn")] = CloudMarks.Filed(
                location: try row("shelf"), artist: try row("artist_text"), title: try row("title"))
        }
        for row in rows[1] {
            let write = try CloudWrite(row: row)
            marks.writes[write.urn] = write
        }
        return marks
    }

    static func filed(_ urns: [CloudURN], _ listener: Listener) -> SQL {
        """
        select t.urn, x.shelf, x.artist_text, x.title
          from app.cloud_track t
          join app.library_track x on x.tenant_id = t.tenant_id and x.user_id = \(listener.account) and x.track_id = t.track_id
         where t.tenant_id = \(listener.tenant)
           and t.urn = any (\(urns.filter { $0.kind == .track }))
        """
    }

    /// Returns the statement that selects the last change for each item if the change is waiting or failed within the last day.
    static func writes(_ urns: [CloudURN], _ listener: Listener) -> SQL {
        """
        select write_id, user_id, act, urn, state, attempts, fault
          from (select distinct on (urn) write_id, user_id, act, urn, state, attempts, fault, finished_at
                  from app.cloud_write
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and urn = any (\(urns))
                 order by urn, write_id desc) w
         where state = 'pending'
            or state = 'failed' and finished_at > now() - interval '1 day'
        """
    }
}
