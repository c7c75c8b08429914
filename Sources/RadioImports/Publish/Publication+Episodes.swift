import Postgres

/// Episodes with their genres, credits and tags.
extension Publication {
    var episodes: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'episode'
                       and s.state = 'staged'
                       and not exists (select from app.show t
                                        where t.tenant_id = \(tenant)
                                          and t.source = \(source)
                                          and t.source_key = s.item ->> 'show')
                    returning s.n, s.file, s.line, s.detail,
                              'episode ' || s.key || ' names a show that does not exist: ' || (s.item ->> 'show') as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                      from app.episode t
                      join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
                     where s.tenant_id = \(tenant)
                       and s.kind = 'episode'
                       and s.state = 'staged'
                       and t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and t.source_key = s.key
                       and h.source_key is distinct from s.item ->> 'show'
                    returning s.n, s.file, s.line, s.detail,
                              'episode ' || s.key || ' belongs to another show, and an episode cannot change its show'
                              as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .tell(
                .notice,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'episode ' || s.key || ' is imported without its serial, because its show has no such serial: '
                       || (s.item ->> 'serial') as message
                  from app.radio_stage s
                  join app.show h on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
                  left join app.serial l
                    on l.tenant_id = \(tenant) and l.source = \(source) and l.source_key = s.item ->> 'serial'
                   and l.show_id = h.show_id
                 where s.tenant_id = \(tenant)
                   and s.kind = 'episode'
                   and s.state = 'staged'
                   and s.item ? 'serial'
                   and l.serial_id is null
                 order by s.n
                 limit 500
                """),
            .write(changedEpisodes), .write(newEpisodes), .write(episodeGenres), .write(episodeCredits),
            .write(episodeTags),
            .tell(
                .notice,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'topic ' || s.key || ' names episodes that do not exist (' || count(*) || ')' as message
                  from app.radio_stage s
                 cross join lateral jsonb_array_elements_text(s.item -> 'episodes') k (key)
                 where s.tenant_id = \(tenant)
                   and s.kind = 'tag'
                   and s.state in ('staged', 'new', 'changed')
                   and not exists (select from app.episode t
                                    where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = k.key)
                 group by s.n, s.file, s.line, s.detail, s.key
                 order by s.n
                 limit 500
                """),
        ]
    }

    private var changedEpisodes: SQL {
        """
        with changed as (
            update app.episode t
               set title = w.title, summary = w.summary, description = w.description, part = w.part, season = w.season,
                   published_at = w.published_at, serial_id = w.serial_id, art_id = coalesce(w.art_id, t.art_id),
                   revision = t.revision + 1, updated_at = now()
              from (select s.key, s.item ->> 'title' as title, coalesce(s.item ->> 'summary', '') as summary,
                           coalesce(s.item ->> 'description', '') as description, (s.item ->> 'part')::integer as part,
                           (s.item ->> 'season')::integer as season,
                           (s.item ->> 'publishedAt')::timestamptz as published_at, l.serial_id, a.art_id
                      from app.radio_stage s
                      join app.show h
                        on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
                      left join app.serial l
                        on l.tenant_id = \(tenant) and l.source = \(source) and l.source_key = s.item ->> 'serial'
                       and l.show_id = h.show_id
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where s.tenant_id = \(tenant)
                       and s.kind = 'episode'
                       and s.state = 'staged') w
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and t.source_key = w.key
               and (t.title, t.summary, t.description, t.part, t.season, t.published_at, t.serial_id, t.art_id)
                   is distinct from
                   (w.title, w.summary, w.description, w.part, w.season, w.published_at, w.serial_id,
                    coalesce(w.art_id, t.art_id))
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'episode'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newEpisodes: SQL {
        """
        with made as (
            insert into app.episode (tenant_id, show_id, serial_id, title, summary, description, part, season, published_at,
                                     art_id, source, source_key)
            select \(tenant), h.show_id, l.serial_id, s.item ->> 'title', coalesce(s.item ->> 'summary', ''),
                   coalesce(s.item ->> 'description', ''), (s.item ->> 'part')::integer, (s.item ->> 'season')::integer,
                   (s.item ->> 'publishedAt')::timestamptz, a.art_id, \(source), s.key
              from app.radio_stage s
              join app.show h on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
              left join app.serial l
                on l.tenant_id = \(tenant) and l.source = \(source) and l.source_key = s.item ->> 'serial'
               and l.show_id = h.show_id
              left join app.art a
                on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
             where s.tenant_id = \(tenant)
               and s.kind = 'episode'
               and s.state = 'staged'
               and not exists (select from app.episode t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'episode'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }

    private var episodeGenres: SQL {
        """
        with wanted as (
            select distinct t.episode_id, g.genre_id
              from app.radio_stage s
              join app.episode t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
             cross join lateral (select coalesce((select d.id
                                                    from app.radio_stage d
                                                   where d.tenant_id = \(tenant)
                                                     and d.kind = 'genre'
                                                     and d.key = k.key
                                                     and d.id is not null
                                                   limit 1),
                                                 (select e.genre_id
                                                    from app.genre e
                                                   where e.tenant_id = \(tenant)
                                                     and e.source = \(source)
                                                     and e.source_key = k.key)) as genre_id) g
             where s.tenant_id = \(tenant)
               and s.kind = 'episode'
               and s.state in ('staged', 'new', 'changed')
               and g.genre_id is not null),
        gone as (
            delete from app.episode_genre o
             where o.tenant_id = \(tenant)
               and o.episode_id in (select episode_id from wanted)
               and not exists (select from wanted x where x.episode_id = o.episode_id and x.genre_id = o.genre_id)
            returning o.episode_id),
        put as (
            insert into app.episode_genre (tenant_id, episode_id, genre_id)
            select \(tenant), w.episode_id, w.genre_id
              from wanted w
             where not exists (select from app.episode_genre e
                                where e.tenant_id = \(tenant)
                                  and e.episode_id = w.episode_id
                                  and e.genre_id = w.genre_id)
            returning episode_id)
        update app.radio_stage s
           set is_touched = true
          from app.episode t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.episode_id in (select episode_id from gone union select episode_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'episode'
           and s.key = t.source_key
        """
    }

    /// What is said is put down before it is joined: within a lateral join all people would be read for each episode.
    private var episodeCredits: SQL {
        """
        with said as materialized (
            select t.episode_id, k.credit ->> 'person' as person, k.credit ->> 'role' as role, k.place
              from app.radio_stage s
              join app.episode t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements(s.item -> 'credits') with ordinality k (credit, place)
             where s.tenant_id = \(tenant)
               and s.kind = 'episode'
               and s.state in ('staged', 'new', 'changed')),
        wanted as (
            select s.episode_id, p.person_id, s.role,
                   (row_number() over (partition by s.episode_id order by s.place) - 1)::integer as position
              from said s
              join app.person p on p.tenant_id = \(tenant) and p.source = \(source) and p.source_key = s.person),
        gone as (
            delete from app.episode_credit o
             where o.tenant_id = \(tenant)
               and o.episode_id in (select episode_id from wanted)
               and not exists (select from wanted x where x.episode_id = o.episode_id and x.position = o.position)
            returning o.episode_id),
        put as (
            insert into app.episode_credit as o (tenant_id, episode_id, position, person_id, role)
            select \(tenant), w.episode_id, w.position, w.person_id, w.role
              from wanted w
             where not exists (select from app.episode_credit e
                                where e.tenant_id = \(tenant)
                                  and e.episode_id = w.episode_id
                                  and e.position = w.position
                                  and e.person_id = w.person_id
                                  and e.role = w.role)
                on conflict (tenant_id, episode_id, position) do update
               set person_id = excluded.person_id, role = excluded.role
            returning o.episode_id)
        update app.radio_stage s
           set is_touched = true
          from app.episode t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.episode_id in (select episode_id from gone union select episode_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'episode'
           and s.key = t.source_key
        """
    }

    /// Tags are named by episodes and by the tags themselves, one page of them at a time, so that none is ever taken away.
    private var episodeTags: SQL {
        """
        with wanted as (
            select distinct t.episode_id, g.tag_id
              from (select s.key as episode, k.key as tag
                      from app.radio_stage s
                     cross join lateral jsonb_array_elements_text(s.item -> 'tags') k (key)
                     where s.tenant_id = \(tenant)
                       and s.kind = 'episode'
                       and s.state in ('staged', 'new', 'changed')
                     union all
                    select k.key, s.key
                      from app.radio_stage s
                     cross join lateral jsonb_array_elements_text(s.item -> 'episodes') k (key)
                     where s.tenant_id = \(tenant)
                       and s.kind = 'tag'
                       and s.state in ('staged', 'new', 'changed')) p
              join app.episode t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = p.episode
              join app.tag g on g.tenant_id = \(tenant) and g.source = \(source) and g.source_key = p.tag),
        put as (
            insert into app.episode_tag (tenant_id, episode_id, tag_id)
            select \(tenant), w.episode_id, w.tag_id
              from wanted w
             where not exists (select from app.episode_tag e
                                where e.tenant_id = \(tenant) and e.episode_id = w.episode_id and e.tag_id = w.tag_id)
            returning episode_id, tag_id)
        update app.radio_stage s
           set is_touched = true
          from put p
          join app.episode t on t.tenant_id = \(tenant) and t.episode_id = p.episode_id
         where s.tenant_id = \(tenant)
           and s.kind = 'episode'
           and s.key = t.source_key
        """
    }

    /// What only its parts have changed of gets a new revision as well.
    var touchedEpisodes: SQL {
        """
        with touched as (
            update app.episode t
               set revision = t.revision + 1, updated_at = now()
              from app.radio_stage s
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and s.tenant_id = \(tenant)
               and s.kind = 'episode'
               and s.key = t.source_key
               and s.state = 'staged'
               and s.is_touched
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from touched c
         where s.tenant_id = \(tenant)
           and s.kind = 'episode'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }
}
