import Postgres
import SoundCloud
import Tenancy
import Web

/// The operations by which listeners change likes and follows. One transaction makes the change on this server and queues it for SoundCloud.
extension CloudWriteStore {
    /// Likes, unlikes, follows or unfollows a stored item, and notifies all servers of the installation that a change is queued. A repeated change is
    /// queued only if the last attempt failed. Returns the queued change or, if none is queued, the last change; `nil` if the item was never changed.
    package func perform(_ action: CloudWrite.Action, on urn: CloudURN, by listener: Listener) async throws
        -> CloudWrite?
    {
        try await database.transaction(in: listener.tenant) { transaction in
            // Runs the changes of a listener one after the other. A lock of the connection's row would wait for token refreshes.
            _ = try await transaction.rows(
                """
                select pg_advisory_xact_lock(\(listener.tenant), hashtext('cloud_write ' || \(String(listener.account))))
                """)
            let isNew = try await !transaction.rows(Self.change(action, urn, listener)).isEmpty
            let last: CloudWrite? = try await transaction.rows(Self.last(urn, listener)).first.map {
                try CloudWrite(row: $0)
            }
            if isNew { try await LibrarySearchIndex.write(urn, of: listener, in: transaction) }
            if !isNew, last == nil || last?.action == action && last?.state != .failed { return last }
            let rows = try await transaction.batch([
                // A queued change that has not been attempted is obsolete.
                """
                update app.cloud_write
                   set state = 'done', fault = 'overtaken', finished_at = now()
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and urn = \(urn)
                   and state = 'pending'
                   and attempts = 0
                """,
                """
                insert into app.cloud_write (tenant_id, user_id, act, urn)
                values (\(listener.tenant), \(listener.account), \(action), \(urn))
                returning write_id, user_id, act, urn, state, attempts, fault
                """,
                "select pg_notify('tutti', \(String(listener.tenant.rawValue)) || ',librarySync,0')",
            ])
            return try rows[1].first.map { try CloudWrite(row: $0) }
        }
    }

    /// Returns whether the track, playlist or user with this URN is stored.
    func isKnown(_ urn: CloudURN, in tenant: TenantID) async throws(PostgresError) -> Bool {
        try await !database.rows(in: tenant, urn.selection(in: tenant)).isEmpty
    }
}
