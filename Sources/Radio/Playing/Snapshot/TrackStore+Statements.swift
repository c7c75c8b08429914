import FoundationEssentials
import Postgres
import Tenancy
import Web

extension TrackStore {
    /// Returns the statement for the broadcasts of each channel that start in a period, the last one before and the first one after it, excluding
    /// cancelled ones.
    ///
    /// Only the last broadcast before the period can extend into it. All bounds are parameters: with the result of one part as the bound of another,
    /// the planner would scan all rows of the tenant.
    static func airings(of channels: [Channel.ID], over period: Range<Instant>, in tenant: TenantID) -> SQL {
        """
        select a.airing_id, a.channel_id, a.show_id, a.episode_id, a.planned_start, a.planned_end, a.actual_start,
               a.actual_end, a.is_cancelled, a.is_live, a.is_repeat, a.title, a.description, a.revision
          from unnest(\(channels.map(\.rawValue))) as c (channel_id)
         cross join lateral (
               (select *
                  from app.airing
                 where tenant_id = \(tenant)
                   and channel_id = c.channel_id
                   and starts_at < \(period.lowerBound.date)
                   and not is_cancelled
                 order by starts_at desc
                 limit 1)
               union all
               select *
                 from app.airing
                where tenant_id = \(tenant)
                  and channel_id = c.channel_id
                  and starts_at >= \(period.lowerBound.date)
                  and starts_at < \(period.upperBound.date)
                  and not is_cancelled
               union all
               (select *
                  from app.airing
                 where tenant_id = \(tenant)
                   and channel_id = c.channel_id
                   and starts_at >= \(period.upperBound.date)
                   and not is_cancelled
                 order by starts_at
                 limit 1)) a
         order by a.channel_id, a.starts_at
        """
    }

    /// Returns the statement for the last `cutLimit` cuts of each channel that start in a period, and the last cut before and the first cut after the
    /// period.
    static func cuts(of channels: [Channel.ID], over period: Range<Instant>, in tenant: TenantID) -> SQL {
        """
        select p.cut_id, p.channel_id, p.airing_id, p.starts_at, p.position, p.duration_ms, p.kind, p.is_music, p.title,
               p.artist, p.album, p.label, p.isrc, p.person_id, p.art_id, p.listeners, p.skips
          from unnest(\(channels.map(\.rawValue))) as c (channel_id)
         cross join lateral (
               (select *
                  from app.cut
                 where tenant_id = \(tenant)
                   and channel_id = c.channel_id
                   and starts_at < \(period.lowerBound.date)
                 order by starts_at desc, cut_id desc
                 limit 1)
               union all
               (select *
                  from app.cut
                 where tenant_id = \(tenant)
                   and channel_id = c.channel_id
                   and starts_at >= \(period.lowerBound.date)
                   and starts_at < \(period.upperBound.date)
                 order by starts_at desc
                 limit \(cutLimit))
               union all
               (select *
                  from app.cut
                 where tenant_id = \(tenant)
                   and channel_id = c.channel_id
                   and starts_at >= \(period.upperBound.date)
                 order by starts_at, cut_id
                 limit 1)) p
        """
    }

    /// Returns the statement for the first `segmentLimit` segments of each broadcast that starts in a period, and of each channel's last one before
    /// it.
    static func segments(of channels: [Channel.ID], over period: Range<Instant>, in tenant: TenantID) -> SQL {
        """
        select s.segment_id, s.airing_id, s.offset_ms, s.duration_ms, s.kind, s.title, s.is_skippable
          from unnest(\(channels.map(\.rawValue))) as c (channel_id)
         cross join lateral (
               (select airing_id
                  from app.airing
                 where tenant_id = \(tenant)
                   and channel_id = c.channel_id
                   and starts_at < \(period.lowerBound.date)
                   and not is_cancelled
                 order by starts_at desc
                 limit 1)
               union all
               select airing_id
                 from app.airing
                where tenant_id = \(tenant)
                  and channel_id = c.channel_id
                  and starts_at >= \(period.lowerBound.date)
                  and starts_at < \(period.upperBound.date)
                  and not is_cancelled) a
         cross join lateral (
               select *
                 from app.segment
                where tenant_id = \(tenant)
                  and airing_id = a.airing_id
                order by offset_ms
                limit \(segmentLimit)) s
        """
    }

    static func shows(_ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select show_id, title, case when summary <> '' then summary else description end as description, art_id, active
          from app.show
         where tenant_id = \(tenant)
           and show_id = any (\(ids))
        """
    }

    static func episodes(_ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select episode_id, title, case when summary <> '' then summary else description end as description, art_id,
               true as active
          from app.episode
         where tenant_id = \(tenant)
           and episode_id = any (\(ids))
        """
    }

    static func people(_ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select person_id, biography, art_id
          from app.person
         where tenant_id = \(tenant)
           and person_id = any (\(ids))
        """
    }

    static func art(_ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select a.art_id, a.alt, a.credit, i.position, i.width, i.height, i.media_type, i.url
          from app.art a
          left join app.art_image i on i.tenant_id = a.tenant_id and i.art_id = a.art_id
         where a.tenant_id = \(tenant)
           and a.art_id = any (\(ids))
         order by a.art_id, i.position
        """
    }
}

extension Airing {
    package init(airingRow row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("airing_id")), channel: Channel.ID(rawValue: try row("channel_id")),
            show: Show.ID(rawValue: try row("show_id")),
            episode: try row.optional("episode_id").map(Episode.ID.init(rawValue:)),
            plannedStart: Instant(try row("planned_start", as: Date.self)),
            plannedEnd: Instant(try row("planned_end", as: Date.self)),
            actualStart: try row.optional("actual_start", as: Date.self).map { Instant($0) },
            actualEnd: try row.optional("actual_end", as: Date.self).map { Instant($0) },
            isCancelled: try row("is_cancelled"), isLive: try row("is_live"), isRepeat: try row("is_repeat"),
            title: try row("title"), description: try row("description"), revision: try row("revision"))
    }
}

extension Cut {
    init(cutRow row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("cut_id")), channel: Channel.ID(rawValue: try row("channel_id")),
            airing: try row.optional("airing_id").map(Airing.ID.init(rawValue:)),
            startsAt: try row.optional("starts_at", as: Date.self).map { Instant($0) },
            position: try row.optional("position"), durationMs: try row.optional("duration_ms"),
            kind: try row("kind"), isMusic: try row("is_music"), title: try row("title"), artist: try row("artist"),
            album: try row("album"), label: try row("label"), isrc: try row.optional("isrc"),
            person: try row.optional("person_id").map(Person.ID.init(rawValue:)),
            art: try row.optional("art_id").map(Art.ID.init(rawValue:)), listeners: try row.optional("listeners"),
            skips: try row.optional("skips"))
    }
}

extension Segment {
    init(segmentRow row: Row) throws(PostgresError) {
        self.init(
            id: ID(rawValue: try row("segment_id")), airing: Airing.ID(rawValue: try row("airing_id")),
            offsetMs: try row("offset_ms"), durationMs: try row("duration_ms"), kind: try row("kind"),
            title: try row("title"), isSkippable: try row("is_skippable"))
    }
}

extension RadioSnapshot.RelatedItems.Work {
    init(workRow row: Row) throws(PostgresError) {
        self.init(
            title: try row("title"), description: try row("description"),
            art: try row.optional("art_id").map(Art.ID.init(rawValue:)), isActive: try row("active"))
    }
}

extension Art.Image {
    /// Creates a size of a picture from a row; `nil` if the row is that of a picture without sizes. A size without a `url` is stored on this server.
    package init?(imageRow row: Row, of art: Art.ID) throws(PostgresError) {
        guard let position: Int32 = try row.optional("position") else { return nil }
        self.init(
            url: try row.optional("url") ?? Art.path(of: art, at: position), width: try row("width"),
            height: try row("height"), mediaType: try row("media_type"))
    }
}
