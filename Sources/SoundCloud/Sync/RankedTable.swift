import Postgres
import Tenancy
import Web

/// The table of a list that SoundCloud orders, with the statements that maintain the order. The `RankedList` supplies the other columns.
struct RankedTable: Sendable {
    let table: StaticString
    /// The kind of the items, which determines the key column. The column is null in rows of another list in the same table.
    let kind: CloudURN.Kind
    /// The change with which a listener adds an item on this server; `nil` for a list that this server does not change.
    let addition: String?

    var key: StaticString { kind.key }
    private var itemTable: StaticString { kind.table }

    /// Returns the statement that selects, for each stored item, `urn`, `id`, `rank` and `seen_in`. The last two are null for
    /// an item that is not in the list.
    func storedPositions(_ urns: [CloudURN], of listener: Listener) -> SQL {
        """
        select t.urn, t.\(name: key) as id, l.rank, l.seen_in
          from \(name: itemTable) t
          left join \(name: table) l
            on l.tenant_id = t.tenant_id and l.user_id = \(listener.account) and l.\(name: key) = t.\(name: key)
         where t.tenant_id = \(listener.tenant)
           and t.urn = any (\(urns))
        """
    }

    /// Returns the statement that selects the greatest rank below `rank` among the items that the run `sync` has not seen, except the items `ids`.
    func below(_ rank: Int64, besides ids: [Int64], sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        select rank
          from \(name: table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: key) is not null
           and \(name: key) <> all (\(ids))
           and seen_in <> \(sync)
           and rank < \(rank)
         order by rank desc
         limit 1
        """
    }

    /// Returns the statement that selects the listener's greatest rank in the table as `rank`, or 0 if the listener has no rows.
    func top(of listener: Listener) -> SQL {
        """
        select coalesce(max(rank), 0) as rank
          from \(name: table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    /// Returns the statement that deletes the items above `rank` that the run `sync` has not seen, except the listener's additions that are pending
    /// or have ended since the run began. The result has one row per deleted item.
    func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        delete from \(name: table) l
         using \(name: itemTable) t
         where l.tenant_id = \(listener.tenant)
           and l.user_id = \(listener.account)
           and l.seen_in <> \(sync)
           and l.rank > \(rank)
           and t.tenant_id = l.tenant_id
           and t.\(name: key) = l.\(name: key)
           and not exists (select 1
                             from app.cloud_write w
                             join app.library_sync s on s.tenant_id = w.tenant_id and s.sync_id = \(sync)
                            where w.tenant_id = l.tenant_id
                              and w.user_id = l.user_id
                              and w.urn = t.urn
                              and w.act = \(addition)
                              and (w.state = 'pending' or w.finished_at >= s.started_at))
        returning l.\(name: key)
        """
    }

    /// Returns the statement that selects the number of items as `count`.
    func count(of listener: Listener) -> SQL {
        """
        select count(*) as count
          from \(name: table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: key) is not null
        """
    }

    /// Returns the statement that marks as unseen all items that the run `sync` has seen.
    func forget(_ sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        update \(name: table)
           set seen_in = 0
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and seen_in = \(sync)
           and \(name: key) is not null
        """
    }
}
