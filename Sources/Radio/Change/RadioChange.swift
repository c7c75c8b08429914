import Postgres
import Tenancy

/// What every write of the catalogue, of the schedule or of what plays says in its own transaction: that the tenant's
/// radio data are other ones now, and the content of which shows.
public enum RadioChange {
    /// The kind of its notifications: `tenant,radio,revision`, and after another comma the channels, where it is about theirs
    /// alone (`RadioNotice`).
    public static let kind = "radio"

    /// The statements that end the transaction of a change: the revision rises, the finder is told of the shows, and every
    /// server hears of it once that is committed. Changes of one tenant wait for each other from here on, so these come last.
    ///
    /// Where more may be another than what some channels broadcast, what the Show Finder lists counts as changed as well; what
    /// comes of the marks says so itself (`FinderIndex`).
    ///
    /// A mark that is there already is written again: whoever takes it meanwhile waits until this is committed, and reads it.
    ///
    /// - Parameters:
    ///   - shows: those whose finder entry may be another one: title, channels, activity, airings, episodes or what is on
    ///     demand. Unknown ones are passed over.
    ///   - channels: where nothing is another but the airings, cuts and segments of these, so that nobody has to read those
    ///     of all others again.
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

    /// Says that the Show Finder lists other shows, and that nothing else of the radio has changed: the last statement of a
    /// transaction, since changes of one tenant wait for each other from here on.
    static func listedOtherwise(in tenant: TenantID) -> SQL {
        """
        insert into app.radio_revision as r (tenant_id)
        values (\(tenant))
            on conflict (tenant_id) do update
           set listing = r.listing + 1
        """
    }
}
