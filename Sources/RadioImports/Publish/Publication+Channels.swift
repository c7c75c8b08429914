import Postgres

/// Channels with their categories, genres and bearers.
extension Publication {
    var channels: [Step] {
        [
            .tell(
                .loss,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'channel ' || t.name || ' becomes inactive' as message
                  from app.radio_stage s
                  join app.channel t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
                 where s.tenant_id = \(tenant)
                   and s.kind = 'channel'
                   and s.state = 'staged'
                   and not s.is_mention
                   and t.active
                   and s.item ? 'isInactive'
                 order by s.n
                 limit 500
                """),
            .slugs, .write(changedChannels), .write(newChannels), .write(channelCategoriesBefore),
            .write(channelCategories), .write(channelGenres), .write(bearers), .write(touchedChannels),
            .tell(
                .notice,
                """
                select count(*) over () as total, s.file, s.line, s.detail,
                       'channel ' || s.key || ' names a category or genre that does not exist: ' || r.key as message
                  from app.radio_stage s
                 cross join lateral (select 'category' as kind, value as key
                                       from jsonb_array_elements_text(s.item -> 'categories')
                                     union all
                                     select 'genre', value
                                       from jsonb_array_elements_text(s.item -> 'genres')) r
                 where s.tenant_id = \(tenant)
                   and s.kind = 'channel'
                   and s.state in ('staged', 'new', 'changed')
                   and not exists (select from app.radio_stage k
                                    where k.tenant_id = \(tenant)
                                      and k.kind = r.kind
                                      and k.key = r.key
                                      and k.id is not null)
                   and not exists (select from app.category t
                                    where r.kind = 'category'
                                      and t.tenant_id = \(tenant)
                                      and t.source = \(source)
                                      and t.source_key = r.key)
                   and not exists (select from app.genre t
                                    where r.kind = 'genre'
                                      and t.tenant_id = \(tenant)
                                      and t.source = \(source)
                                      and t.source_key = r.key)
                 order by s.n
                 limit 500
                """),
        ]
    }

    private var changedChannels: SQL {
        """
        with changed as (
            update app.channel t
               set name = s.item ->> 'name', short_name = coalesce(s.item ->> 'shortName', ''),
                   description = coalesce(s.item ->> 'description', ''), language = coalesce(s.item ->> 'language', ''),
                   website = coalesce(s.item ->> 'website', t.website), colour = coalesce(s.item ->> 'colour', t.colour),
                   time_zone = coalesce(s.item ->> 'timeZone', t.time_zone),
                   number = coalesce((s.item ->> 'number')::integer, t.number), active = not s.item ? 'isInactive',
                   art_id = coalesce(a.art_id, t.art_id), revision = t.revision + 1, updated_at = now()
              from app.radio_stage s
              left join app.art a
                on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state = 'staged'
               and not s.is_mention
               and s.key = t.source_key
               and (t.name, t.short_name, t.description, t.language, t.website, t.colour, t.time_zone, t.number, t.active,
                    t.art_id) is distinct from
                   (s.item ->> 'name', coalesce(s.item ->> 'shortName', ''), coalesce(s.item ->> 'description', ''),
                    coalesce(s.item ->> 'language', ''), coalesce(s.item ->> 'website', t.website),
                    coalesce(s.item ->> 'colour', t.colour), coalesce(s.item ->> 'timeZone', t.time_zone),
                    coalesce((s.item ->> 'number')::integer, t.number), not s.item ? 'isInactive',
                    coalesce(a.art_id, t.art_id))
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from changed c
         where s.tenant_id = \(tenant)
           and s.kind = 'channel'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }

    private var newChannels: SQL {
        """
        with made as (
            insert into app.channel (tenant_id, slug, name, short_name, description, language, website, colour, time_zone,
                                     number, art_id, active, source, source_key)
            select \(tenant), s.slug, s.item ->> 'name', coalesce(s.item ->> 'shortName', ''),
                   coalesce(s.item ->> 'description', ''), coalesce(s.item ->> 'language', ''), s.item ->> 'website',
                   s.item ->> 'colour', coalesce(s.item ->> 'timeZone', \(timeZone)), (s.item ->> 'number')::integer,
                   a.art_id, not s.item ? 'isInactive', \(source), s.key
              from app.radio_stage s
              left join app.art a
                on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
             where s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state = 'staged'
               and s.slug is not null
             order by s.n
            returning source_key)
        update app.radio_stage s
           set state = 'new'
          from made m
         where s.tenant_id = \(tenant)
           and s.kind = 'channel'
           and s.key = m.source_key
           and s.state = 'staged'
        """
    }

    /// A primary category that is another one now steps down first: there is one at a time.
    private var channelCategoriesBefore: SQL {
        """
        update app.channel_category o
           set is_primary = false
          from app.channel t
          join app.radio_stage s on s.tenant_id = \(tenant) and s.kind = 'channel' and s.key = t.source_key
                                and s.state in ('staged', 'new', 'changed') and s.item ? 'categories'
          join app.radio_stage c on c.tenant_id = \(tenant) and c.kind = 'category' and c.id is not null
                                and c.key = s.item -> 'categories' ->> 0
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and o.tenant_id = \(tenant)
           and o.channel_id = t.channel_id
           and o.is_primary
           and o.category_id <> c.id
        """
    }

    private var channelCategories: SQL {
        """
        with wanted as (
            select t.channel_id, c.id as category_id, bool_or(k.place = 1) as is_primary
              from app.radio_stage s
              join app.channel t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements_text(s.item -> 'categories') with ordinality k (key, place)
              join app.radio_stage c on c.tenant_id = \(tenant) and c.kind = 'category' and c.key = k.key
                                    and c.id is not null and c.state <> 'double'
             where s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state in ('staged', 'new', 'changed')
             group by t.channel_id, c.id),
        gone as (
            delete from app.channel_category o
             using wanted w
             where o.tenant_id = \(tenant)
               and o.channel_id = w.channel_id
               and not exists (select from wanted x where x.channel_id = o.channel_id and x.category_id = o.category_id)
            returning o.channel_id),
        put as (
            insert into app.channel_category as o (tenant_id, channel_id, category_id, is_primary)
            select \(tenant), w.channel_id, w.category_id, w.is_primary
              from wanted w
             where not exists (select from app.channel_category e
                                where e.tenant_id = \(tenant)
                                  and e.channel_id = w.channel_id
                                  and e.category_id = w.category_id
                                  and e.is_primary = w.is_primary)
                on conflict (tenant_id, channel_id, category_id) do update
               set is_primary = excluded.is_primary
            returning o.channel_id)
        update app.radio_stage s
           set is_touched = true
          from app.channel t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.channel_id in (select channel_id from gone union select channel_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'channel'
           and s.key = t.source_key
        """
    }

    private var channelGenres: SQL {
        """
        with wanted as (
            select distinct t.channel_id, g.id as genre_id
              from app.radio_stage s
              join app.channel t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
              join app.radio_stage g on g.tenant_id = \(tenant) and g.kind = 'genre' and g.key = k.key
                                    and g.id is not null and g.state <> 'double'
             where s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state in ('staged', 'new', 'changed')),
        gone as (
            delete from app.channel_genre o
             using wanted w
             where o.tenant_id = \(tenant)
               and o.channel_id = w.channel_id
               and not exists (select from wanted x where x.channel_id = o.channel_id and x.genre_id = o.genre_id)
            returning o.channel_id),
        put as (
            insert into app.channel_genre (tenant_id, channel_id, genre_id)
            select \(tenant), w.channel_id, w.genre_id
              from wanted w
             where not exists (select from app.channel_genre e
                                where e.tenant_id = \(tenant)
                                  and e.channel_id = w.channel_id
                                  and e.genre_id = w.genre_id)
            returning channel_id)
        update app.radio_stage s
           set is_touched = true
          from app.channel t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.channel_id in (select channel_id from gone union select channel_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'channel'
           and s.key = t.source_key
        """
    }

    private var bearers: SQL {
        """
        with wanted as (
            select distinct on (t.channel_id, b.bearer ->> 'uri')
                   t.channel_id, b.bearer ->> 'uri' as uri, (b.place - 1)::integer as position,
                   b.bearer ->> 'purpose' as purpose, coalesce(b.bearer ->> 'mediaType', '') as media_type,
                   coalesce((b.bearer ->> 'bitrate')::integer, 0) as bitrate,
                   coalesce((b.bearer ->> 'cost')::integer, 0) as cost,
                   coalesce((b.bearer ->> 'offsetMs')::integer, 0) as offset_ms
              from app.radio_stage s
              join app.channel t on t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key
             cross join lateral jsonb_array_elements(s.item -> 'bearers') with ordinality b (bearer, place)
             where s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.state in ('staged', 'new', 'changed')
             order by t.channel_id, b.bearer ->> 'uri', b.place),
        gone as (
            delete from app.bearer o
             where o.tenant_id = \(tenant)
               and o.channel_id in (select channel_id from wanted)
               and not exists (select from wanted x where x.channel_id = o.channel_id and x.uri = o.uri)
            returning o.channel_id),
        put as (
            insert into app.bearer as o (tenant_id, channel_id, uri, position, purpose, media_type, bitrate, cost, offset_ms)
            select \(tenant), w.channel_id, w.uri, w.position, w.purpose, w.media_type, w.bitrate, w.cost, w.offset_ms
              from wanted w
             where not exists (select from app.bearer e
                                where e.tenant_id = \(tenant)
                                  and e.channel_id = w.channel_id
                                  and e.uri = w.uri
                                  and (e.position, e.purpose, e.media_type, e.bitrate, e.cost, e.offset_ms) =
                                      (w.position, w.purpose, w.media_type, w.bitrate, w.cost, w.offset_ms))
                on conflict (tenant_id, channel_id, uri) do update
               set position = excluded.position, purpose = excluded.purpose, media_type = excluded.media_type,
                   bitrate = excluded.bitrate, cost = excluded.cost, offset_ms = excluded.offset_ms
            returning o.channel_id)
        update app.radio_stage s
           set is_touched = true
          from app.channel t
         where t.tenant_id = \(tenant)
           and t.source = \(source)
           and t.channel_id in (select channel_id from gone union select channel_id from put)
           and s.tenant_id = \(tenant)
           and s.kind = 'channel'
           and s.key = t.source_key
        """
    }

    /// What only its parts have changed of gets a new revision as well.
    private var touchedChannels: SQL {
        """
        with touched as (
            update app.channel t
               set revision = t.revision + 1, updated_at = now()
              from app.radio_stage s
             where t.tenant_id = \(tenant)
               and t.source = \(source)
               and s.tenant_id = \(tenant)
               and s.kind = 'channel'
               and s.key = t.source_key
               and s.state = 'staged'
               and s.is_touched
            returning t.source_key)
        update app.radio_stage s
           set state = 'changed'
          from touched c
         where s.tenant_id = \(tenant)
           and s.kind = 'channel'
           and s.key = c.source_key
           and s.state = 'staged'
        """
    }
}
