import FoundationEssentials
import Postgres
import Tenancy
import Web

/// An entry of the history: an item that counts as heard (`PlayerListening`), and the time at which it began to play.
struct PlayerHistoryEntry: Sendable, Hashable, RowDecodable {
    let position: TimePosition
    let item: String
    let heardAt: Instant
    let playedMs: Int64

    init(row: Row) throws(PostgresError) {
        position = TimePosition(microseconds: try row("at_us"), id: try row("entry_id"))
        item = try row("item")
        heardAt = Instant(try row("heard_at", as: Date.self))
        playedMs = try row("played_ms")
    }
}

/// The store of the items heard on players. `PlayerStore` adds the entries.
struct PlayerHistoryStore: Sendable {
    let database: TenantDatabase

    /// Returns at most `limit` entries before a position, newest first.
    func entries(before position: TimePosition, limit: Int, of owner: PlayerOwner) async throws(PostgresError)
        -> [PlayerHistoryEntry]
    {
        try await database.all(
            in: owner.tenant,
            """
            select entry_id, item, heard_at, played_ms, (extract(epoch from heard_at) * 1000000)::bigint as at_us
              from app.player_history
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
               and (heard_at, entry_id)
                   < (timestamptz 'epoch' + \(position.microseconds) * interval '1 microsecond', \(position.id))
             order by heard_at desc, entry_id desc
             limit \(limit)
            """)
    }

    /// Returns the statement that adds an entry, for the transaction of the change after which the item counts as heard.
    static func addition(_ item: String, since: Instant, playedMs: Int64, _ owner: PlayerOwner) -> SQL {
        """
        insert into app.player_history (tenant_id, user_id, item, heard_at, played_ms)
        values (\(owner.tenant), \(owner.account), \(item), \(since.date), \(playedMs))
        """
    }
}
