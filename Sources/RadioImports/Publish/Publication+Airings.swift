import Postgres

/// Broadcasts. Two of one channel are never on at once (decision 0028): within a source the one that begins first stays;
/// what the same source said before gives way to what it says now; anything else that is there stays.
///
/// A source that has one name for a broadcast and its episode may say so of every broadcast: nobody is told where there is
/// no such episode.
extension Publication {
    var airings: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'airing'
                       and s.state = 'staged'
                       and (not exists (select from app.show t
                                         where t.tenant_id = \(tenant)
                                           and t.source = \(source)
                                           and t.source_key = s.item ->> 'show')
                            or not exists (select from app.channel t
                                            where t.tenant_id = \(tenant)
                                              and t.source = \(source)
                                              and t.source_key = s.item ->> 'channel')
                          and not exists (select from app.radio_stage k
                                            where k.tenant_id = \(tenant)
                                              and k.kind = 'channel'
                                              and k.id is not null
                                              and k.key = s.item ->> 'channel'))
                    returning s.n, s.file, s.line, s.detail,
                              'broadcast ' || s.key || ' names a show or channel that does not exist: '
                              || (s.item ->> 'show') || ' on ' || (s.item ->> 'channel') as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .tell(
                .notice,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'broadcast ' || s.key || ' is imported without its episode, because its show has no such episode: '
                       || (s.item ->> 'episode') as message
                  from app.radio_stage s
                  join app.show h on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
                  left join app.episode e
                    on e.tenant_id = \(tenant) and e.source = \(source) and e.source_key = s.item ->> 'episode'
                   and e.show_id = h.show_id
                 where s.tenant_id = \(tenant)
                   and s.kind = 'airing'
                   and s.state = 'staged'
                   and s.item ->> 'episode' <> s.key
                   and e.episode_id is null
                 order by s.n
                 limit 500
                """),
            .write(airingTimes),
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'airing'
                       and s.state = 'staged'
                       and s.ends_at <= s.starts_at
                    returning s.n, s.file, s.line, s.detail,
                              'broadcast ' || s.key || ' would end before it begins: the times in the file contradict '
                              || 'the actual times that are already recorded' as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .overlaps, .tell(.fault, overlapsOfOthers), .tell(.loss, lostAirings),
            .write(clearedAirings), .write(changedAirings), .write(newAirings),
        ]
    }

    /// When each is on, in effect: an overrun that was written down holds as long as its plan is the same.
    private var airingTimes: SQL {
        """
        update app.radio_stage s
           set channel_id = c.channel_id,
               id = t.airing_id,
               starts_at = coalesce((s.item ->> 'actualStart')::timestamptz, t.actual_start,
                                    (s.item ->> 'plannedStart')::timestamptz),
               ends_at = coalesce((s.item ->> 'actualEnd')::timestamptz, t.actual_end,
                                  (s.item ->> 'plannedEnd')::timestamptz)
          from app.radio_stage o
          join (select t.channel_id, t.source_key
                  from app.channel t
                 where t.tenant_id = \(tenant) and t.source = \(source)
                union all
                select k.id, k.key
                  from app.radio_stage k
                 where k.tenant_id = \(tenant) and k.kind = 'channel' and k.id is not null) c
            on c.source_key = o.item ->> 'channel'
          left join app.airing t
            on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = o.key
           and t.channel_id = c.channel_id
           and t.planned_start = (o.item ->> 'plannedStart')::timestamptz
           and t.planned_end = (o.item ->> 'plannedEnd')::timestamptz
         where o.tenant_id = \(tenant)
           and o.kind = 'airing'
           and o.state = 'staged'
           and s.tenant_id = \(tenant)
           and s.n = o.n
        """
    }

    /// What somebody else put there stays, whoever it was: another source, a rule, a hand.
    private var overlapsOfOthers: SQL {
        """
        with faulty as (
            update app.radio_stage s
               set state = 'fault'
              from app.airing t
              left join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
             where s.tenant_id = \(tenant)
               and s.kind = 'airing'
               and s.state = 'staged'
               and not s.item ? 'isCancelled'
               and t.tenant_id = \(tenant)
               and t.channel_id = s.channel_id
               and not t.is_cancelled
               and t.source is distinct from \(source)
               and t.starts_at < (select max(ends_at) from app.radio_stage where tenant_id = \(tenant) and kind = 'airing')
               and t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = \(tenant) and kind = 'airing')
               and tstzrange(t.starts_at, t.ends_at) && tstzrange(s.starts_at, s.ends_at)
            returning s.n, s.file, s.line, s.detail,
                      'broadcast ' || s.key || ' overlaps a broadcast that is not from this source: ' || h.title || ', '
                      || to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as message)
        select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
        """
    }

    /// What is still to come and moves, or is not to come any more; and how many accounts wait for it, by an alert on it or on
    /// its show.
    ///
    /// What is staged of a channel does not overlap, so that of what begins before an airing ends the last alone can be on
    /// with it, and the first and the last bound the span: each is one look into an index, however long both lists are.
    private var lostAirings: SQL {
        """
        select g.total, g.file, g.line, g.detail,
               g.message || case w.accounts when 0 then ''
                                            when 1 then '; 1 listener has an alert on it'
                                            else '; ' || w.accounts || ' listeners have an alert on it' end as message
          from (
        select count(*) over () as total, coalesce(s.file, '') as file, coalesce(s.line, 0) as line,
               coalesce(s.detail, '') as detail, t.airing_id, t.show_id, t.starts_at,
               'broadcast of ' || h.title || ' at ' || to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
               || case when s.n is null or s.item ? 'isCancelled' then ' is cancelled'
                       else ' moves to ' || to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') end as message
          from app.airing t
          join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
          left join app.radio_stage s on s.tenant_id = \(tenant) and s.kind = 'airing' and s.key = t.source_key
                                     and s.state = 'staged'
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and not t.is_cancelled
           and t.ends_at > \(now.description)::text::timestamptz
           and case when s.n is not null then s.item ? 'isCancelled' or s.starts_at <> t.starts_at
                                              or s.channel_id <> t.channel_id
                    else t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = \(tenant) and kind = 'airing')
                         and (exists (select
                                        from (select o.ends_at
                                                from app.radio_stage o
                                               where o.tenant_id = \(tenant)
                                                 and o.kind = 'airing'
                                                 and o.state = 'staged'
                                                 and not o.item ? 'isCancelled'
                                                 and o.channel_id = t.channel_id
                                                 and o.starts_at < t.ends_at
                                               order by o.starts_at desc, o.n desc
                                               limit 1) o
                                       where o.ends_at > t.starts_at)
                              or (\(coverage == .span)
                                  and t.starts_at >= (select o.starts_at
                                                        from app.radio_stage o
                                                       where o.tenant_id = \(tenant)
                                                         and o.kind = 'airing'
                                                         and o.channel_id = t.channel_id
                                                       order by o.starts_at, o.n
                                                       limit 1)
                                  and t.starts_at < (select o.ends_at
                                                       from app.radio_stage o
                                                      where o.tenant_id = \(tenant)
                                                        and o.kind = 'airing'
                                                        and o.channel_id = t.channel_id
                                                      order by o.starts_at desc, o.n desc
                                                      limit 1)
                                  and not exists (select from app.radio_stage f
                                                   where f.tenant_id = \(tenant) and f.kind = 'airing'
                                                     and f.key = t.source_key)))
                         or (\(coverage == .whole)
                             and not exists (select from app.radio_stage f
                                              where f.tenant_id = \(tenant) and f.kind = 'airing' and f.key = t.source_key))
                    end
         order by t.starts_at, t.airing_id
         limit 500) g
         cross join lateral (select count(*) as accounts
                               from (select user_id
                                       from app.airing_alert
                                      where tenant_id = \(tenant)
                                        and airing_id = g.airing_id
                                      union
                                     select user_id
                                       from app.show_alert
                                      where tenant_id = \(tenant)
                                        and show_id = g.show_id) a) w
         order by g.starts_at, g.airing_id
        """
    }

    /// Whatever is to move, or to give way, first gets out of the way: no two are at one place at any moment.
    private var clearedAirings: SQL {
        """
        with cleared as (
            update app.airing t
               set is_cancelled = true, revision = t.revision + case when s.n is null then 1 else 0 end, updated_at = now()
              from app.airing o
              left join app.radio_stage s on s.tenant_id = \(tenant) and s.kind = 'airing' and s.key = o.source_key
                                         and s.state = 'staged'
             where o.tenant_id = \(tenant)
               and o.source = \(source)
               and not o.is_cancelled
               and case when s.n is not null then (s.starts_at, s.ends_at, s.channel_id) is distinct from
                                                  (o.starts_at, o.ends_at, o.channel_id)
                        else o.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = \(tenant) and kind = 'airing')
                             and (exists (select
                                            from (select x.ends_at
                                                    from app.radio_stage x
                                                   where x.tenant_id = \(tenant)
                                                     and x.kind = 'airing'
                                                     and x.state = 'staged'
                                                     and not x.item ? 'isCancelled'
                                                     and x.channel_id = o.channel_id
                                                     and x.starts_at < o.ends_at
                                                   order by x.starts_at desc, x.n desc
                                                   limit 1) x
                                           where x.ends_at > o.starts_at)
                                  or (\(coverage == .span)
                                      and o.starts_at >= (select x.starts_at
                                                            from app.radio_stage x
                                                           where x.tenant_id = \(tenant)
                                                             and x.kind = 'airing'
                                                             and x.channel_id = o.channel_id
                                                           order by x.starts_at, x.n
                                                           limit 1)
                                      and o.starts_at < (select x.ends_at
                                                           from app.radio_stage x
                                                          where x.tenant_id = \(tenant)
                                                            and x.kind = 'airing'
                                                            and x.channel_id = o.channel_id
                                                          order by x.starts_at desc, x.n desc
                                                          limit 1)
                                      and not exists (select from app.radio_stage f
                                                       where f.tenant_id = \(tenant) and f.kind = 'airing'
                                                         and f.key = o.source_key)))
                             or (\(coverage == .whole)
                                 and o.ends_at > \(now.description)::text::timestamptz
                                 and not exists (select from app.radio_stage f
                                                  where f.tenant_id = \(tenant) and f.kind = 'airing'
                                                    and f.key = o.source_key)) end
               and t.tenant_id = \(tenant)
               and t.airing_id = o.airing_id
            returning t.show_id, t.source_key, s.n)
        insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
        select \(tenant), -row_number() over (), 'airing', source_key, '{}', show_id, 'gone'
          from cleared
         where n is null
        """
    }

    private var changedAirings: SQL {
        """
        with changed as (
            update app.airing t
               set channel_id = w.channel_id, show_id = w.show_id, episode_id = w.episode_id,
                   planned_start = w.planned_start, planned_end = w.planned_end, actual_start = w.actual_start,
                   actual_end = w.actual_end, is_cancelled = w.is_cancelled, is_live = w.is_live,
                   is_repeat = w.is_repeat, title = w.title, description = w.description, revision = t.revision + 1,
                   updated_at = now()
              from (select s.key, s.channel_id, h.show_id, e.episode_id,
                           (s.item ->> 'plannedStart')::timestamptz as planned_start,
                           (s.item ->> 'plannedEnd')::timestamptz as planned_end,
                           coalesce((s.item ->> 'actualStart')::timestamptz,
                                    case when s.id is not null then o.actual_start end) as actual_start,
                           coalesce((s.item ->> 'actualEnd')::timestamptz,
                                    case when s.id is not null then o.actual_end end) as actual_end,
                           s.item ? 'isCancelled' as is_cancelled, s.item ? 'isLive' as is_live,
                           s.item ? 'isRepeat' as is_repeat, coalesce(s.item ->> 'title', '') as title,
                           coalesce(s.item ->> 'description', '') as description
                      from app.radio_stage s
                      join app.airing o on o.tenant_id = \(tenant) and o.source = \(source) and o.source_key = s.key
                      join app.show h
                        on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
                      left join app.episode e
                        on e.tenant_id = \(tenant) and e.source = \(source) and e.source_key = s.item ->> 'episode'
                       and e.show_id = h.show_id
                     where s.tenant_id = \(tenant)
                       and s.kind = 'airing'
                       and s.state = 'staged') w
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and t.source_key = w.key
               and (t.channel_id, t.show_id, t.episode_id, t.planned_start, t.planned_end, t.actual_start, t.actual_end,
                    t.is_cancelled, t.is_live, t.is_repeat, t.title, t.description) is distinct from
                   (w.channel_id, w.show_id, w.episode_id, w.planned_start, w.planned_end, w.actual_start, w.actual_end,
                    w.is_cancelled, w.is_live, w.is_repeat, w.title, w.description)
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'airing'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newAirings: SQL {
        """
        with made as (
            insert into app.airing (tenant_id, channel_id, show_id, episode_id, planned_start, planned_end, actual_start,
                                    actual_end, is_cancelled, is_live, is_repeat, title, description, source, source_key)
            select \(tenant), s.channel_id, h.show_id, e.episode_id, (s.item ->> 'plannedStart')::timestamptz,
                   (s.item ->> 'plannedEnd')::timestamptz, (s.item ->> 'actualStart')::timestamptz,
                   (s.item ->> 'actualEnd')::timestamptz, s.item ? 'isCancelled', s.item ? 'isLive',
                   s.item ? 'isRepeat', coalesce(s.item ->> 'title', ''), coalesce(s.item ->> 'description', ''),
                   \(source), s.key
              from app.radio_stage s
              join app.show h on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
              left join app.episode e
                on e.tenant_id = \(tenant) and e.source = \(source) and e.source_key = s.item ->> 'episode'
               and e.show_id = h.show_id
             where s.tenant_id = \(tenant)
               and s.kind = 'airing'
               and s.state = 'staged'
               and not exists (select from app.airing t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'airing'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }
}
