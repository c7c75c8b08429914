import Postgres
import Tenancy

/// The store of the settings of accounts. An account without a row has the defaults.
public struct AccountSettingsStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    static func selection(of account: Int64, in tenant: TenantID) -> SQL {
        """
        select jump_to_home, autoplay, seen_nav_help, alert_lead_minutes
          from app.account_setting
         where tenant_id = \(tenant)
           and user_id = \(account)
        """
    }

    func settings(of account: Int64, in tenant: TenantID) async throws(PostgresError) -> AccountSettings {
        try await database.first(in: tenant, Self.selection(of: account, in: tenant)) ?? AccountSettings()
    }

    /// Changes only the given settings, so that two devices can change different ones at the same time, and returns all settings. The same statement
    /// notifies the servers that send alerts.
    func change(
        _ change: AccountSettingsChange, of account: Int64, in tenant: TenantID
    ) async throws(PostgresError) -> AccountSettings {
        let standard = AccountSettings()
        return try await database.first(
            in: tenant,
            """
            with changed as (
            insert into app.account_setting as s
                        (tenant_id, user_id, jump_to_home, autoplay, seen_nav_help, alert_lead_minutes)
            values (\(tenant), \(account), coalesce(\(change.jumpToHome), \(standard.jumpToHome)),
                    coalesce(\(change.autoplay), \(standard.autoplay)),
                    coalesce(\(change.seenNavHelp), \(standard.seenNavHelp)),
                    coalesce(\(change.alertLeadMinutes), \(standard.alertLeadMinutes)))
                on conflict (tenant_id, user_id) do update
               set jump_to_home = coalesce(\(change.jumpToHome), s.jump_to_home),
                   autoplay = coalesce(\(change.autoplay), s.autoplay),
                   seen_nav_help = coalesce(\(change.seenNavHelp), s.seen_nav_help),
                   alert_lead_minutes = coalesce(\(change.alertLeadMinutes), s.alert_lead_minutes),
                   updated_at = now()
            returning jump_to_home, autoplay, seen_nav_help, alert_lead_minutes)
            select jump_to_home, autoplay, seen_nav_help, alert_lead_minutes, pg_notify('tutti', \("\(tenant),alerts,0"))
              from changed
            """) ?? standard
    }
}
