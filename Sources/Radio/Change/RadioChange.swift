import Postgres
import Tenancy

/// The SQL that announces a change of a tenant's radio data and the affected shows. Every write of the catalogue, the
/// schedule or the played tracks runs this SQL in its own transaction.
public enum RadioChange {
    /// The kind of the notification. The payload is `tenant,radio,revision`, followed by a comma and the channels if
    /// the change is limited to some channels (`RadioNotice`).
    public static let kind = "radio"

    /// Returns the last statements of a changing transaction. They raise the revision, mark the shows for the finder,
    /// and notify every server on commit. The statements also make other changes of the tenant wait, so they run last.
    /// Unless the change is limited to some channels, they mark the listing of the Show Finder as changed.
    /// `FinderIndex` announces the changes that follow from the marks. An existing mark is written again, because a
    /// process that is consuming the mark then waits for this commit and reads the new state.
    /// - Parameters:
    ///   - shows: the shows whose finder entry may change because of a new title, channel, activity, airing, episode or
    ///     on-demand version. Unknown shows are ignored.
    ///   - channels: the channels whose airings, cuts and segments changed; `nil` if other data changed, too. Servers
    ///     reload only these channels.
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

    /// Returns the last statement of a transaction that changes only the list of shows in the Show Finder. The
    /// statement makes other changes of the tenant wait.
    static func listedOtherwise(in tenant: TenantID) -> SQL {
        """
        insert into app.radio_revision as r (tenant_id)
        values (\(tenant))
            on conflict (tenant_id) do update
           set listing = r.listing + 1
        """
    }
}
