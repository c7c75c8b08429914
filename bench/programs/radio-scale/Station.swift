import Postgres
import Tenancy

/// A station of any size, made by the database itself: at factor 1 it has 800 channels, 5,000 shows, 500,000 episodes, 60
/// days of airings by the hour and 1,000,000 cuts. Shows differ in size as those of broadcasters do: a few have thousands
/// of episodes, most some dozens.
struct Station: Sendable {
    let database: TenantDatabase
    let tenant: TenantID
    let factor: Double

    var channels: Int { max(1, Int(800 * factor)) }
    var shows: Int { max(10, Int(5_000 * factor)) }
    var episodes: Int { Int(500_000 * factor) }
    var cuts: Int { Int(1_000_000 * factor) }

    /// Rows of one statement, which has 30 seconds.
    private static let portion = 20_000

    func make(_ log: (String) -> Void) async throws {
        try await run(catalogue)
        log("channels, shows, people")
        for start in stride(from: 1, through: episodes, by: Self.portion) {
            let end = min(episodes, start + Self.portion - 1)
            try await run([episodes(start, end), versions(start, end), media(start, end)])
        }
        log("episodes")
        for day in -30..<30 { try await run([airings(day)]) }
        log("airings")
        for start in stride(from: 1, through: cuts, by: Self.portion) {
            try await run([cuts(start, min(cuts, start + Self.portion - 1))])
        }
        log("cuts")
    }

    private func run(_ statements: [SQL]) async throws {
        _ = try await database.batch(in: tenant, statements)
    }

    private var catalogue: [SQL] {
        [
            """
            insert into app.category (tenant_id, name, rank)
            select \(tenant), 'Category ' || i, i from generate_series(1, 20) i
            """,
            """
            insert into app.channel (tenant_id, slug, name, time_zone, number)
            select \(tenant), 'channel-' || i, 'Channel ' || i, 'Europe/Prague', i
              from generate_series(1, \(channels)) i
            """,
            """
            insert into app.channel_category (tenant_id, channel_id, category_id, is_primary)
            select \(tenant), c.channel_id, k.category_id, m.n = 0
              from (select channel_id, row_number() over (order by channel_id) as n
                      from app.channel where tenant_id = \(tenant)) c
             cross join generate_series(0, 1) as m (n)
              join (select category_id, row_number() over (order by category_id) - 1 as place
                      from app.category where tenant_id = \(tenant)) k
                on k.place = (c.n + m.n * 7) % 20
             where m.n = 0 or c.n % 3 = 0
                on conflict do nothing
            """,
            """
            insert into app.person (tenant_id, name, biography)
            select \(tenant), initcap(substr(md5('f' || i % 300), 1, 6)) || ' ' || initcap(substr(md5('l' || i), 1, 7)),
                   'Heard since ' || 1960 + i % 60
              from generate_series(1, \(max(10, shows))) i
            """,
            """
            insert into app.show (tenant_id, title, summary, description)
            select \(tenant),
                   initcap(substr(md5('w' || (i * 7919) % 20000), 1, (5 + i % 4)::integer)) || ' '
                   || substr(md5('w' || (i * 104729) % 2000), 1, 6),
                   'A show', 'About ' || substr(md5('w' || i % 5000), 1, 7) || ' and ' || substr(md5('w' || i % 777), 1, 6)
              from generate_series(1, \(shows)) i
            """,
            """
            insert into app.show_channel (tenant_id, show_id, channel_id, position)
            select \(tenant), s.show_id, c.channel_id, m.n
              from (select show_id, row_number() over (order by show_id) as n from app.show where tenant_id = \(tenant)) s
             cross join generate_series(0, 1) as m (n)
              join (select channel_id, row_number() over (order by channel_id) - 1 as n
                      from app.channel where tenant_id = \(tenant)) c
                on c.n = (s.n + m.n * 31) % \(channels)
             where m.n = 0 or s.n % 5 = 0
            """,
            """
            insert into app.show_credit (tenant_id, show_id, position, person_id)
            select \(tenant), s.show_id, 0, p.person_id
              from (select show_id, row_number() over (order by show_id) as n from app.show where tenant_id = \(tenant)) s
              join (select person_id, row_number() over (order by person_id) as n
                      from app.person where tenant_id = \(tenant)) p on p.n = s.n
            """,
            """
            insert into app.featured_show (tenant_id, show_id, position)
            select \(tenant), show_id, 0 from app.show where tenant_id = \(tenant) and show_id % 50 = 0
            """,
        ]
    }

    /// The n-th show gets a share that falls with the square of a number drawn evenly: a tenth of the shows have a third
    /// of the episodes.
    private func episodes(_ start: Int, _ end: Int) -> SQL {
        """
        insert into app.episode (tenant_id, show_id, title, summary, published_at, source, source_key)
        select \(tenant), s.show_id,
               initcap(substr(md5('w' || floor(power(hashtext(i::text)::bigint & 1023, 2) / 50)), 1, 6)) || ' '
               || substr(md5('w' || i % 30000), 1, 8) || ' ' || i,
               'With ' || substr(md5('w' || (i * 31) % 20000), 1, 7) || ' and ' || substr(md5('w' || i % 1009), 1, 5),
               now() - (i % 3650) * interval '1 day', 'scale', i::text
          from generate_series(\(start), \(end)) i
          join (select show_id, row_number() over (order by show_id) - 1 as n from app.show where tenant_id = \(tenant)) s
            on s.n = floor(power(((i::bigint * 7919) % 10007) / 10007.0, 2) * \(shows))
        """
    }

    private func versions(_ start: Int, _ end: Int) -> SQL {
        """
        insert into app.version (tenant_id, episode_id, show_id, available_from, available_until, source, source_key)
        select \(tenant), e.episode_id, e.show_id, e.published_at,
               case when i % 4 = 0 then e.published_at + interval '1 year' end, 'scale', i::text
          from generate_series(\(start), \(end)) i
          join app.episode e on e.tenant_id = \(tenant) and e.source = 'scale' and e.source_key = i::text
        """
    }

    private func media(_ start: Int, _ end: Int) -> SQL {
        """
        insert into app.version_media (tenant_id, version_id, url)
        select \(tenant), v.version_id, 'https://media.example/' || i
          from generate_series(\(start), \(end)) i
          join app.version v on v.tenant_id = \(tenant) and v.source = 'scale' and v.source_key = i::text
        """
    }

    /// A day of every channel: 24 programmes, six shows that take turns.
    private func airings(_ day: Int) -> SQL {
        """
        insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
        select \(tenant), c.channel_id, s.show_id, t, t + interval '1 hour'
          from (select channel_id, row_number() over (order by channel_id) as n
                  from app.channel where tenant_id = \(tenant)) c
         cross join generate_series(0, 23) as h (hour)
         cross join lateral (select date_trunc('day', now()) + \(day) * interval '1 day'
                                    + h.hour * interval '1 hour' as t) u
          join (select show_id, row_number() over (order by show_id) - 1 as n from app.show where tenant_id = \(tenant)) s
            on s.n = (c.n * 6 + h.hour % 6) % \(shows)
        """
    }

    private func cuts(_ start: Int, _ end: Int) -> SQL {
        """
        insert into app.cut (tenant_id, channel_id, starts_at, duration_ms, title, artist)
        select \(tenant), c.channel_id, now() - (i / \(channels)) * interval '4 minutes', 230000,
               'Song ' || i % 5000, 'Artist ' || i % 900
          from generate_series(\(start), \(end)) i
          join (select channel_id, row_number() over (order by channel_id) - 1 as n
                  from app.channel where tenant_id = \(tenant)) c
            on c.n = i % \(channels)
        """
    }
}
