import Postgres

/// Shows with their channels, genres and credits.
extension Publication {
    var shows: [Step] {
        [
            .tell(
                .loss,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'show ' || t.title || ' becomes inactive' as message
                  from app.radio_stage s
                  join app.show t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
                 where s.tenant_id = \(tenant)
                   and s.kind = 'show'
                   and s.state = 'staged'
                   and not s.is_mention
                   and t.active
                   and s.item ? 'isInactive'
                 order by s.n
                 limit 500
                """),
            .write(changedShows), .write(newShows),
            .tell(
                .notice,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'show ' || s.key || ' names a ' || r.kind || ' that does not exist: ' || r.key as message
                  from app.radio_stage s
                 cross join lateral (select 'channel' as kind, value as key
                                       from jsonb_array_elements_text(s.item -> 'channels')
                                     union all
                                     select 'person', value ->> 'person'
                                       from jsonb_array_elements(s.item -> 'credits')) r
                 where s.tenant_id = \(tenant)
                   and s.kind = 'show'
                   and s.state in ('staged', 'new', 'changed')
                   and not exists (select from app.channel t
                                    where r.kind = 'channel'
                                      and t.tenant_id = \(tenant)
                                      and t.source = \(source)
                                      and t.source_key = r.key)
                   and not exists (select from app.radio_stage k
                                    where r.kind = 'channel'
                                      and k.tenant_id = \(tenant)
                                      and k.kind = 'channel'
                                      and k.id is not null
                                      and k.key = r.key)
                   and not exists (select from app.person t
                                    where r.kind = 'person'
                                      and t.tenant_id = \(tenant)
                                      and t.source = \(source)
                                      and t.source_key = r.key)
                 order by s.n
                 limit 500
                """),
            .write(showChannels), .write(showGenres), .write(showCredits),
        ]
    }

    private var changedShows: SQL {
        """
        with changed as (
            update app.show t
               set title = s.item ->> 'title', summary = coalesce(s.item ->> 'summary', ''),
                   description = coalesce(s.item ->> 'description', ''), language = coalesce(s.item ->> 'language', ''),
                   website = coalesce(s.item ->> 'website', t.website), is_music = s.item ? 'isMusic',
                   is_for_children = s.item ? 'isForChildren', is_placeholder = s.item ? 'isPlaceholder',
                   active = not s.item ? 'isInactive', art_id = coalesce(a.art_id, t.art_id),
                   revision = t.revision + 1, updated_at = now()
              from app.radio_stage s
              left join app.art a
                on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and s.tenant_id = \(tenant)
               and s.kind = 'show'
               and s.state = 'staged'
               and not s.is_mention
               and s.key = t.source_key
               and (t.title, t.summary, t.description, t.language, t.website, t.is_music, t.is_for_children,
                    t.is_placeholder, t.active, t.art_id) is distinct from
                   (s.item ->> 'title', coalesce(s.item ->> 'summary', ''), coalesce(s.item ->> 'description', ''),
                    coalesce(s.item ->> 'language', ''), coalesce(s.item ->> 'website', t.website), s.item ? 'isMusic',
                    s.item ? 'isForChildren', s.item ? 'isPlaceholder', not s.item ? 'isInactive',
                    coalesce(a.art_id, t.art_id))
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'show'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newShows: SQL {
        """
        with made as (
            insert into app.show (tenant_id, title, summary, description, language, website, art_id, is_music,
                                  is_for_children, is_placeholder, active, source, source_key)
            select \(tenant), s.item ->> 'title', coalesce(s.item ->> 'summary', ''),
                   coalesce(s.item ->> 'description', ''), coalesce(s.item ->> 'language', ''), s.item ->> 'website',
                   a.art_id, s.item ? 'isMusic', s.item ? 'isForChildren', s.item ? 'isPlaceholder',
                   not s.item ? 'isInactive', \(source), s.key
              from app.radio_stage s
              left join app.art a
                on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
             where s.tenant_id = \(tenant)
               and s.kind = 'show'
               and s.state = 'staged'
               and not exists (select from app.show t
                                where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'show'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }

    /// A show that is only mentioned says nothing of its channels once it is there.
    private var showChannels: SQL {
        """
        with said as materialized (
            select t.show_id, k.key, k.place
              from app.radio_stage s
              join app.show t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements_text(s.item -> 'channels') with ordinality k (key, place)
             where s.tenant_id = \(tenant)
               and s.kind = 'show'
               and s.state in ('staged', 'new', 'changed')
               and (s.state = 'new' or not s.is_mention)),
        wanted as (
            select s.show_id, c.channel_id, min(s.place - 1)::integer as position
              from said s
              join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = \(tenant) and t.source = \(source)
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = \(tenant) and k.kind = 'channel' and k.id is not null) c
                on c.source_key = s.key
             group by s.show_id, c.channel_id),
        gone as (
            delete from app.show_channel o
             where o.tenant_id = \(tenant)
               and o.show_id in (select show_id from wanted)
               and not exists (select from wanted x where x.show_id = o.show_id and x.channel_id = o.channel_id)
            returning o.show_id),
        put as (
            insert into app.show_channel as o (tenant_id, show_id, channel_id, position)
            select \(tenant), w.show_id, w.channel_id, w.position
              from wanted w
             where not exists (select from app.show_channel e
                                where e.tenant_id = \(tenant)
                                  and e.show_id = w.show_id
                                  and e.channel_id = w.channel_id
                                  and e.position = w.position)
                on conflict (tenant_id, show_id, channel_id) do update
               set position = excluded.position
            returning o.show_id)
        update app.radio_stage s
           set is_touched = true
          from app.show t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.show_id in (select show_id from gone union select show_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'show'
           and s.key = t.source_key
        """
    }

    private var showGenres: SQL {
        """
        with wanted as (
            select distinct t.show_id, g.genre_id
              from app.radio_stage s
              join app.show t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
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
               and s.kind = 'show'
               and s.state in ('staged', 'new', 'changed')
               and not s.is_mention
               and g.genre_id is not null),
        gone as (
            delete from app.show_genre o
             where o.tenant_id = \(tenant)
               and o.show_id in (select show_id from wanted)
               and not exists (select from wanted x where x.show_id = o.show_id and x.genre_id = o.genre_id)
            returning o.show_id),
        put as (
            insert into app.show_genre (tenant_id, show_id, genre_id)
            select \(tenant), w.show_id, w.genre_id
              from wanted w
             where not exists (select from app.show_genre e
                                where e.tenant_id = \(tenant) and e.show_id = w.show_id and e.genre_id = w.genre_id)
            returning show_id)
        update app.radio_stage s
           set is_touched = true
          from app.show t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.show_id in (select show_id from gone union select show_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'show'
           and s.key = t.source_key
        """
    }

    private var showCredits: SQL {
        """
        with said as materialized (
            select t.show_id, k.credit ->> 'person' as person, k.credit ->> 'role' as role, k.place
              from app.radio_stage s
              join app.show t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements(s.item -> 'credits') with ordinality k (credit, place)
             where s.tenant_id = \(tenant)
               and s.kind = 'show'
               and s.state in ('staged', 'new', 'changed')
               and not s.is_mention),
        wanted as (
            select s.show_id, p.person_id, s.role,
                   (row_number() over (partition by s.show_id order by s.place) - 1)::integer as position
              from said s
              join app.person p on p.tenant_id = \(tenant) and p.source = \(source) and p.source_key = s.person),
        gone as (
            delete from app.show_credit o
             where o.tenant_id = \(tenant)
               and o.show_id in (select show_id from wanted)
               and not exists (select from wanted x where x.show_id = o.show_id and x.position = o.position)
            returning o.show_id),
        put as (
            insert into app.show_credit as o (tenant_id, show_id, position, person_id, role)
            select \(tenant), w.show_id, w.position, w.person_id, w.role
              from wanted w
             where not exists (select from app.show_credit e
                                where e.tenant_id = \(tenant)
                                  and e.show_id = w.show_id
                                  and e.position = w.position
                                  and e.person_id = w.person_id
                                  and e.role = w.role)
                on conflict (tenant_id, show_id, position) do update
               set person_id = excluded.person_id, role = excluded.role
            returning o.show_id)
        update app.radio_stage s
           set is_touched = true
          from app.show t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.show_id in (select show_id from gone union select show_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'show'
           and s.key = t.source_key
        """
    }

    /// What only its parts have changed of gets a new revision as well.
    var touchedShows: SQL {
        """
        with touched as (
            update app.show t
               set revision = t.revision + 1, updated_at = now()
              from app.radio_stage s
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and s.tenant_id = \(tenant)
               and s.kind = 'show'
               and s.key = t.source_key
               and s.state = 'staged'
               and s.is_touched
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from touched c
         where s.tenant_id = \(tenant)
           and s.kind = 'show'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }
}
