import Postgres
import Tenancy

/// The SQL that announces a change of a tenant's radio data. Every change that listeners can see, apart from a cut's numbers of listeners and skips,
/// runs this SQL in its transaction.
public enum RadioChange {
    /// The kind of the notification. The payload is `tenant,radio,revision`. If `statements` receives from one to `RadioNotice.channelLimit`
    /// channels, a comma and the channel IDs follow, separated by plus signs.
    public static let kind = "radio"

    /// Returns the last statements of a transaction that changes radio data. They increment the revision, mark the shows for `FinderIndex`, and
    /// notify every server on commit.
    ///
    /// The statements block other changes of the tenant, so they run last. An existing mark is rewritten, so `FinderIndex` skips it until this
    /// transaction commits.
    ///
    /// - Parameters:
    ///   - shows: The shows whose finder entry may change. Unknown shows are ignored.
    ///   - channels: The channels whose airings, cuts or segments changed; `nil` if other data changed, which also marks the Show Finder's listing.
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

    /// Returns the last statement of a transaction that changes only the listing of the Show Finder. It blocks other changes of the tenant.
    static func listedOtherwise(in tenant: TenantID) -> SQL {
        """
        insert into app.radio_revision as r (tenant_id)
        values (\(tenant))
            on conflict (tenant_id) do update
           set listing = r.listing + 1
        """
    }
}
