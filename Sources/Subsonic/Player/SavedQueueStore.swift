import FoundationEssentials
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The app that last saved the play queue, the time of saving, and the revision of the player afterwards.
struct SavedQueue: Sendable, Hashable, RowDecodable {
    let client: String
    let savedAt: Instant
    let revision: Int64

    init(row: Row) throws(PostgresError) {
        client = try row("client")
        savedAt = Instant(try row("saved_at", as: Date.self))
        revision = try row("revision")
    }
}

/// The store of the apps that saved play queues.
struct SavedQueueStore: Sendable {
    let database: TenantDatabase

    /// Returns which app last saved the queue, and when; `nil` if no app has saved it.
    func last(of listener: Listener) async throws(PostgresError) -> SavedQueue? {
        try await database.first(
            in: listener.tenant,
            """
            select client, saved_at, revision
              from app.saved_queue
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
            """)
    }

    /// Records that an app has saved the queue. `revision` is the player's revision afterwards.
    func record(_ client: String, revision: Int, of listener: Listener) async throws(PostgresError) {
        _ = try await database.rows(
            in: listener.tenant,
            """
            insert into app.saved_queue as q (tenant_id, user_id, client, revision)
            values (\(listener.tenant), \(listener.account), \(client), \(Int64(revision)))
                on conflict (tenant_id, user_id) do update
               set client = excluded.client, revision = excluded.revision, saved_at = now()
            """)
    }
}
