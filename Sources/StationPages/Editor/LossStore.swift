import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The SQL that counts the items that the deletion of a catalogue item would delete or change. Each method returns sentences for the confirmation.
struct LossStore: Sendable {
    let database: TenantDatabase

    func channel(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            """
            select (select count(*) from app.airing
                     where tenant_id = \(tenant) and channel_id = \(key) and starts_at > now()
                       and not is_cancelled) as coming,
                   (select count(*) from app.airing
                     where tenant_id = \(tenant) and channel_id = \(key) and starts_at <= now()) as past,
                   (select count(*) from app.cut where tenant_id = \(tenant) and channel_id = \(key)) as cuts,
                   (select count(*) from app.schedule_rule where tenant_id = \(tenant) and channel_id = \(key)) as rules,
                   (select count(*) from app.show_channel where tenant_id = \(tenant) and channel_id = \(key)) as shows
            """, in: tenant)
        return [
            Self.phrase(try row("coming"), "future broadcast is deleted", "future broadcasts are deleted", ""),
            Self.phrase(try row("past"), "past broadcast is deleted", "past broadcasts are deleted", ""),
            Self.phrase(
                try row("cuts"), "entry of the music log is deleted", "entries of the music log are deleted", ""),
            Self.phrase(try row("rules"), "schedule rule is deleted", "schedule rules are deleted", ""),
            Self.phrase(
                try row("shows"), "show is", "shows are", "removed from this channel, but not deleted"),
        ].compactMap { $0 }
    }

    func show(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            """
            select (select count(*) from app.cut c join app.airing a on a.tenant_id = c.tenant_id and a.airing_id = c.airing_id
                     where a.tenant_id = \(tenant) and a.show_id = \(key)) as cuts,
                   (select count(*) from app.episode where tenant_id = \(tenant) and show_id = \(key)) as episodes,
                   (select count(*) from app.version
                     where tenant_id = \(tenant) and show_id = \(key)) as versions,
                   (select count(*) from app.airing
                     where tenant_id = \(tenant) and show_id = \(key) and starts_at > now() and not is_cancelled) as coming,
                   (select count(*) from app.airing
                     where tenant_id = \(tenant) and show_id = \(key) and starts_at <= now()) as past,
                   (select count(*) from app.schedule_rule where tenant_id = \(tenant) and show_id = \(key)) as rules,
                   (select count(*) from app.serial where tenant_id = \(tenant) and show_id = \(key)) as serials
            """, in: tenant)
        let cuts: Int64 = try row("cuts")
        if cuts > 0 {
            return [
                "This show cannot be deleted: it was on air, and \(cuts == 1 ? "an entry" : "\(cuts) entries") of its music log"
                    + " must be kept. Clear “Shown to listeners” instead to hide the show from listeners."
            ]
        }
        return [
            Self.phrase(try row("serials"), "serial is deleted", "serials are deleted", ""),
            Self.phrase(try row("episodes"), "episode is deleted", "episodes are deleted", ""),
            Self.phrase(
                try row("versions"), "on-demand recording is deleted", "on-demand recordings are deleted", ""),
            Self.phrase(try row("coming"), "future broadcast is deleted", "future broadcasts are deleted", ""),
            Self.phrase(try row("past"), "past broadcast is deleted", "past broadcasts are deleted", ""),
            Self.phrase(try row("rules"), "schedule rule is deleted", "schedule rules are deleted", ""),
        ].compactMap { $0 }
    }

    func serial(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            "select count(*) as episodes from app.episode where tenant_id = \(tenant) and serial_id = \(key)",
            in: tenant)
        return [
            Self.phrase(try row("episodes"), "episode stays with the show", "episodes stay with the show", "")
        ].compactMap { $0 }
    }

    func episode(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            """
            select (select count(*) from app.version where tenant_id = \(tenant) and episode_id = \(key)) as versions,
                   (select count(*) from app.airing where tenant_id = \(tenant) and episode_id = \(key)) as airings
            """, in: tenant)
        return [
            Self.phrase(
                try row("versions"), "on-demand recording is deleted", "on-demand recordings are deleted", ""),
            Self.phrase(
                try row("airings"), "broadcast stays with the show", "broadcasts stay with the show", ""),
        ].compactMap { $0 }
    }

    func person(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            """
            select (select count(*) from app.show_credit where tenant_id = \(tenant) and person_id = \(key)) as shows,
                   (select count(*) from app.episode_credit where tenant_id = \(tenant) and person_id = \(key)) as episodes
            """, in: tenant)
        return [
            Self.phrase(try row("shows"), "credit of a show is deleted", "credits of shows are deleted", ""),
            Self.phrase(
                try row("episodes"), "credit of an episode is deleted", "credits of episodes are deleted", ""),
        ].compactMap { $0 }
    }

    func category(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            "select count(*) as channels from app.channel_category where tenant_id = \(tenant) and category_id = \(key)",
            in: tenant)
        return [
            Self.phrase(
                try row("channels"), "channel is", "channels are", "removed from this category, but not deleted"
            )
        ].compactMap { $0 }
    }

    func genre(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            """
            select (select count(*) from app.channel_genre where tenant_id = \(tenant) and genre_id = \(key)) as channels,
                   (select count(*) from app.show_genre where tenant_id = \(tenant) and genre_id = \(key)) as shows,
                   (select count(*) from app.episode_genre where tenant_id = \(tenant) and genre_id = \(key)) as episodes
            """, in: tenant)
        return [
            Self.phrase(try row("channels"), "channel loses", "channels lose", "this genre"),
            Self.phrase(try row("shows"), "show loses", "shows lose", "this genre"),
            Self.phrase(try row("episodes"), "episode loses", "episodes lose", "this genre"),
        ].compactMap { $0 }
    }

    func topic(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        let row = try await row(
            "select count(*) as episodes from app.episode_tag where tenant_id = \(tenant) and tag_id = \(key)",
            in: tenant)
        return [
            Self.phrase(try row("episodes"), "episode loses", "episodes lose", "this topic or keyword")
        ].compactMap { $0 }
    }

    private func row(_ statement: SQL, in tenant: TenantID) async throws -> Row {
        try await database.rows(in: tenant, statement)[0]
    }

    private static func phrase(_ count: Int64, _ one: String, _ many: String, _ more: String) -> String? {
        guard count > 0 else { return nil }
        return "\(count) \(count == 1 ? one : many)\(more.isEmpty ? "" : " " + more)."
    }
}
