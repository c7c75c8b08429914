/// The import of broadcasts.
///
/// The broadcasts of a channel must not overlap, except cancelled ones (decision 0028). Of overlapping broadcasts in one import, those with the later
/// start are refused (`OverlapCheck`). A broadcast is also refused if it overlaps a broadcast from another source, a rule or a programmer. Otherwise
/// it cancels the overlapping broadcasts from earlier imports of the source.
///
/// A broadcast is imported without its episode if its show has no such episode. A notice reports the missing episode, unless it has the key of the
/// broadcast, because some sources use one key for both.
extension ImportKind {
    static let airing = ImportKind(
        name: AiringDraft.kind, table: "app.airing", id: "airing_id",
        references: [.show, .channel, ImportReference("episode", "app.episode", .optional, sameShowAs: "show")],
        columns: [
            ImportColumn("channel_id", "s.channel_id"), .of("show", "show_id"), .of("episode", "episode_id"),
            .timestamp("planned_start", "plannedStart"), .timestamp("planned_end", "plannedEnd"),
            .timestamp("actual_start", "actualStart").whenChanged(
                "coalesce(w.actual_start, case when w.id is not null then t.actual_start end)"),
            .timestamp("actual_end", "actualEnd").whenChanged(
                "coalesce(w.actual_end, case when w.id is not null then t.actual_end end)"),
            .flag("is_cancelled", "isCancelled"), .flag("is_live", "isLive"), .flag("is_repeat", "isRepeat"),
            .text("title", orElse: "''"), .text("description", orElse: "''"),
        ],
        unknownReference: """
            'broadcast ' || s.key || ' names a show or channel that does not exist: '
                          || (s.item ->> 'show') || ' on ' || (s.item ->> 'channel')
            """,
        preparation: { kind in
            [
                kind.reporting(
                    .notice,
                    """
                    'broadcast ' || s.key || ' is imported without its episode, because its show has no such episode: '
                           || (s.item ->> 'episode')
                    """,
                    joins: kind.joining("show", "episode"),
                    where: """
                        s.item ->> 'episode' <> s.key
                           and episode.episode_id is null
                        """),
                .write(airingTimes),
                kind.refusing(
                    "s.ends_at <= s.starts_at",
                    """
                    'broadcast ' || s.key || ' would not end after its start: the times in the file contradict '
                    || 'the actual times that are already recorded; correct one of them'
                    """),
                .overlaps, kind.refusingOverlapsOfOthers, .report(.loss, lostAirings), .write(clearedAirings),
            ]
        })

    /// The statement that sets the channel and the times of each staged broadcast, and the ID of its row if the row has the same channel and planned
    /// times. Each time is the actual time in the source, else the actual time of that row, else the planned time.
    private static let airingTimes: StatementTemplate = """
        update app.radio_stage s
           set channel_id = c.channel_id,
               id = t.airing_id,
               starts_at = coalesce((s.item ->> 'actualStart')::timestamptz, t.actual_start,
                                    (s.item ->> 'plannedStart')::timestamptz),
               ends_at = coalesce((s.item ->> 'actualEnd')::timestamptz, t.actual_end,
                                  (s.item ->> 'plannedEnd')::timestamptz)
          from app.radio_stage o
          join \(ImportReference.knownChannels) c
            on c.source_key = o.item ->> 'channel'
          left join app.airing t
            on t.tenant_id = \(.tenant) and t.source = \(.source) and t.source_key = o.key
           and t.channel_id = c.channel_id
           and t.planned_start = (o.item ->> 'plannedStart')::timestamptz
           and t.planned_end = (o.item ->> 'plannedEnd')::timestamptz
         where o.tenant_id = \(.tenant)
           and o.kind = 'airing'
           and o.state = 'staged'
           and s.tenant_id = \(.tenant)
           and s.n = o.n
        """

    /// The step that refuses broadcasts that overlap a broadcast from another source, from a rule or from a programmer. Cancelled broadcasts do not
    /// count as overlapping.
    private var refusingOverlapsOfOthers: Publication.Step {
        refusing(
            """
            not s.item ? 'isCancelled'
                   and t.tenant_id = \(.tenant)
                   and t.channel_id = s.channel_id
                   and not t.is_cancelled
                   and t.source is distinct from \(.source)
                   and t.starts_at < (select max(ends_at) from app.radio_stage where tenant_id = \(.tenant) and kind = 'airing')
                   and t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = \(.tenant) and kind = 'airing')
                   and tstzrange(t.starts_at, t.ends_at) && tstzrange(s.starts_at, s.ends_at)
            """,
            """
            'broadcast ' || s.key || ' overlaps a broadcast that is not from this source: ' || h.title || ', '
                          || to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
            """,
            from: """

                      from app.airing t
                      left join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
                """)
    }

    /// The condition for cancelling an airing `t` without a staged item: a staged airing overlaps it, or a complete list does not contain it. A
    /// `span` is complete from the start of its first airing on the channel to the end of its last one; a `whole` source is complete from `now` on.
    ///
    /// The staged airings of a channel do not overlap. So one index look-up finds the last one that starts before the end of `t`; if it does not
    /// overlap `t`, none does. Two more look-ups find the start and the end of the listed period.
    private static let cancelCondition: StatementTemplate = """
        t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = \(.tenant) and kind = 'airing')
                           and (exists (select
                                          from (select o.ends_at
                                                  from app.radio_stage o
                                                 where o.tenant_id = \(.tenant)
                                                   and o.kind = 'airing'
                                                   and o.state = 'staged'
                                                   and not o.item ? 'isCancelled'
                                                   and o.channel_id = t.channel_id
                                                   and o.starts_at < t.ends_at
                                                 order by o.starts_at desc, o.n desc
                                                 limit 1) o
                                         where o.ends_at > t.starts_at)
                                or (\(.isSpan)
                                    and t.starts_at >= (select o.starts_at
                                                          from app.radio_stage o
                                                         where o.tenant_id = \(.tenant)
                                                           and o.kind = 'airing'
                                                           and o.channel_id = t.channel_id
                                                         order by o.starts_at, o.n
                                                         limit 1)
                                    and t.starts_at < (select o.ends_at
                                                         from app.radio_stage o
                                                        where o.tenant_id = \(.tenant)
                                                          and o.kind = 'airing'
                                                          and o.channel_id = t.channel_id
                                                        order by o.starts_at desc, o.n desc
                                                        limit 1)
                                    and \(isUnlisted)))
                           or (\(.isWhole)
                               and t.ends_at > \(.now)::text::timestamptz
                               and \(isUnlisted))
        """

    private static let isUnlisted: StatementTemplate = """
        not exists (select from app.radio_stage f
                                                     where f.tenant_id = \(.tenant) and f.kind = 'airing' and f.key = t.source_key)
        """

    /// A query for the running and upcoming airings of the source that are cancelled or get another start or channel: their number and the first 500,
    /// each with the number of accounts that have an alert on the airing or its show.
    private static let lostAirings: StatementTemplate = """
        select g.total, g.file, g.line, g.detail,
               g.message || case w.accounts when 0 then ''
                                            when 1 then '; 1 listener has an alert on it'
                                            else '; ' || w.accounts || ' listeners have an alert on it' end as message
          from (
        select count(*) over () as total, coalesce(s.file, '') as file, coalesce(s.line, 0) as line,
               coalesce(s.detail, '') as detail, t.airing_id, t.show_id, t.starts_at,
               'broadcast of ' || h.title || ' at ' || to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
               || case when s.n is null or s.item ? 'isCancelled' then ' is cancelled'
                       when s.starts_at = t.starts_at then ' moves to another channel'
                       else ' moves to ' || to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') end as message
          from app.airing t
          join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
          left join app.radio_stage s on s.tenant_id = \(.tenant) and s.kind = 'airing' and s.key = t.source_key
                                     and s.state = 'staged'
         where t.tenant_id = \(.tenant)
           and t.source = \(.source)
           and not t.is_cancelled
           and t.ends_at > \(.now)::text::timestamptz
           and case when s.n is not null then s.item ? 'isCancelled' or s.starts_at <> t.starts_at
                                              or s.channel_id <> t.channel_id
                    else \(cancelCondition) end
         order by t.starts_at, t.airing_id
         limit 500) g
         cross join lateral (select count(*) as accounts
                               from (select user_id
                                       from app.airing_alert
                                      where tenant_id = \(.tenant)
                                        and airing_id = g.airing_id
                                      union
                                     select user_id
                                       from app.show_alert
                                      where tenant_id = \(.tenant)
                                        and show_id = g.show_id) a) w
         order by g.starts_at, g.airing_id
        """

    /// The statement that cancels airings before others are written, so that airings never overlap. Airings that are replaced or no longer listed
    /// stay cancelled and are staged as `gone`, with the ID of the show. Airings that move are cancelled until their new values are written.
    private static let clearedAirings: StatementTemplate = """
        with cleared as (
            update app.airing a
               set is_cancelled = true, revision = a.revision + case when s.n is null then 1 else 0 end, updated_at = now()
              from app.airing t
              left join app.radio_stage s on s.tenant_id = \(.tenant) and s.kind = 'airing' and s.key = t.source_key
                                         and s.state = 'staged'
             where t.tenant_id = \(.tenant)
               and t.source = \(.source)
               and not t.is_cancelled
               and case when s.n is not null then (s.starts_at, s.ends_at, s.channel_id) is distinct from
                                                  (t.starts_at, t.ends_at, t.channel_id)
                        else \(cancelCondition) end
               and a.tenant_id = \(.tenant)
               and a.airing_id = t.airing_id
            returning a.show_id, a.source_key, s.n)
        insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
        select \(.tenant), -row_number() over (), 'airing', source_key, '{}', show_id, 'gone'
          from cleared
         where n is null
        """
}
