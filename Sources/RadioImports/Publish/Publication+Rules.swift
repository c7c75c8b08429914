import Postgres

/// When a show is on, again and again. The airings of a rule are made by whoever looks after the schedule.
extension Publication {
    var rules: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'rule'
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
                              'rule ' || s.key || ' names a show or channel that does not exist: '
                              || (s.item ->> 'show') || ' on ' || (s.item ->> 'channel') as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .write(changedRules), .write(newRules),
        ]
    }

    private var changedRules: SQL {
        """
        with changed as (
            update app.schedule_rule t
               set channel_id = w.channel_id, show_id = w.show_id, starts_on = w.starts_on, ends_on = w.ends_on,
                   start_time = w.start_time, duration_ms = w.duration_ms, recurrence = w.recurrence,
                   priority = w.priority, is_live = w.is_live, is_repeat = w.is_repeat, revision = t.revision + 1,
                   updated_at = now()
              from (select s.key, c.channel_id, h.show_id, date '1970-01-01' + (s.item ->> 'startsOn')::integer as starts_on,
                           date '1970-01-01' + (s.item ->> 'endsOn')::integer as ends_on,
                           time '00:00' + make_interval(mins => coalesce((s.item ->> 'startMinute')::integer, 0))
                           as start_time,
                           (s.item ->> 'durationMs')::bigint as duration_ms, s.item ->> 'recurrence' as recurrence,
                           coalesce((s.item ->> 'priority')::integer, 0) as priority, s.item ? 'isLive' as is_live,
                           s.item ? 'isRepeat' as is_repeat
                      from app.radio_stage s
                      join app.show h
                        on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
                      join (select t.channel_id, t.source_key
                              from app.channel t
                             where t.tenant_id = \(tenant) and t.source = \(source)
                            union all
                            select k.id, k.key
                              from app.radio_stage k
                             where k.tenant_id = \(tenant) and k.kind = 'channel' and k.id is not null) c
                        on c.source_key = s.item ->> 'channel'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'rule'
                       and s.state = 'staged') w
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and t.source_key = w.key
               and (t.channel_id, t.show_id, t.starts_on, t.ends_on, t.start_time, t.duration_ms, t.recurrence, t.priority,
                    t.is_live, t.is_repeat) is distinct from
                   (w.channel_id, w.show_id, w.starts_on, w.ends_on, w.start_time, w.duration_ms, w.recurrence, w.priority,
                    w.is_live, w.is_repeat)
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'rule'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newRules: SQL {
        """
        with made as (
            insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, ends_on, start_time, duration_ms,
                                           recurrence, priority, is_live, is_repeat, source, source_key)
            select \(tenant), c.channel_id, h.show_id, date '1970-01-01' + (s.item ->> 'startsOn')::integer,
                   date '1970-01-01' + (s.item ->> 'endsOn')::integer,
                   time '00:00' + make_interval(mins => coalesce((s.item ->> 'startMinute')::integer, 0)),
                   (s.item ->> 'durationMs')::bigint, s.item ->> 'recurrence',
                   coalesce((s.item ->> 'priority')::integer, 0), s.item ? 'isLive', s.item ? 'isRepeat', \(source), s.key
              from app.radio_stage s
              join app.show h on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
              join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = \(tenant) and t.source = \(source)
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = \(tenant) and k.kind = 'channel' and k.id is not null) c
                on c.source_key = s.item ->> 'channel'
             where s.tenant_id = \(tenant)
               and s.kind = 'rule'
               and s.state = 'staged'
               and not exists (select from app.schedule_rule t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'rule'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }
}
