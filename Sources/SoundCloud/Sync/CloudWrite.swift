import Postgres
import Tenancy
import Web

/// A change that the listener made on this server and that the server sends to SoundCloud (spec L22, L28).
package struct CloudWrite: Sendable, Hashable {
    struct ID: NumberedID, PostgresCodable { let rawValue: Int64 }

    /// The operation on the item.
    package enum Action: String, Sendable, Hashable, Codable, PostgresCodable {
        case like, unlike, follow, unfollow
    }

    /// The state of the change: `pending` while it waits for SoundCloud, `done` if SoundCloud accepted it or a later change replaced it, `failed`
    /// otherwise.
    package enum State: String, Sendable, Hashable, Codable, PostgresCodable {
        case pending, done, failed
    }

    let id: ID
    let account: Int64
    package let action: Action
    package let urn: CloudURN
    package let state: State
    /// The number of attempts to send the change, including the current one.
    package let attempts: Int32
    /// The reason why the change was postponed or failed, or "overtaken" if a later change replaced it; otherwise empty.
    package let fault: String
}

extension CloudWrite: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        id = try row("write_id")
        account = try row("user_id")
        action = try row("act")
        urn = try row("urn")
        state = try row("state")
        attempts = try row("attempts")
        fault = try row("fault")
    }
}

extension CloudWrite {
    /// Returns the statement that selects, for each item, the last change that is pending or was done since the run began.
    ///
    /// These changes take precedence over the pages that the run reads.
    static func recentActions(_ urns: [CloudURN], sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        select distinct on (w.urn) w.urn, w.act
          from app.cloud_write w
          join app.library_sync s on s.tenant_id = w.tenant_id and s.sync_id = \(sync)
         where w.tenant_id = \(listener.tenant)
           and w.user_id = \(listener.account)
           and w.urn = any (\(urns))
           and (w.state = 'pending' or w.state = 'done' and w.finished_at >= s.started_at)
         order by w.urn, w.write_id desc
        """
    }

    static func actions(_ rows: [Row]) throws(PostgresError) -> [CloudURN: String] {
        var actions: [CloudURN: String] = [:]
        for row in rows { actions[try row("urn")] = try row("act", as: String.self) }
        return actions
    }
}
