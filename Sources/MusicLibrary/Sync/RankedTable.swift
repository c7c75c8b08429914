import Postgres
import Tenancy
import Web

/// Where a list of one listener that upstream orders is kept, and the statements by which a walk keeps it: all that these
/// lists have in common. What a row holds besides is written by the list itself.
struct RankedTable: Sendable {
    let table: StaticString
    /// The column of what stands in the list, there and in the table of the things. Rows of another list in the same table
    /// have none.
    let key: StaticString
    let things: StaticString
    /// What the listener does here to put something into the list, where the list is written to.
    let addition: String?

    /// Of each name `urn`, `id`, and where it stands: `rank`, `seen_in`.
    func standing(_ urns: [CloudURN], of listener: Listener) -> SQL {
        """
        select t.urn, t.\(name: key) as id, l.rank, l.seen_in
          from \(name: things) t
          left join \(name: table) l
            on l.tenant_id = t.tenant_id and l.user_id = \(listener.account) and l.\(name: key) = t.\(name: key)
         where t.tenant_id = \(listener.tenant)
           and t.urn = any (\(urns))
        """
    }

    /// The greatest rank of anything that was not seen in this run and stands under `rank`; the page's own things aside.
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

    /// The greatest rank there is in the table, as `rank`; 0 for none.
    func top(of listener: Listener) -> SQL {
        """
        select coalesce(max(rank), 0) as rank
          from \(name: table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    /// Takes away what was not seen in this run and stands over `rank`, except what the listener added here since it began;
    /// a row for each.
    func remove(over rank: Int64, sync: LibrarySync.ID, of listener: Listener) -> SQL {
        """
        delete from \(name: table) l
         using \(name: things) t
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

    /// How many there are, as `count`.
    func count(of listener: Listener) -> SQL {
        """
        select count(*) as count
          from \(name: table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: key) is not null
        """
    }

    /// Forgets what was seen in this run.
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
