import Postgres
import Tenancy

/// The SQL that announces a change of a tenant's radio data and the affected shows. Every change of the catalogue, the schedule or the music log that
/// listeners can see runs this SQL in its transaction. Changes of a cut's numbers of listeners and skips, and the deletion of old cancelled airings,
/// do not.
public enum RadioChange {
    /// The kind of the notification. The payload is `tenant,radio,revision`. If only the data of 1 to `RadioNotice.channelLimit` channels changed, a
    /// comma and their IDs, separated by plus signs, follow.
    public static let kind = "radio"

    /// Returns the last statements of a transaction that changes radio data.
    ///
    /// The statements increment the revision, mark the shows for `FinderIndex`, and notify every server on commit. The statements run last because
    /// they block other changes of the tenant. Unless `channels` is given, they also mark the Show Finder's listing as changed. An existing mark is
    /// rewritten, so `FinderIndex` skips the mark until this transaction commits.
    ///
    /// - Parameters:
    ///   - shows: The shows whose finder entry may change because of their title, channels, activity, airings, episodes
    ///     or on-demand versions. Unknown shows are ignored.
    ///   - channels: The channels whose airings, cuts or segments changed, which servers reload; `nil` if other data changed, too.
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

    /// Returns the last statement of a transaction that changes only the listing of the Show Finder. The statement
    /// blocks other changes of the tenant.
    static func listedOtherwise(in tenant: TenantID) -> SQL {
        """
        insert into app.radio_revision as r (tenant_id)
        values (\(tenant))
            on conflict (tenant_id) do update
           set listing = r.listing + 1
        """
    }
}
