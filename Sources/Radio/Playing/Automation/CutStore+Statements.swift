import FoundationEssentials
import Postgres
import Tenancy
import Web

extension CutStore {
    static func selection(_ id: Cut.ID, _ tenant: TenantID) -> SQL {
        """
        select cut_id, channel_id, airing_id, starts_at, position, duration_ms, kind, is_music, title, artist, album, label,
               isrc, person_id, art_id, listeners, skips
          from app.cut
         where tenant_id = \(tenant)
           and cut_id = \(id.rawValue)
        """
    }

    /// Returns the statement for the cut of a channel that started exactly at an instant. If there are several, it selects the one that was inserted
    /// last, which listeners see.
    static func beginning(at start: Instant, on channel: Channel.ID, _ tenant: TenantID) -> SQL {
        """
        select cut_id, channel_id, airing_id, starts_at, position, duration_ms, kind, is_music, title, artist, album, label,
               isrc, person_id, art_id, listeners, skips
          from app.cut
         where tenant_id = \(tenant)
           and channel_id = \(channel.rawValue)
           and starts_at = \(start.date)
         order by cut_id desc
         limit 1
        """
    }

    /// Inserts a cut and links it to the broadcast that is on air at its start and to the person with the artist's name, if there are any.
    static func insert(
        _ report: NowPlayingReport, on channel: Channel.ID, at start: Instant, _ transaction: Transaction,
        _ tenant: TenantID
    ) async throws -> Cut {
        let content = report.content
        let rows = try await transaction.rows(
            """
            insert into app.cut (tenant_id, channel_id, airing_id, starts_at, duration_ms, kind, is_music, title, artist,
                                 album, label, isrc, person_id, listeners, skips, source)
            values (\(tenant), \(channel.rawValue),
                    (select airing_id
                       from app.airing
                      where tenant_id = \(tenant)
                        and channel_id = \(channel.rawValue)
                        and starts_at <= \(start.date)
                        and ends_at > \(start.date)
                        and not is_cancelled
                      order by starts_at desc
                      limit 1),
                    \(start.date), \(content.durationMs), \(content.kind), \(content.isMusic), \(content.title),
                    \(content.artist), \(content.album), \(content.label), \(content.isrc),
                    (select min(person_id)
                       from app.person
                      where tenant_id = \(tenant)
                        and name = \(content.artist)),
                    \(content.listeners), \(content.skips), \(source))
            returning cut_id, channel_id, airing_id, starts_at, position, duration_ms, kind, is_music, title, artist,
                      album, label, isrc, person_id, art_id, listeners, skips
            """)
        guard let row = rows.first else { throw APIError.noSuchChannel }
        return try Cut(cutRow: row)
    }

    /// Replaces the content of a cut. If the artist changes, the picture is removed and the cut is linked to the person with the new name, if there
    /// is one. Throws `APIError` 404 if the cut is gone.
    static func write(
        _ content: CutDraft, startsAt: Instant?, to cut: Cut, _ transaction: Transaction, _ tenant: TenantID
    ) async throws -> Cut {
        let rows = try await transaction.rows(
            """
            update app.cut
               set duration_ms = \(content.durationMs), kind = \(content.kind), is_music = \(content.isMusic),
                   title = \(content.title), artist = \(content.artist), album = \(content.album),
                   label = \(content.label), isrc = \(content.isrc), starts_at = \(startsAt?.date),
                   listeners = \(content.listeners), skips = \(content.skips),
                   person_id = case when artist = \(content.artist) then person_id
                                    else (select min(person_id)
                                            from app.person
                                           where tenant_id = \(tenant)
                                             and name = \(content.artist)) end,
                   art_id = case when artist = \(content.artist) then art_id end,
                   updated_at = now()
             where tenant_id = \(tenant)
               and cut_id = \(cut.id.rawValue)
            returning cut_id, channel_id, airing_id, starts_at, position, duration_ms, kind, is_music, title, artist,
                      album, label, isrc, person_id, art_id, listeners, skips
            """)
        guard let row = rows.first else { throw APIError.noSuchCut }
        return try Cut(cutRow: row)
    }

    /// Returns the statement for at most `limit` plays of a channel that started in a period, oldest first, with the local date and time of the
    /// start.
    static func plays(_ channel: Channel.ID, _ period: Range<Instant>, limit: Int, _ tenant: TenantID) -> SQL {
        """
        select c.cut_id, c.channel_id, c.airing_id, c.starts_at, c.position, c.duration_ms, c.kind, c.is_music, c.title,
               c.artist, c.album, c.label, c.isrc, c.person_id, c.art_id, c.listeners, c.skips, c.source, c.updated_at,
               to_char(c.starts_at at time zone h.time_zone, 'YYYY-MM-DD') as local_date,
               to_char(c.starts_at at time zone h.time_zone, 'HH24:MI:SS') as local_time
          from app.cut c
          join app.channel h on h.tenant_id = c.tenant_id and h.channel_id = c.channel_id
         where c.tenant_id = \(tenant)
           and c.channel_id = \(channel.rawValue)
           and c.starts_at >= \(period.lowerBound.date)
           and c.starts_at < \(period.upperBound.date)
         order by c.starts_at, c.cut_id
         limit \(limit)
        """
    }

    /// Returns the statement for the start of the channel's first cut after a period, as `starts_at`; null if there is none.
    static func next(_ channel: Channel.ID, after period: Range<Instant>, _ tenant: TenantID) -> SQL {
        """
        select min(starts_at) as starts_at
          from app.cut
         where tenant_id = \(tenant)
           and channel_id = \(channel.rawValue)
           and starts_at >= \(period.upperBound.date)
        """
    }
}
