import Postgres

/// Stretches of broadcasts, and what was played.
extension Publication {
    /// The segments of a broadcast are one list: one that differs is put in place of what is there.
    var segments: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'segment'
                       and s.state = 'staged'
                       and not exists (select from app.airing t
                                        where t.tenant_id = \(tenant)
                                          and t.source = \(source)
                                          and t.source_key = s.key)
                    returning s.n, s.file, s.line, s.detail,
                              'a segment names a broadcast that does not exist: ' || s.key as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .write(
                """
                with wanted as (
                    select t.airing_id, s.key,
                           array_agg((coalesce((s.item ->> 'offsetMs')::bigint, 0),
                                      coalesce((s.item ->> 'durationMs')::bigint, 0), s.item ->> 'kind',
                                      coalesce(s.item ->> 'title', ''))::text
                                     order by coalesce((s.item ->> 'offsetMs')::bigint, 0),
                                              coalesce((s.item ->> 'durationMs')::bigint, 0), s.item ->> 'kind',
                                              coalesce(s.item ->> 'title', '')) as parts
                      from app.radio_stage s
                      join app.airing t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
                     where s.tenant_id = \(tenant)
                       and s.kind = 'segment'
                       and s.state = 'staged'
                     group by t.airing_id, s.key),
                held as (
                    select g.airing_id,
                           array_agg((g.offset_ms, g.duration_ms, g.kind, g.title)::text
                                     order by g.offset_ms, g.duration_ms, g.kind, g.title) as parts
                      from app.segment g
                     where g.tenant_id = \(tenant)
                       and g.airing_id in (select airing_id from wanted)
                     group by g.airing_id),
                differing as (
                    select w.airing_id, w.key, h.airing_id is null as is_new
                      from wanted w
                      left join held h on h.airing_id = w.airing_id
                     where h.parts is distinct from w.parts),
                gone as (
                    delete from app.segment g
                     using differing d
                     where g.tenant_id = \(tenant)
                       and g.airing_id = d.airing_id)
                update app.radio_stage s
                   set state = case when d.is_new then 'new' else 'changed' end, id = d.airing_id
                  from differing d
                 where s.tenant_id = \(tenant)
                   and s.kind = 'segment'
                   and s.key = d.key
                   and s.state = 'staged'
                """),
            .write(
                """
                insert into app.segment (tenant_id, airing_id, offset_ms, duration_ms, kind, title)
                select \(tenant), s.id, coalesce((s.item ->> 'offsetMs')::bigint, 0),
                       coalesce((s.item ->> 'durationMs')::bigint, 0), s.item ->> 'kind', coalesce(s.item ->> 'title', '')
                  from app.radio_stage s
                 where s.tenant_id = \(tenant)
                   and s.kind = 'segment'
                   and s.state in ('new', 'changed')
                 order by s.n
                """),
        ]
    }

    /// What was played was played: cuts are added and corrected, and never taken away (spec R69).
    var cuts: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'cut'
                       and s.state = 'staged'
                       and (not exists (select from app.channel t
                                         where t.tenant_id = \(tenant)
                                           and t.source = \(source)
                                           and t.source_key = s.item ->> 'channel')
                       and not exists (select from app.radio_stage k
                                         where k.tenant_id = \(tenant)
                                           and k.kind = 'channel'
                                           and k.id is not null
                                           and k.key = s.item ->> 'channel')
                            or (s.item ? 'airing'
                                and not exists (select from app.airing t
                                                 where t.tenant_id = \(tenant)
                                                   and t.source = \(source)
                                                   and t.source_key = s.item ->> 'airing')))
                    returning s.n, s.file, s.line, s.detail,
                              'played track ' || s.key || ' names a channel or broadcast that does not exist: '
                              || (s.item ->> 'channel') || coalesce(', ' || (s.item ->> 'airing'), '') as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .write(changedCuts), .write(newCuts),
        ]
    }

    private var changedCuts: SQL {
        """
        with changed as (
            update app.cut t
               set airing_id = w.airing_id, starts_at = w.starts_at, position = w.position, duration_ms = w.duration_ms,
                   kind = w.kind, is_music = w.is_music, title = w.title, artist = w.artist, album = w.album,
                   label = w.label, isrc = w.isrc, updated_at = now()
              from (select s.key, b.airing_id, (s.item ->> 'startsAt')::timestamptz as starts_at,
                           (s.item ->> 'position')::integer as position, (s.item ->> 'durationMs')::bigint as duration_ms,
                           s.item ->> 'kind' as kind, s.item ? 'isMusic' as is_music,
                           coalesce(s.item ->> 'title', '') as title, coalesce(s.item ->> 'artist', '') as artist,
                           coalesce(s.item ->> 'album', '') as album, coalesce(s.item ->> 'label', '') as label,
                           s.item ->> 'isrc' as isrc
                      from app.radio_stage s
                      left join app.airing b
                        on b.tenant_id = \(tenant) and b.source = \(source) and b.source_key = s.item ->> 'airing'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'cut'
                       and s.state = 'staged') w
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and t.source_key = w.key
               and (t.airing_id, t.starts_at, t.position, t.duration_ms, t.kind, t.is_music, t.title, t.artist, t.album,
                    t.label, t.isrc) is distinct from
                   (w.airing_id, w.starts_at, w.position, w.duration_ms, w.kind, w.is_music, w.title, w.artist, w.album,
                    w.label, w.isrc)
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'cut'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newCuts: SQL {
        """
        with made as (
            insert into app.cut (tenant_id, channel_id, airing_id, starts_at, position, duration_ms, kind, is_music, title,
                                 artist, album, label, isrc, source, source_key)
            select \(tenant), c.channel_id, b.airing_id, (s.item ->> 'startsAt')::timestamptz,
                   (s.item ->> 'position')::integer, (s.item ->> 'durationMs')::bigint, s.item ->> 'kind',
                   s.item ? 'isMusic', coalesce(s.item ->> 'title', ''), coalesce(s.item ->> 'artist', ''),
                   coalesce(s.item ->> 'album', ''), coalesce(s.item ->> 'label', ''), s.item ->> 'isrc', \(source), s.key
              from app.radio_stage s
              join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = \(tenant) and t.source = \(source)
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = \(tenant) and k.kind = 'channel' and k.id is not null) c
                on c.source_key = s.item ->> 'channel'
              left join app.airing b
                on b.tenant_id = \(tenant) and b.source = \(source) and b.source_key = s.item ->> 'airing'
             where s.tenant_id = \(tenant)
               and s.kind = 'cut'
               and s.state = 'staged'
               and not exists (select from app.cut t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'cut'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }
}
