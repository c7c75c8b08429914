import Foundation
import Postgres
import Tenancy
import Web

/// The store of fired alerts, which finds the alerts that are due and records their firings.
struct AlertFiringStore: Sendable {
    let database: TenantDatabase

    /// The result of a check: whether an alert is due, and when the next alert of the checked broadcasts is due.
    struct DueCheck: Sendable, Hashable {
        let isDue: Bool
        /// The earliest time after the check at which an alert for a checked broadcast is due; `nil` if there is none. Later broadcasts are not
        /// checked, so the time is certain only up to two minutes ahead.
        let next: Instant?
    }

    static let batch: Int64 = 50_000
    /// The key of the advisory lock that makes a tenant's firings commit in numerical order.
    private static let lock: Int32 = 0x616C_6572
    /// How far ahead broadcasts are checked, in milliseconds: the maximum lead time plus two minutes.
    private static let horizonMs = AlertRule.longestLeadMs + 120_000
    /// The minimum time for which a firing stays stored after the broadcast's start, in milliseconds. A stored firing prevents a second one for a
    /// postponed broadcast.
    private static let memoryMs: Int64 = 60 * 86_400_000

    init(database: TenantDatabase) { self.database = database }

    /// Checks whether any alert is due, without writing. Reads the broadcasts from the last five minutes to the next 62 minutes by the index of
    /// starts.
    func checkDue(at now: Instant, in tenant: TenantID) async throws -> DueCheck {
        let row = try await database.rows(in: tenant, Self.selectingDue(at: now, in: tenant)).first
        return DueCheck(
            isDue: try row?("due", as: Bool.self) ?? false,
            next: try row?.optional("next", as: Date.self).map { Instant($0) })
    }

    /// Fires at most `batch` alerts that are due and, if there are any, notifies every server and deletes old firings, in one transaction. Only one
    /// of several servers can insert the row of an account and a broadcast, so an alert fires once.
    ///
    /// - Returns: The number of fired alerts. If it equals `batch`, more may be due.
    func claim(at now: Instant, in tenant: TenantID) async throws -> Int64 {
        try await database.transaction(in: tenant) { transaction in
            _ = try await transaction.rows("select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))")
            let rows = try await transaction.rows(Self.claiming(at: now, in: tenant))
            guard let claimed: Int64 = try rows.first?("fired"), claimed > 0 else { return 0 }
            _ = try await transaction.batch([
                """
                delete from app.alert_firing
                 where tenant_id = \(tenant)
                   and starts_at < \(now.advanced(byMs: -Self.memoryMs).date)
                """,
                AlertChange.notification(in: tenant),
            ])
            return claimed
        }
    }

    /// Returns these accounts' firings of the last 62 minutes, ordered by number, for broadcasts that are not cancelled and start later than five
    /// minutes before `now`.
    func recent(of accounts: [Int64], at now: Instant, in tenant: TenantID) async throws -> [AlertFiring] {
        try await database.rows(in: tenant, Self.recent(of: accounts, at: now, in: tenant)).map { row in
            AlertFiring(
                number: try row("firing_id"), account: try row("user_id"), airing: try AlertedAiring(row: row),
                firedAt: Instant(try row("fired_at", as: Date.self)))
        }
    }

    /// The table expressions `near` and `wanted`. `near` contains the broadcasts of active shows on active channels that are not cancelled and start
    /// later than `now` minus `AlertRule.graceMs`, but at most `untilMs` milliseconds after `now`. `wanted` contains the alerts on these broadcasts.
    private static func wanted(_ now: Instant, untilMs: Int64, in tenant: TenantID) -> SQLFragment {
        """
        near as (
            select a.airing_id, a.show_id, a.starts_at
              from app.channel c
              join app.airing a on a.tenant_id = \(tenant) and a.channel_id = c.channel_id
              join app.show s on s.tenant_id = \(tenant) and s.show_id = a.show_id and s.active
             where c.tenant_id = \(tenant)
               and c.active
               and not a.is_cancelled
               and a.starts_at > \(now.advanced(byMs: -AlertRule.graceMs).date)
               and a.starts_at <= \(now.advanced(byMs: untilMs).date)
        ), wanted as (
            select d.user_id, n.airing_id, n.starts_at, d.created_at
              from near n
              join app.airing_alert d on d.tenant_id = \(tenant) and d.airing_id = n.airing_id
             union all
            select d.user_id, n.airing_id, n.starts_at, d.created_at
              from near n
              join app.show_alert d on d.tenant_id = \(tenant) and d.show_id = n.show_id
        )
        """
    }

    static func selectingDue(at now: Instant, in tenant: TenantID) -> SQL {
        """
        with \(wanted(now, untilMs: horizonMs, in: tenant)), waiting as (
            select w.starts_at
                   - make_interval(mins => coalesce(t.alert_lead_minutes, \(AlertRule.defaultLeadMinutes))) as due_at
              from wanted w
              join app.user_account u on u.tenant_id = \(tenant) and u.user_id = w.user_id and u.disabled_at is null
              left join app.account_setting t on t.tenant_id = \(tenant) and t.user_id = w.user_id
             where w.starts_at > w.created_at
               and not exists (select from app.alert_firing f
                                where f.tenant_id = \(tenant) and f.user_id = w.user_id and f.airing_id = w.airing_id)
        )
        select coalesce(bool_or(due_at <= \(now.date)), false) as due,
               min(due_at) filter (where due_at > \(now.date)) as next
          from waiting
        """
    }

    /// Returns the statement that inserts at most `batch` due firings and counts them.
    static func claiming(at now: Instant, in tenant: TenantID) -> SQL {
        """
        with \(wanted(now, untilMs: AlertRule.longestLeadMs, in: tenant)), fired as (
        insert into app.alert_firing (tenant_id, user_id, airing_id, starts_at, fired_at)
        select distinct \(tenant), w.user_id, w.airing_id, w.starts_at, \(now.date)
          from wanted w
          join app.user_account u on u.tenant_id = \(tenant) and u.user_id = w.user_id and u.disabled_at is null
          left join app.account_setting t on t.tenant_id = \(tenant) and t.user_id = w.user_id
         where w.starts_at > w.created_at
           and w.starts_at - make_interval(mins => coalesce(t.alert_lead_minutes, \(AlertRule.defaultLeadMinutes)))
               <= \(now.date)
           and not exists (select from app.alert_firing f
                            where f.tenant_id = \(tenant) and f.user_id = w.user_id and f.airing_id = w.airing_id)
         limit \(batch)
            on conflict (tenant_id, user_id, airing_id) do nothing
        returning firing_id)
        select count(*) as fired from fired
        """
    }

    static func recent(of accounts: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
        """
        select f.firing_id, f.user_id, f.fired_at, a.airing_id, a.show_id, s.title as show_title, a.episode_id,
               a.channel_id, c.name as channel_name, coalesce(nullif(a.title, ''), e.title, s.title) as title,
               a.starts_at, a.ends_at, a.is_cancelled
          from app.alert_firing f
          join app.airing a on a.tenant_id = \(tenant) and a.airing_id = f.airing_id
          join app.show s on s.tenant_id = \(tenant) and s.show_id = a.show_id
          join app.channel c on c.tenant_id = \(tenant) and c.channel_id = a.channel_id
          left join app.episode e on e.tenant_id = \(tenant) and e.episode_id = a.episode_id
         where f.tenant_id = \(tenant)
           and f.user_id = any (\(accounts))
           and f.starts_at > \(now.advanced(byMs: -AlertRule.longestLeadMs).date)
           and f.fired_at > \(now.advanced(byMs: -horizonMs).date)
           and a.starts_at > \(now.advanced(byMs: -AlertRule.graceMs).date)
           and not a.is_cancelled
         order by f.firing_id
        """
    }
}
