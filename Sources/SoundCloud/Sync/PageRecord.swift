import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The counts and faults of one page, stored with its part in the page's transaction.
struct PageRecord: Sendable {
    let sync: LibrarySync.ID
    let part: SyncPart
    let tenant: TenantID
    var seen = 0
    var added = 0
    var changed = 0
    var removed = 0
    var faults: [CloudFault] = []

    init(_ part: SyncPart, of sync: LibrarySync.ID, in tenant: TenantID) {
        self.sync = sync
        self.part = part
        self.tenant = tenant
    }

    /// Returns the statement that locks the part and its run. The result has no row if either has ended or another server has moved the position.
    func lock(at position: String) -> SQL {
        """
        select p.sync_id
          from app.library_sync_part p
          join app.library_sync s on s.tenant_id = p.tenant_id and s.sync_id = p.sync_id
         where p.tenant_id = \(tenant)
           and p.sync_id = \(sync)
           and p.part = \(part.rawValue)
           and p.state in ('queued', 'running')
           and p.cursor = \(position)
           and s.state = 'running'
           for update
        """
    }

    /// Returns the statement that stores the position of the part and adds the page's counts, and its faults up to the limit of the part.
    func update(to position: String, isDone: Bool) throws -> SQL {
        let limit = LibrarySync.Part.faultLimit
        let first = String(decoding: try JSONEncoder().encode(Array(faults.prefix(limit))), as: UTF8.self)
        return """
            update app.library_sync_part
               set state = \(isDone ? "done" : "running"), cursor = \(position), pages = pages + 1, seen = seen + \(seen),
                   added = added + \(added), changed = changed + \(changed), removed = removed + \(removed),
                   faulty = faulty + \(faults.count),
                   faults = faults
                            || (select coalesce(jsonb_agg(f.fault order by f.number), '[]')
                                  from jsonb_array_elements(\(first)::jsonb) with ordinality as f (fault, number)
                                 where f.number <= \(limit) - jsonb_array_length(faults))
             where tenant_id = \(tenant)
               and sync_id = \(sync)
               and part = \(part.rawValue)
            """
    }
}

/// The error of a run that has ended or that another server has taken over.
struct RunLost: Error {}
