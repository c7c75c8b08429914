import Postgres

/// Episodes on demand (spec R66), with their sound.
extension Publication {
    var versions: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'version'
                       and s.state = 'staged'
                       and not exists (select from app.episode t
                                        where t.tenant_id = \(tenant)
                                          and t.source = \(source)
                                          and t.source_key = s.item ->> 'episode')
                    returning s.n, s.file, s.line, s.detail,
                              'recording ' || s.key || ' names an episode that does not exist: ' || (s.item ->> 'episode')
                              as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                      from app.version t
                      join app.episode e on e.tenant_id = t.tenant_id and e.episode_id = t.episode_id
                     where s.tenant_id = \(tenant)
                       and s.kind = 'version'
                       and s.state = 'staged'
                       and t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and t.source_key = s.key
                       and e.source_key is distinct from s.item ->> 'episode'
                    returning s.n, s.file, s.line, s.detail,
                              'recording ' || s.key || ' belongs to another episode, and a recording cannot change its episode'
                              as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .tell(
                .loss,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'episode ' || e.title || ' is on demand only until ' || (s.item ->> 'availableUntil') as message
                  from app.radio_stage s
                  join app.version t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
                  join app.episode e on e.tenant_id = \(tenant) and e.episode_id = t.episode_id
                 where s.tenant_id = \(tenant)
                   and s.kind = 'version'
                   and s.state = 'staged'
                   and coalesce(t.available_until, 'infinity') > \(now.description)::text::timestamptz
                   and (s.item ->> 'availableUntil')::timestamptz < coalesce(t.available_until, 'infinity')
                 order by s.n
                 limit 500
                """),
            .write(changedVersions), .write(newVersions), .write(media),
        ]
    }

    private var changedVersions: SQL {
        """
        with changed as (
            update app.version t
               set airing_id = coalesce(w.airing_id, t.airing_id), duration_ms = w.duration_ms,
                   available_from = w.available_from, available_until = w.available_until,
                   is_downloadable = w.is_downloadable, revision = t.revision + 1, updated_at = now()
              from (select s.key, b.airing_id, (s.item ->> 'durationMs')::bigint as duration_ms,
                           (s.item ->> 'availableFrom')::timestamptz as available_from,
                           (s.item ->> 'availableUntil')::timestamptz as available_until,
                           s.item ? 'isDownloadable' as is_downloadable
                      from app.radio_stage s
                      left join app.airing b
                        on b.tenant_id = \(tenant) and b.source = \(source) and b.source_key = s.item ->> 'airing'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'version'
                       and s.state = 'staged') w
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and t.source_key = w.key
               and (t.airing_id, t.duration_ms, t.available_from, t.available_until, t.is_downloadable) is distinct from
                   (coalesce(w.airing_id, t.airing_id), w.duration_ms, w.available_from, w.available_until,
                    w.is_downloadable)
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'version'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newVersions: SQL {
        """
        with made as (
            insert into app.version (tenant_id, episode_id, show_id, airing_id, duration_ms, available_from, available_until,
                                     is_downloadable, source, source_key)
            select \(tenant), e.episode_id, e.show_id, b.airing_id, (s.item ->> 'durationMs')::bigint,
                   (s.item ->> 'availableFrom')::timestamptz, (s.item ->> 'availableUntil')::timestamptz,
                   s.item ? 'isDownloadable', \(source), s.key
              from app.radio_stage s
              join app.episode e
                on e.tenant_id = \(tenant) and e.source = \(source) and e.source_key = s.item ->> 'episode'
              left join app.airing b
                on b.tenant_id = \(tenant) and b.source = \(source) and b.source_key = s.item ->> 'airing'
             where s.tenant_id = \(tenant)
               and s.kind = 'version'
               and s.state = 'staged'
               and not exists (select from app.version t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'version'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }

    private var media: SQL {
        """
        with wanted as (
            select distinct on (t.version_id, m.media ->> 'url')
                   t.version_id, m.media ->> 'url' as url, (m.place - 1)::integer as position,
                   m.media ->> 'purpose' as purpose, coalesce(m.media ->> 'mediaType', '') as media_type,
                   coalesce((m.media ->> 'bitrate')::integer, 0) as bitrate, (m.media ->> 'bytes')::bigint as bytes
              from app.radio_stage s
              join app.version t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements(s.item -> 'media') with ordinality m (media, place)
             where s.tenant_id = \(tenant)
               and s.kind = 'version'
               and s.state in ('staged', 'new', 'changed')
             order by t.version_id, m.media ->> 'url', m.place),
        gone as (
            delete from app.version_media o
             where o.tenant_id = \(tenant)
               and o.version_id in (select version_id from wanted)
               and not exists (select from wanted x where x.version_id = o.version_id and x.url = o.url)
            returning o.version_id),
        put as (
            insert into app.version_media as o (tenant_id, version_id, url, position, purpose, media_type, bitrate, bytes)
            select \(tenant), w.version_id, w.url, w.position, w.purpose, w.media_type, w.bitrate, w.bytes
              from wanted w
             where not exists (select from app.version_media e
                                where e.tenant_id = \(tenant)
                                  and e.version_id = w.version_id
                                  and e.url = w.url
                                  and (e.position, e.purpose, e.media_type, e.bitrate, coalesce(e.bytes, -1)) =
                                      (w.position, w.purpose, w.media_type, w.bitrate, coalesce(w.bytes, -1)))
                on conflict (tenant_id, version_id, url) do update
               set position = excluded.position, purpose = excluded.purpose, media_type = excluded.media_type,
                   bitrate = excluded.bitrate, bytes = excluded.bytes
            returning o.version_id)
        update app.radio_stage s
           set is_touched = true
          from app.version t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.version_id in (select version_id from gone union select version_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'version'
           and s.key = t.source_key
        """
    }

    /// What only its sound has changed of gets a new revision as well.
    var touchedVersions: SQL {
        """
        with touched as (
            update app.version t
               set revision = t.revision + 1, updated_at = now()
              from app.radio_stage s
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and s.tenant_id = \(tenant)
               and s.kind = 'version'
               and s.key = t.source_key
               and s.state = 'staged'
               and s.is_touched
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from touched c
         where s.tenant_id = \(tenant)
           and s.kind = 'version'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }
}
