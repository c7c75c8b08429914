import Foundation
import Postgres
import Tenancy
import Web

/// The notification to all servers that a tenant's alerts have changed.
enum AlertChange {
    /// The kind of the notification. The payload is `tenant,alerts,0`.
    static let kind = "alerts"

    static func notification(in tenant: TenantID) -> SQL {
        "select pg_notify('tutti', \("\(tenant),\(kind),0"))"
    }
}

extension AlertStore {
    static func lock(_ account: Int64, in tenant: TenantID) -> SQL {
        """
        select user_id
          from app.user_account
         where tenant_id = \(tenant)
           and user_id = \(account)
           for no key update
        """
    }

    /// Returns the statement that deletes an account's alerts on broadcasts that are over.
    static func clearing(_ account: Int64, at now: Instant, in tenant: TenantID) -> SQL {
        """
        delete from app.airing_alert d
         using app.airing a
         where d.tenant_id = \(tenant)
           and d.user_id = \(account)
           and a.tenant_id = \(tenant)
           and a.airing_id = d.airing_id
           and a.ends_at <= \(now.date)
        """
    }

    /// Returns the statement that selects a broadcast of an active show on an active channel, with the account's alert, if any. The broadcast cannot
    /// be deleted until the transaction ends.
    static func airing(_ id: Airing.ID, of account: Int64, in tenant: TenantID) -> SQL {
        """
        select a.airing_id, a.show_id, s.title as show_title, a.episode_id, a.channel_id, c.name as channel_name,
               coalesce(nullif(a.title, ''), e.title, s.title) as title, a.starts_at, a.ends_at, a.is_cancelled,
               d.created_at, f.fired_at
          from app.airing a
          join app.show s on s.tenant_id = \(tenant) and s.show_id = a.show_id and s.active
          join app.channel c on c.tenant_id = \(tenant) and c.channel_id = a.channel_id and c.active
          left join app.episode e on e.tenant_id = \(tenant) and e.episode_id = a.episode_id
          left join app.airing_alert d on d.tenant_id = \(tenant) and d.airing_id = a.airing_id and d.user_id = \(account)
          left join app.alert_firing f on f.tenant_id = \(tenant) and f.airing_id = a.airing_id and f.user_id = \(account)
         where a.tenant_id = \(tenant)
           and a.airing_id = \(id.rawValue)
           for key share of a
        """
    }

    static func lead(of account: Int64, in tenant: TenantID) -> SQL {
        """
        select alert_lead_minutes as minutes
          from app.account_setting
         where tenant_id = \(tenant)
           and user_id = \(account)
        """
    }

    static func airings(of account: Int64, at now: Instant, in tenant: TenantID) -> SQL {
        """
        select a.airing_id, a.show_id, s.title as show_title, a.episode_id, a.channel_id, c.name as channel_name,
               coalesce(nullif(a.title, ''), e.title, s.title) as title, a.starts_at, a.ends_at, a.is_cancelled,
               d.created_at, f.fired_at
          from app.airing_alert d
          join app.airing a on a.tenant_id = \(tenant) and a.airing_id = d.airing_id
          join app.show s on s.tenant_id = \(tenant) and s.show_id = a.show_id
          join app.channel c on c.tenant_id = \(tenant) and c.channel_id = a.channel_id
          left join app.episode e on e.tenant_id = \(tenant) and e.episode_id = a.episode_id
          left join app.alert_firing f on f.tenant_id = \(tenant) and f.airing_id = a.airing_id and f.user_id = \(account)
         where d.tenant_id = \(tenant)
           and d.user_id = \(account)
           and a.ends_at > \(now.date)
           and s.active
           and c.active
         order by a.starts_at, a.airing_id
        """
    }

    static func shows(of account: Int64, in tenant: TenantID) -> SQL {
        """
        select s.show_id, s.title, d.created_at
          from app.show_alert d
          join app.show s on s.tenant_id = \(tenant) and s.show_id = d.show_id
         where d.tenant_id = \(tenant)
           and d.user_id = \(account)
           and s.active
         order by s.title, s.show_id
        """
    }

    /// Returns the statement that selects, for each show, its first broadcast after `now` that is on an active channel and not cancelled.
    static func next(_ shows: [Int64], at now: Instant, in tenant: TenantID) -> SQL {
        """
        select a.airing_id, a.show_id, s.title as show_title, a.episode_id, a.channel_id, a.channel_name,
               coalesce(nullif(a.title, ''), e.title, s.title) as title, a.starts_at, a.ends_at, a.is_cancelled
          from unnest(\(shows)) as w (show_id)
          join app.show s on s.tenant_id = \(tenant) and s.show_id = w.show_id
         cross join lateral (select a.*, c.name as channel_name
                               from app.airing a
                               join app.channel c on c.tenant_id = \(tenant) and c.channel_id = a.channel_id and c.active
                              where a.tenant_id = \(tenant)
                                and a.show_id = w.show_id
                                and not a.is_cancelled
                                and a.starts_at > \(now.date)
                              order by a.starts_at, a.airing_id
                              limit 1) a
          left join app.episode e on e.tenant_id = \(tenant) and e.episode_id = a.episode_id
        """
    }
}

extension AlertedAiring: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        id = Airing.ID(rawValue: try row("airing_id"))
        show = Show.ID(rawValue: try row("show_id"))
        showTitle = try row("show_title")
        episode = try row.optional("episode_id").map(Episode.ID.init(rawValue:))
        channel = Channel.ID(rawValue: try row("channel_id"))
        channelName = try row("channel_name")
        title = try row("title")
        startsAt = Instant(try row("starts_at", as: Date.self))
        endsAt = Instant(try row("ends_at", as: Date.self))
        isCancelled = try row("is_cancelled")
    }
}
