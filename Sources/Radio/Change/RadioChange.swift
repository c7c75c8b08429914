import Postgres
import Tenancy

/// The SQL by which every write of the catalogue, the schedule or the played tracks announces, in its own transaction,
/// that the tenant's radio data changed, and which shows are affected.
public enum RadioChange {
    /// The kind of the notification. The payload is `tenant,radio,revision`, followed by a comma and the channels if only
    /// these are affected (`RadioNotice`).
    public static let kind = "radio"

    /// The last statements of a changing transaction: they raise the revision, mark the shows for the finder, and notify
    /// every server on commit. From here on, changes of one tenant wait for each other, so these statements come last.
    /// Unless the change is limited to some channels, the listing of the Show Finder counts as changed too. Changes that
    /// follow from the marks are announced by `FinderIndex`.
    /// An existing mark is written again: a process that is consuming it waits for this commit and then reads the new
    /// state.
    /// - Parameters:
    ///   - shows: the shows whose finder entry may change: title, channels, activity, airings, episodes or on-demand
    ///     versions. Unknown shows are ignored.
    ///   - channels: the channels whose airings, cuts and segments changed, if nothing else did, so that servers need not
    ///     reload the others.
    public static func statements(
        in tenant: TenantID, shows: some Collection<Show.ID>, channels: Set<Channel.ID>? = nil
    ) -> [SQL] {
        var statements: [SQL] = []
        if !shows.isEmpty {
            statements.append(
                """
                insert into app.show_change (tenant_id, show_id)
                select tenant_id, show_id
                  from app.show
                 where tenant_id = \(tenant)
                   and show_id = any (\(Set(shows).map(\.rawValue).sorted()))
                 order by show_id
                    on conflict (tenant_id, show_id) do update
                   set show_id = excluded.show_id
                """)
        }
        statements.append(
            """
            insert into app.radio_revision as r (tenant_id)
            values (\(tenant))
                on conflict (tenant_id) do update
               set revision = r.revision + 1, changed_at = now(), listing = r.listing + \(Int64(channels == nil ? 1 : 0))
            """)
        statements.append(
            """
            select revision, pg_notify('tutti', tenant_id || ',radio,' || revision || \(RadioNotice.suffix(channels)))
              from app.radio_revision
             where tenant_id = \(tenant)
            """)
        return statements
    }

    /// The last statement of a transaction that changed only which shows the Show Finder lists. From here on, changes of
    /// one tenant wait for each other.
    static func listedOtherwise(in tenant: TenantID) -> SQL {
        """
        insert into app.radio_revision as r (tenant_id)
        values (\(tenant))
            on conflict (tenant_id) do update
           set listing = r.listing + 1
        """
    }
}
