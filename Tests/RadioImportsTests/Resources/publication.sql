-- doubles

update app.radio_stage s
   set state = 'double'
  from (select n, row_number() over (partition by kind, key order by is_mention, n desc) as place
          from app.radio_stage
         where tenant_id = :tenant
           and kind <> 'segment') d
 where s.tenant_id = :tenant
   and s.n = d.n
   and d.place > 1;

-- Each row is a notice.
select count(*) over () as total, d.file, d.line, d.detail,
       case d.kind when 'airing' then 'broadcast' when 'cut' then 'played track' when 'tag' then 'topic'
                   when 'version' then 'recording' else d.kind end
       || ' ' || d.key || ' occurs again with different content at '
       || s.file || case when s.line > 0 then ':' || s.line else '' end || '; the later one is used' as message
  from app.radio_stage d
  join app.radio_stage s
    on s.tenant_id = d.tenant_id and s.kind = d.kind and s.key = d.key and s.state <> 'double'
 where d.tenant_id = :tenant
   and d.state = 'double'
   and not d.is_mention
   and not s.is_mention
   and s.item <> d.item
 order by d.n
 limit 500;

-- pictures

insert into app.art (tenant_id, alt, credit, source, source_key)
select distinct on (s.art_key) :tenant, coalesce(s.item -> 'art' ->> 'alt', ''),
       coalesce(s.item -> 'art' ->> 'credit', ''), :source, s.art_key
  from app.radio_stage s
 where s.tenant_id = :tenant
   and s.state = 'staged'
   and s.art_key is not null
   and not exists (select from app.art a
                    where a.tenant_id = :tenant
                      and a.source = :source
                      and a.source_key = s.art_key);

insert into app.art_image (tenant_id, art_id, position, width, height, media_type, url)
select :tenant, a.art_id, i.position - 1, coalesce((i.image ->> 'width')::integer, 0),
       coalesce((i.image ->> 'height')::integer, 0), coalesce(i.image ->> 'mediaType', ''),
       i.image ->> 'url'
  from (select distinct on (art_key) art_key, item
          from app.radio_stage
         where tenant_id = :tenant
           and state = 'staged'
           and art_key is not null) s
  join app.art a
    on a.tenant_id = :tenant and a.source = :source and a.source_key = s.art_key
 cross join lateral jsonb_array_elements(s.item -> 'art' -> 'images') with ordinality i (image, position)
 where not exists (select from app.art_image o where o.tenant_id = :tenant and o.art_id = a.art_id);

-- categories

with changed as (
    update app.category t
       set name = w.name,
           rank = w.rank,
           revision = t.revision + 1
      from (select s.n, s.key, s.id,
                   s.item ->> 'name' as name,
                   coalesce((s.item ->> 'rank')::integer, 0) as rank
              from app.radio_stage s
             where s.tenant_id = :tenant
               and s.kind = 'category'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.name, t.rank) is distinct from
           (w.name, w.rank)
       and not exists (select from app.category o
                        where o.tenant_id = :tenant
                          and o.name = w.name
                          and o.category_id <> t.category_id)
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'category'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.category (tenant_id, name, rank, source, source_key)
    select distinct on (s.item ->> 'name') :tenant, s.item ->> 'name',
           coalesce((s.item ->> 'rank')::integer, 0), :source, s.key
      from app.radio_stage s
     where s.tenant_id = :tenant
       and s.kind = 'category'
       and s.state = 'staged'
       and not exists (select from app.category t
                        where t.tenant_id = :tenant
                          and (t.name = s.item ->> 'name'
                               or (t.source = :source and t.source_key = s.key)))
     order by s.item ->> 'name', s.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'category'
   and s.key = m.source_key
   and s.state = 'staged';

update app.radio_stage s
   set id = coalesce((select t.category_id
                        from app.category t
                       where t.tenant_id = :tenant
                         and t.source = :source
                         and t.source_key = s.key),
                     (select t.category_id
                        from app.category t
                       where t.tenant_id = :tenant
                         and t.name = s.item ->> 'name'))
 where s.tenant_id = :tenant
   and s.kind = 'category'
   and s.state in ('staged', 'new', 'changed');

-- genres

with changed as (
    update app.genre t
       set name = w.name,
           code = coalesce(w.code, t.code),
           revision = t.revision + 1
      from (select s.n, s.key, s.id,
                   s.item ->> 'name' as name,
                   s.item ->> 'code' as code
              from app.radio_stage s
             where s.tenant_id = :tenant
               and s.kind = 'genre'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.name, t.code) is distinct from
           (w.name, coalesce(w.code, t.code))
       and not exists (select from app.genre o
                        where o.tenant_id = :tenant
                          and (o.name = w.name or o.code = w.code)
                          and o.genre_id <> t.genre_id)
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'genre'
   and s.key = m.source_key
   and s.state = 'staged';

with named as (
    select distinct on (s.item ->> 'name') s.n, s.key, s.item ->> 'name' as name, s.item ->> 'code' as code
      from app.radio_stage s
     where s.tenant_id = :tenant
       and s.kind = 'genre'
       and s.state = 'staged'
       and not exists (select from app.genre t
                        where t.tenant_id = :tenant
                          and (t.name = s.item ->> 'name' or t.code = s.item ->> 'code'
                               or (t.source = :source and t.source_key = s.key)))
     order by s.item ->> 'name', s.n),
made as (
    insert into app.genre (tenant_id, name, code, source, source_key)
    select distinct on (coalesce(code, 'name ' || name)) :tenant, name, code, :source, key
      from named
     order by coalesce(code, 'name ' || name), n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'genre'
   and s.key = m.source_key
   and s.state = 'staged';

update app.radio_stage s
   set id = coalesce((select t.genre_id
                        from app.genre t
                       where t.tenant_id = :tenant
                         and t.source = :source
                         and t.source_key = s.key),
                     (select t.genre_id
                        from app.genre t
                       where t.tenant_id = :tenant
                         and t.code = s.item ->> 'code'),
                     (select t.genre_id
                        from app.genre t
                       where t.tenant_id = :tenant
                         and t.name = s.item ->> 'name'))
 where s.tenant_id = :tenant
   and s.kind = 'genre'
   and s.state in ('staged', 'new', 'changed');

-- people

with changed as (
    update app.person t
       set name = w.name,
           biography = w.biography,
           art_id = coalesce(w.art_id, t.art_id),
           revision = t.revision + 1
      from (select s.n, s.key, s.id,
                   s.item ->> 'name' as name,
                   coalesce(s.item ->> 'biography', '') as biography,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'person'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.name, t.biography, t.art_id) is distinct from
           (w.name, w.biography, coalesce(w.art_id, t.art_id))
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'person'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.person (tenant_id, name, biography, art_id, source, source_key)
    select :tenant, w.name, w.biography, w.art_id, :source, w.key
      from (select s.n, s.key, s.id,
                   s.item ->> 'name' as name,
                   coalesce(s.item ->> 'biography', '') as biography,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'person'
               and s.state = 'staged') w
     where not exists (select from app.person t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'person'
   and s.key = m.source_key
   and s.state = 'staged';

-- channels

-- Each row is a loss.
select count(*) over () as total, s.file, s.line, s.detail,
       'channel ' || t.name || ' becomes inactive' as message
  from app.radio_stage s
  join app.channel t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.state = 'staged'
   and not s.is_mention
   and t.active
   and s.item ? 'isInactive'
 order by s.n
 limit 500;

-- SlugChoice

with changed as (
    update app.channel t
       set name = w.name,
           short_name = w.short_name,
           description = w.description,
           language = w.language,
           website = coalesce(w.website, t.website),
           colour = coalesce(w.colour, t.colour),
           time_zone = coalesce(w.time_zone, t.time_zone),
           number = coalesce(w.number, t.number),
           active = w.active,
           art_id = coalesce(w.art_id, t.art_id),
           revision = t.revision + 1,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   s.item ->> 'name' as name,
                   coalesce(s.item ->> 'shortName', '') as short_name,
                   coalesce(s.item ->> 'description', '') as description,
                   coalesce(s.item ->> 'language', '') as language,
                   s.item ->> 'website' as website,
                   s.item ->> 'colour' as colour,
                   s.item ->> 'timeZone' as time_zone,
                   (s.item ->> 'number')::integer as number,
                   not s.item ? 'isInactive' as active,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'channel'
               and s.state = 'staged'
               and not s.is_mention) w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.name, t.short_name, t.description, t.language, t.website, t.colour, t.time_zone, t.number, t.active, t.art_id) is distinct from
           (w.name, w.short_name, w.description, w.language, coalesce(w.website, t.website), coalesce(w.colour, t.colour), coalesce(w.time_zone, t.time_zone), coalesce(w.number, t.number), w.active, coalesce(w.art_id, t.art_id))
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.channel (tenant_id, slug, name, short_name, description, language, website, colour, time_zone, number, active, art_id, source, source_key)
    select :tenant, w.slug, w.name, w.short_name, w.description, w.language, w.website, w.colour, coalesce(w.time_zone, :timeZone), w.number, w.active, w.art_id, :source, w.key
      from (select s.n, s.key, s.id,
                   s.slug as slug,
                   s.item ->> 'name' as name,
                   coalesce(s.item ->> 'shortName', '') as short_name,
                   coalesce(s.item ->> 'description', '') as description,
                   coalesce(s.item ->> 'language', '') as language,
                   s.item ->> 'website' as website,
                   s.item ->> 'colour' as colour,
                   s.item ->> 'timeZone' as time_zone,
                   (s.item ->> 'number')::integer as number,
                   not s.item ? 'isInactive' as active,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'channel'
               and s.state = 'staged') w
     where not exists (select from app.channel t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
       and w.slug is not null
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.key = m.source_key
   and s.state = 'staged';

update app.channel_category o
   set is_primary = false
  from app.channel t
  join app.radio_stage s on s.tenant_id = :tenant and s.kind = 'channel' and s.key = t.source_key
                        and s.state in ('staged', 'new', 'changed') and s.item ? 'categories'
 cross join lateral (select coalesce((select d.id
            from app.radio_stage d
           where d.tenant_id = :tenant
             and d.kind = 'category'
             and d.key = s.item -> 'categories' ->> 0
             and d.id is not null
           limit 1),
         (select e.category_id
            from app.category e
           where e.tenant_id = :tenant
             and e.source = :source
             and e.source_key = s.item -> 'categories' ->> 0)) as category_id) c
 where t.tenant_id = :tenant
   and t.source = :source
   and o.tenant_id = :tenant
   and o.channel_id = t.channel_id
   and o.is_primary
   and o.category_id <> c.category_id;

with named as (
    select t.channel_id, c.category_id, bool_or(k.place = 1) as is_primary
      from app.radio_stage s
      join app.channel t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements_text(s.item -> 'categories') with ordinality k (key, place)
     cross join lateral (select coalesce((select d.id
            from app.radio_stage d
           where d.tenant_id = :tenant
             and d.kind = 'category'
             and d.key = k.key
             and d.id is not null
           limit 1),
         (select e.category_id
            from app.category e
           where e.tenant_id = :tenant
             and e.source = :source
             and e.source_key = k.key)) as category_id) c
     where s.tenant_id = :tenant
       and s.kind = 'channel'
       and s.state in ('staged', 'new', 'changed')
       and not s.is_mention and c.category_id is not null
     group by t.channel_id, c.category_id),
gone as (
    delete from app.channel_category o
     where o.tenant_id = :tenant
       and o.channel_id in (select channel_id from named)
       and not exists (select from named x
                        where x.channel_id = o.channel_id and x.category_id = o.category_id)
    returning o.channel_id),
put as (
    insert into app.channel_category as o (tenant_id, channel_id, category_id, is_primary)
    select :tenant, w.channel_id, w.category_id, w.is_primary
      from named w
     where not exists (select from app.channel_category e
                        where e.tenant_id = :tenant
                          and e.channel_id = w.channel_id
                          and e.category_id = w.category_id
                          and (e.is_primary) is not distinct from
                              (w.is_primary))
        on conflict (tenant_id, channel_id, category_id) do update
       set is_primary = excluded.is_primary
    returning o.channel_id)
update app.radio_stage s
   set is_touched = true
  from app.channel t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.channel_id in (select channel_id from gone union select channel_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.key = t.source_key;

with named as (
    select distinct t.channel_id, g.genre_id
      from app.radio_stage s
      join app.channel t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
     cross join lateral (select coalesce((select d.id
                                            from app.radio_stage d
                                           where d.tenant_id = :tenant
                                             and d.kind = 'genre'
                                             and d.key = k.key
                                             and d.id is not null
                                           limit 1),
                                         (select e.genre_id
                                            from app.genre e
                                           where e.tenant_id = :tenant
                                             and e.source = :source
                                             and e.source_key = k.key)) as genre_id) g
     where s.tenant_id = :tenant
       and s.kind = 'channel'
       and s.state in ('staged', 'new', 'changed')
       and not s.is_mention and g.genre_id is not null),
gone as (
    delete from app.channel_genre o
     where o.tenant_id = :tenant
       and o.channel_id in (select channel_id from named)
       and not exists (select from named x
                        where x.channel_id = o.channel_id and x.genre_id = o.genre_id)
    returning o.channel_id),
put as (
    insert into app.channel_genre as o (tenant_id, channel_id, genre_id)
    select :tenant, w.channel_id, w.genre_id
      from named w
     where not exists (select from app.channel_genre e
                        where e.tenant_id = :tenant
                          and e.channel_id = w.channel_id
                          and e.genre_id = w.genre_id)
    returning o.channel_id)
update app.radio_stage s
   set is_touched = true
  from app.channel t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.channel_id in (select channel_id from gone union select channel_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.key = t.source_key;

with named as (
    select distinct on (t.channel_id, s.item ->> 'uri')
           t.channel_id, s.item ->> 'uri' as uri,
           s.item ->> 'purpose' as purpose,
           coalesce(s.item ->> 'mediaType', '') as media_type,
           coalesce((s.item ->> 'bitrate')::integer, 0) as bitrate,
           coalesce((s.item ->> 'cost')::integer, 0) as cost,
           coalesce((s.item ->> 'offsetMs')::integer, 0) as offset_ms,
           (s.place - 1)::integer as position
      from app.radio_stage i
      join app.channel t on t.tenant_id = :tenant and t.source = :source and t.source_key = i.key
     cross join lateral jsonb_array_elements(i.item -> 'bearers') with ordinality s (item, place)
     where i.tenant_id = :tenant
       and i.kind = 'channel'
       and i.state in ('staged', 'new', 'changed')
     order by t.channel_id, s.item ->> 'uri', s.place),
gone as (
    delete from app.bearer o
     where o.tenant_id = :tenant
       and o.channel_id in (select channel_id from named)
       and not exists (select from named x
                        where x.channel_id = o.channel_id and x.uri = o.uri)
    returning o.channel_id),
put as (
    insert into app.bearer as o (tenant_id, channel_id, uri, position, purpose, media_type, bitrate, cost, offset_ms)
    select :tenant, w.channel_id, w.uri, w.position, w.purpose, w.media_type, w.bitrate, w.cost, w.offset_ms
      from named w
     where not exists (select from app.bearer e
                        where e.tenant_id = :tenant
                          and e.channel_id = w.channel_id
                          and e.uri = w.uri
                          and (e.position, e.purpose, e.media_type, e.bitrate, e.cost, e.offset_ms) is not distinct from
                              (w.position, w.purpose, w.media_type, w.bitrate, w.cost, w.offset_ms))
        on conflict (tenant_id, channel_id, uri) do update
       set position = excluded.position, purpose = excluded.purpose, media_type = excluded.media_type, bitrate = excluded.bitrate, cost = excluded.cost, offset_ms = excluded.offset_ms
    returning o.channel_id)
update app.radio_stage s
   set is_touched = true
  from app.channel t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.channel_id in (select channel_id from gone union select channel_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.key = t.source_key;

with touched as (
    update app.channel t
       set revision = t.revision + 1, updated_at = now()
      from app.radio_stage s
     where t.tenant_id = :tenant
       and t.source = :source
       and s.tenant_id = :tenant
       and s.kind = 'channel'
       and s.key = t.source_key
       and s.state = 'staged'
       and s.is_touched
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from touched m
 where s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.key = m.source_key
   and s.state = 'staged';

-- Each row is a notice.
select count(*) over () as total, s.file, s.line, s.detail,
       'channel ' || s.key || ' names a category or genre that does not exist: ' || r.key as message
  from app.radio_stage s
 cross join lateral (select 'category' as kind, value as key
                       from jsonb_array_elements_text(s.item -> 'categories')
                     union all
                     select 'genre', value
                       from jsonb_array_elements_text(s.item -> 'genres')) r
 where s.tenant_id = :tenant
   and s.kind = 'channel'
   and s.state in ('staged', 'new', 'changed')
   and not exists (select from app.radio_stage k
                    where k.tenant_id = :tenant
                      and k.kind = r.kind
                      and k.key = r.key
                      and k.id is not null)
   and not exists (select from app.category t
                    where r.kind = 'category'
                      and t.tenant_id = :tenant
                      and t.source = :source
                      and t.source_key = r.key)
   and not exists (select from app.genre t
                    where r.kind = 'genre'
                      and t.tenant_id = :tenant
                      and t.source = :source
                      and t.source_key = r.key)
 order by s.n
 limit 500;

-- shows

-- Each row is a loss.
select count(*) over () as total, s.file, s.line, s.detail,
       'show ' || t.title || ' becomes inactive' as message
  from app.radio_stage s
  join app.show t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.tenant_id = :tenant
   and s.kind = 'show'
   and s.state = 'staged'
   and not s.is_mention
   and t.active
   and s.item ? 'isInactive'
 order by s.n
 limit 500;

with changed as (
    update app.show t
       set title = w.title,
           summary = w.summary,
           description = w.description,
           language = w.language,
           website = coalesce(w.website, t.website),
           is_music = w.is_music,
           is_for_children = w.is_for_children,
           is_placeholder = w.is_placeholder,
           active = w.active,
           art_id = coalesce(w.art_id, t.art_id),
           revision = t.revision + 1,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   s.item ->> 'title' as title,
                   coalesce(s.item ->> 'summary', '') as summary,
                   coalesce(s.item ->> 'description', '') as description,
                   coalesce(s.item ->> 'language', '') as language,
                   s.item ->> 'website' as website,
                   s.item ? 'isMusic' as is_music,
                   s.item ? 'isForChildren' as is_for_children,
                   s.item ? 'isPlaceholder' as is_placeholder,
                   not s.item ? 'isInactive' as active,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'show'
               and s.state = 'staged'
               and not s.is_mention) w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.title, t.summary, t.description, t.language, t.website, t.is_music, t.is_for_children, t.is_placeholder, t.active, t.art_id) is distinct from
           (w.title, w.summary, w.description, w.language, coalesce(w.website, t.website), w.is_music, w.is_for_children, w.is_placeholder, w.active, coalesce(w.art_id, t.art_id))
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'show'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.show (tenant_id, title, summary, description, language, website, is_music, is_for_children, is_placeholder, active, art_id, source, source_key)
    select :tenant, w.title, w.summary, w.description, w.language, w.website, w.is_music, w.is_for_children, w.is_placeholder, w.active, w.art_id, :source, w.key
      from (select s.n, s.key, s.id,
                   s.item ->> 'title' as title,
                   coalesce(s.item ->> 'summary', '') as summary,
                   coalesce(s.item ->> 'description', '') as description,
                   coalesce(s.item ->> 'language', '') as language,
                   s.item ->> 'website' as website,
                   s.item ? 'isMusic' as is_music,
                   s.item ? 'isForChildren' as is_for_children,
                   s.item ? 'isPlaceholder' as is_placeholder,
                   not s.item ? 'isInactive' as active,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'show'
               and s.state = 'staged') w
     where not exists (select from app.show t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'show'
   and s.key = m.source_key
   and s.state = 'staged';

with said as materialized (
    select t.show_id, k.key, k.place
      from app.radio_stage s
      join app.show t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements_text(s.item -> 'channels') with ordinality k (key, place)
     where s.tenant_id = :tenant
       and s.kind = 'show'
       and s.state in ('staged', 'new', 'changed')
       and (s.state = 'new' or not s.is_mention)),
named as (
    select s.show_id, c.channel_id, min(s.place - 1)::integer as position
      from said s
      join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = :tenant and t.source = :source
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = :tenant and k.kind = 'channel' and k.id is not null) c
        on c.source_key = s.key
     group by s.show_id, c.channel_id),
gone as (
    delete from app.show_channel o
     where o.tenant_id = :tenant
       and o.show_id in (select show_id from named)
       and not exists (select from named x
                        where x.show_id = o.show_id and x.channel_id = o.channel_id)
    returning o.show_id),
put as (
    insert into app.show_channel as o (tenant_id, show_id, channel_id, position)
    select :tenant, w.show_id, w.channel_id, w.position
      from named w
     where not exists (select from app.show_channel e
                        where e.tenant_id = :tenant
                          and e.show_id = w.show_id
                          and e.channel_id = w.channel_id
                          and (e.position) is not distinct from
                              (w.position))
        on conflict (tenant_id, show_id, channel_id) do update
       set position = excluded.position
    returning o.show_id)
update app.radio_stage s
   set is_touched = true
  from app.show t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.show_id in (select show_id from gone union select show_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'show'
   and s.key = t.source_key;

with named as (
    select distinct t.show_id, g.genre_id
      from app.radio_stage s
      join app.show t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
     cross join lateral (select coalesce((select d.id
                                            from app.radio_stage d
                                           where d.tenant_id = :tenant
                                             and d.kind = 'genre'
                                             and d.key = k.key
                                             and d.id is not null
                                           limit 1),
                                         (select e.genre_id
                                            from app.genre e
                                           where e.tenant_id = :tenant
                                             and e.source = :source
                                             and e.source_key = k.key)) as genre_id) g
     where s.tenant_id = :tenant
       and s.kind = 'show'
       and s.state in ('staged', 'new', 'changed')
       and not s.is_mention and g.genre_id is not null),
gone as (
    delete from app.show_genre o
     where o.tenant_id = :tenant
       and o.show_id in (select show_id from named)
       and not exists (select from named x
                        where x.show_id = o.show_id and x.genre_id = o.genre_id)
    returning o.show_id),
put as (
    insert into app.show_genre as o (tenant_id, show_id, genre_id)
    select :tenant, w.show_id, w.genre_id
      from named w
     where not exists (select from app.show_genre e
                        where e.tenant_id = :tenant
                          and e.show_id = w.show_id
                          and e.genre_id = w.genre_id)
    returning o.show_id)
update app.radio_stage s
   set is_touched = true
  from app.show t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.show_id in (select show_id from gone union select show_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'show'
   and s.key = t.source_key;

with said as materialized (
    select t.show_id, k.credit ->> 'person' as person, k.credit ->> 'role' as role, k.place
      from app.radio_stage s
      join app.show t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements(s.item -> 'credits') with ordinality k (credit, place)
     where s.tenant_id = :tenant
       and s.kind = 'show'
       and s.state in ('staged', 'new', 'changed')
       and not s.is_mention),
named as (
    select s.show_id, p.person_id, s.role,
           (row_number() over (partition by s.show_id order by s.place) - 1)::integer as position
      from said s
      join app.person p on p.tenant_id = :tenant and p.source = :source and p.source_key = s.person),
gone as (
    delete from app.show_credit o
     where o.tenant_id = :tenant
       and o.show_id in (select show_id from named)
       and not exists (select from named x
                        where x.show_id = o.show_id and x.position = o.position)
    returning o.show_id),
put as (
    insert into app.show_credit as o (tenant_id, show_id, position, person_id, role)
    select :tenant, w.show_id, w.position, w.person_id, w.role
      from named w
     where not exists (select from app.show_credit e
                        where e.tenant_id = :tenant
                          and e.show_id = w.show_id
                          and e.position = w.position
                          and (e.person_id, e.role) is not distinct from
                              (w.person_id, w.role))
        on conflict (tenant_id, show_id, position) do update
       set person_id = excluded.person_id, role = excluded.role
    returning o.show_id)
update app.radio_stage s
   set is_touched = true
  from app.show t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.show_id in (select show_id from gone union select show_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'show'
   and s.key = t.source_key;

-- Each row is a notice.
select count(*) over () as total, s.file, s.line, s.detail,
       'show ' || s.key || ' names a ' || r.kind || ' that does not exist: ' || r.key as message
  from app.radio_stage s
 cross join lateral (select 'channel' as kind, value as key
                       from jsonb_array_elements_text(s.item -> 'channels')
                     union all
                     select 'person', value ->> 'person'
                       from jsonb_array_elements(s.item -> 'credits')) r
 where s.tenant_id = :tenant
   and s.kind = 'show'
   and s.state in ('staged', 'new', 'changed')
   and not exists (select from app.channel t
                    where r.kind = 'channel'
                      and t.tenant_id = :tenant
                      and t.source = :source
                      and t.source_key = r.key)
   and not exists (select from app.radio_stage k
                    where r.kind = 'channel'
                      and k.tenant_id = :tenant
                      and k.kind = 'channel'
                      and k.id is not null
                      and k.key = r.key)
   and not exists (select from app.person t
                    where r.kind = 'person'
                      and t.tenant_id = :tenant
                      and t.source = :source
                      and t.source_key = r.key)
 order by s.n
 limit 500;

-- serials

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'serial'
       and s.state = 'staged'
       and (not exists (select from app.show r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'show'))
    returning s.n, s.file, s.line, s.detail,
              'serial ' || s.key || ' names a show that does not exist: ' || (s.item ->> 'show') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
      from app.serial t
      join app.show r on r.tenant_id = t.tenant_id and r.show_id = t.show_id
     where s.tenant_id = :tenant
       and s.kind = 'serial'
       and s.state = 'staged'
       and t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = s.key
       and r.source_key is distinct from s.item ->> 'show'
    returning s.n, s.file, s.line, s.detail,
              'serial ' || s.key || ' belongs to another show, and a serial cannot change its show' as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

with changed as (
    update app.serial t
       set title = w.title,
           description = w.description,
           total_parts = w.total_parts,
           art_id = coalesce(w.art_id, t.art_id),
           revision = t.revision + 1
      from (select s.n, s.key, s.id,
                   s.item ->> 'title' as title,
                   coalesce(s.item ->> 'description', '') as description,
                   (s.item ->> 'totalParts')::integer as total_parts,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'serial'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.title, t.description, t.total_parts, t.art_id) is distinct from
           (w.title, w.description, w.total_parts, coalesce(w.art_id, t.art_id))
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'serial'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.serial (tenant_id, show_id, title, description, total_parts, art_id, source, source_key)
    select :tenant, w.show_id, w.title, w.description, w.total_parts, w.art_id, :source, w.key
      from (select s.n, s.key, s.id,
                   show.show_id as show_id,
                   s.item ->> 'title' as title,
                   coalesce(s.item ->> 'description', '') as description,
                   (s.item ->> 'totalParts')::integer as total_parts,
                   art.art_id as art_id
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'serial'
               and s.state = 'staged') w
     where not exists (select from app.serial t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'serial'
   and s.key = m.source_key
   and s.state = 'staged';

-- tags

with changed as (
    update app.tag t
       set kind = w.kind,
           title = w.title,
           position = w.position,
           words = w.words,
           art_id = coalesce(w.art_id, t.art_id),
           revision = t.revision + 1
      from (select s.n, s.key, s.id,
                   s.item ->> 'kind' as kind,
                   s.item ->> 'title' as title,
                   coalesce((s.item ->> 'position')::integer, 0) as position,
                   coalesce(s.item ->> 'words', '') as words,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'tag'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.kind, t.title, t.position, t.words, t.art_id) is distinct from
           (w.kind, w.title, w.position, w.words, coalesce(w.art_id, t.art_id))
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'tag'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.tag (tenant_id, kind, title, position, words, art_id, source, source_key)
    select :tenant, w.kind, w.title, w.position, w.words, w.art_id, :source, w.key
      from (select s.n, s.key, s.id,
                   s.item ->> 'kind' as kind,
                   s.item ->> 'title' as title,
                   coalesce((s.item ->> 'position')::integer, 0) as position,
                   coalesce(s.item ->> 'words', '') as words,
                   art.art_id as art_id
              from app.radio_stage s
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'tag'
               and s.state = 'staged') w
     where not exists (select from app.tag t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'tag'
   and s.key = m.source_key
   and s.state = 'staged';

-- episodes

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'episode'
       and s.state = 'staged'
       and (not exists (select from app.show r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'show'))
    returning s.n, s.file, s.line, s.detail,
              'episode ' || s.key || ' names a show that does not exist: ' || (s.item ->> 'show') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
      from app.episode t
      join app.show r on r.tenant_id = t.tenant_id and r.show_id = t.show_id
     where s.tenant_id = :tenant
       and s.kind = 'episode'
       and s.state = 'staged'
       and t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = s.key
       and r.source_key is distinct from s.item ->> 'show'
    returning s.n, s.file, s.line, s.detail,
              'episode ' || s.key || ' belongs to another show, and an episode cannot change its show' as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a notice.
select count(*) over () as total, s.file, s.line, s.detail,
       'episode ' || s.key || ' is imported without its serial, because its show has no such serial: '
       || (s.item ->> 'serial') as message
  from app.radio_stage s
  join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
  left join app.serial serial on serial.tenant_id = :tenant and serial.source = :source and serial.source_key = s.item ->> 'serial' and serial.show_id = show.show_id
 where s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.state = 'staged'
   and s.item ? 'serial'
   and serial.serial_id is null
 order by s.n
 limit 500;

with changed as (
    update app.episode t
       set serial_id = w.serial_id,
           title = w.title,
           summary = w.summary,
           description = w.description,
           part = w.part,
           season = w.season,
           published_at = w.published_at,
           art_id = coalesce(w.art_id, t.art_id),
           revision = t.revision + 1,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   serial.serial_id as serial_id,
                   s.item ->> 'title' as title,
                   coalesce(s.item ->> 'summary', '') as summary,
                   coalesce(s.item ->> 'description', '') as description,
                   (s.item ->> 'part')::integer as part,
                   (s.item ->> 'season')::integer as season,
                   (s.item ->> 'publishedAt')::timestamptz as published_at,
                   art.art_id as art_id
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              left join app.serial serial on serial.tenant_id = :tenant and serial.source = :source and serial.source_key = s.item ->> 'serial' and serial.show_id = show.show_id
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'episode'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.serial_id, t.title, t.summary, t.description, t.part, t.season, t.published_at, t.art_id) is distinct from
           (w.serial_id, w.title, w.summary, w.description, w.part, w.season, w.published_at, coalesce(w.art_id, t.art_id))
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.episode (tenant_id, show_id, serial_id, title, summary, description, part, season, published_at, art_id, source, source_key)
    select :tenant, w.show_id, w.serial_id, w.title, w.summary, w.description, w.part, w.season, w.published_at, w.art_id, :source, w.key
      from (select s.n, s.key, s.id,
                   show.show_id as show_id,
                   serial.serial_id as serial_id,
                   s.item ->> 'title' as title,
                   coalesce(s.item ->> 'summary', '') as summary,
                   coalesce(s.item ->> 'description', '') as description,
                   (s.item ->> 'part')::integer as part,
                   (s.item ->> 'season')::integer as season,
                   (s.item ->> 'publishedAt')::timestamptz as published_at,
                   art.art_id as art_id
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              left join app.serial serial on serial.tenant_id = :tenant and serial.source = :source and serial.source_key = s.item ->> 'serial' and serial.show_id = show.show_id
              left join app.art art on art.tenant_id = :tenant and art.source = :source and art.source_key = s.art_key
             where s.tenant_id = :tenant
               and s.kind = 'episode'
               and s.state = 'staged') w
     where not exists (select from app.episode t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.key = m.source_key
   and s.state = 'staged';

with named as (
    select distinct t.episode_id, g.genre_id
      from app.radio_stage s
      join app.episode t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements_text(s.item -> 'genres') k (key)
     cross join lateral (select coalesce((select d.id
                                            from app.radio_stage d
                                           where d.tenant_id = :tenant
                                             and d.kind = 'genre'
                                             and d.key = k.key
                                             and d.id is not null
                                           limit 1),
                                         (select e.genre_id
                                            from app.genre e
                                           where e.tenant_id = :tenant
                                             and e.source = :source
                                             and e.source_key = k.key)) as genre_id) g
     where s.tenant_id = :tenant
       and s.kind = 'episode'
       and s.state in ('staged', 'new', 'changed')
       and not s.is_mention and g.genre_id is not null),
gone as (
    delete from app.episode_genre o
     where o.tenant_id = :tenant
       and o.episode_id in (select episode_id from named)
       and not exists (select from named x
                        where x.episode_id = o.episode_id and x.genre_id = o.genre_id)
    returning o.episode_id),
put as (
    insert into app.episode_genre as o (tenant_id, episode_id, genre_id)
    select :tenant, w.episode_id, w.genre_id
      from named w
     where not exists (select from app.episode_genre e
                        where e.tenant_id = :tenant
                          and e.episode_id = w.episode_id
                          and e.genre_id = w.genre_id)
    returning o.episode_id)
update app.radio_stage s
   set is_touched = true
  from app.episode t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.episode_id in (select episode_id from gone union select episode_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.key = t.source_key;

with said as materialized (
    select t.episode_id, k.credit ->> 'person' as person, k.credit ->> 'role' as role, k.place
      from app.radio_stage s
      join app.episode t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     cross join lateral jsonb_array_elements(s.item -> 'credits') with ordinality k (credit, place)
     where s.tenant_id = :tenant
       and s.kind = 'episode'
       and s.state in ('staged', 'new', 'changed')
       and not s.is_mention),
named as (
    select s.episode_id, p.person_id, s.role,
           (row_number() over (partition by s.episode_id order by s.place) - 1)::integer as position
      from said s
      join app.person p on p.tenant_id = :tenant and p.source = :source and p.source_key = s.person),
gone as (
    delete from app.episode_credit o
     where o.tenant_id = :tenant
       and o.episode_id in (select episode_id from named)
       and not exists (select from named x
                        where x.episode_id = o.episode_id and x.position = o.position)
    returning o.episode_id),
put as (
    insert into app.episode_credit as o (tenant_id, episode_id, position, person_id, role)
    select :tenant, w.episode_id, w.position, w.person_id, w.role
      from named w
     where not exists (select from app.episode_credit e
                        where e.tenant_id = :tenant
                          and e.episode_id = w.episode_id
                          and e.position = w.position
                          and (e.person_id, e.role) is not distinct from
                              (w.person_id, w.role))
        on conflict (tenant_id, episode_id, position) do update
       set person_id = excluded.person_id, role = excluded.role
    returning o.episode_id)
update app.radio_stage s
   set is_touched = true
  from app.episode t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.episode_id in (select episode_id from gone union select episode_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.key = t.source_key;

with named as (
    select distinct t.episode_id, g.tag_id
      from (select s.key as episode, k.key as tag
              from app.radio_stage s
             cross join lateral jsonb_array_elements_text(s.item -> 'tags') k (key)
             where s.tenant_id = :tenant
               and s.kind = 'episode'
               and s.state in ('staged', 'new', 'changed')
             union all
            select k.key, s.key
              from app.radio_stage s
             cross join lateral jsonb_array_elements_text(s.item -> 'episodes') k (key)
             where s.tenant_id = :tenant
               and s.kind = 'tag'
               and s.state in ('staged', 'new', 'changed')) p
      join app.episode t on t.tenant_id = :tenant and t.source = :source and t.source_key = p.episode
      join app.tag g on g.tenant_id = :tenant and g.source = :source and g.source_key = p.tag),
put as (
    insert into app.episode_tag as o (tenant_id, episode_id, tag_id)
    select :tenant, w.episode_id, w.tag_id
      from named w
     where not exists (select from app.episode_tag e
                        where e.tenant_id = :tenant
                          and e.episode_id = w.episode_id
                          and e.tag_id = w.tag_id)
    returning o.episode_id)
update app.radio_stage s
   set is_touched = true
  from app.episode t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.episode_id in (select episode_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.key = t.source_key;

-- Each row is a notice.
select count(*) over () as total, s.file, s.line, s.detail,
       'topic ' || s.key || ' names episodes that do not exist (' || count(*) || ')' as message
  from app.radio_stage s
 cross join lateral jsonb_array_elements_text(s.item -> 'episodes') k (key)
 where s.tenant_id = :tenant
   and s.kind = 'tag'
   and s.state in ('staged', 'new', 'changed')
   and not exists (select from app.episode t
                    where t.tenant_id = :tenant and t.source = :source and t.source_key = k.key)
 group by s.n, s.file, s.line, s.detail, s.key
 order by s.n
 limit 500;

-- rules

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'rule'
       and s.state = 'staged'
       and (not exists (select from app.show r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'show')
            or (not exists (select from app.channel r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'channel')
               and not exists (select from app.radio_stage k
                                where k.tenant_id = :tenant
                                  and k.kind = 'channel'
                                  and k.id is not null
                                  and k.key = s.item ->> 'channel')))
    returning s.n, s.file, s.line, s.detail,
              'rule ' || s.key || ' names a show or channel that does not exist: '
              || (s.item ->> 'show') || ' on ' || (s.item ->> 'channel') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

with changed as (
    update app.schedule_rule t
       set channel_id = w.channel_id,
           show_id = w.show_id,
           starts_on = w.starts_on,
           ends_on = w.ends_on,
           start_time = w.start_time,
           duration_ms = w.duration_ms,
           recurrence = w.recurrence,
           priority = w.priority,
           is_live = w.is_live,
           is_repeat = w.is_repeat,
           revision = t.revision + 1,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   channel.channel_id as channel_id,
                   show.show_id as show_id,
                   date '1970-01-01' + (s.item ->> 'startsOn')::integer as starts_on,
                   date '1970-01-01' + (s.item ->> 'endsOn')::integer as ends_on,
                   time '00:00' + make_interval(mins => coalesce((s.item ->> 'startMinute')::integer, 0)) as start_time,
                   (s.item ->> 'durationMs')::bigint as duration_ms,
                   s.item ->> 'recurrence' as recurrence,
                   coalesce((s.item ->> 'priority')::integer, 0) as priority,
                   s.item ? 'isLive' as is_live,
                   s.item ? 'isRepeat' as is_repeat
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = :tenant and t.source = :source
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = :tenant and k.kind = 'channel' and k.id is not null) channel on channel.source_key = s.item ->> 'channel'
             where s.tenant_id = :tenant
               and s.kind = 'rule'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.channel_id, t.show_id, t.starts_on, t.ends_on, t.start_time, t.duration_ms, t.recurrence, t.priority, t.is_live, t.is_repeat) is distinct from
           (w.channel_id, w.show_id, w.starts_on, w.ends_on, w.start_time, w.duration_ms, w.recurrence, w.priority, w.is_live, w.is_repeat)
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'rule'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, ends_on, start_time, duration_ms, recurrence, priority, is_live, is_repeat, source, source_key)
    select :tenant, w.channel_id, w.show_id, w.starts_on, w.ends_on, w.start_time, w.duration_ms, w.recurrence, w.priority, w.is_live, w.is_repeat, :source, w.key
      from (select s.n, s.key, s.id,
                   channel.channel_id as channel_id,
                   show.show_id as show_id,
                   date '1970-01-01' + (s.item ->> 'startsOn')::integer as starts_on,
                   date '1970-01-01' + (s.item ->> 'endsOn')::integer as ends_on,
                   time '00:00' + make_interval(mins => coalesce((s.item ->> 'startMinute')::integer, 0)) as start_time,
                   (s.item ->> 'durationMs')::bigint as duration_ms,
                   s.item ->> 'recurrence' as recurrence,
                   coalesce((s.item ->> 'priority')::integer, 0) as priority,
                   s.item ? 'isLive' as is_live,
                   s.item ? 'isRepeat' as is_repeat
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = :tenant and t.source = :source
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = :tenant and k.kind = 'channel' and k.id is not null) channel on channel.source_key = s.item ->> 'channel'
             where s.tenant_id = :tenant
               and s.kind = 'rule'
               and s.state = 'staged') w
     where not exists (select from app.schedule_rule t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'rule'
   and s.key = m.source_key
   and s.state = 'staged';

-- broadcasts

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'airing'
       and s.state = 'staged'
       and (not exists (select from app.show r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'show')
            or (not exists (select from app.channel r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'channel')
               and not exists (select from app.radio_stage k
                                where k.tenant_id = :tenant
                                  and k.kind = 'channel'
                                  and k.id is not null
                                  and k.key = s.item ->> 'channel')))
    returning s.n, s.file, s.line, s.detail,
              'broadcast ' || s.key || ' names a show or channel that does not exist: '
              || (s.item ->> 'show') || ' on ' || (s.item ->> 'channel') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a notice.
select count(*) over () as total, s.file, s.line, s.detail,
       'broadcast ' || s.key || ' is imported without its episode, because its show has no such episode: '
       || (s.item ->> 'episode') as message
  from app.radio_stage s
  join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
  left join app.episode episode on episode.tenant_id = :tenant and episode.source = :source and episode.source_key = s.item ->> 'episode' and episode.show_id = show.show_id
 where s.tenant_id = :tenant
   and s.kind = 'airing'
   and s.state = 'staged'
   and s.item ->> 'episode' <> s.key
   and episode.episode_id is null
 order by s.n
 limit 500;

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
                     where t.tenant_id = :tenant and t.source = :source
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = :tenant and k.kind = 'channel' and k.id is not null) c
    on c.source_key = o.item ->> 'channel'
  left join app.airing t
    on t.tenant_id = :tenant and t.source = :source and t.source_key = o.key
   and t.channel_id = c.channel_id
   and t.planned_start = (o.item ->> 'plannedStart')::timestamptz
   and t.planned_end = (o.item ->> 'plannedEnd')::timestamptz
 where o.tenant_id = :tenant
   and o.kind = 'airing'
   and o.state = 'staged'
   and s.tenant_id = :tenant
   and s.n = o.n;

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'airing'
       and s.state = 'staged'
       and s.ends_at <= s.starts_at
    returning s.n, s.file, s.line, s.detail,
              'broadcast ' || s.key || ' would not end after its start: the times in the file contradict '
|| 'the actual times that are already recorded; correct one of them' as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- OverlapCheck

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
      from app.airing t
      left join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
     where s.tenant_id = :tenant
       and s.kind = 'airing'
       and s.state = 'staged'
       and not s.item ? 'isCancelled'
       and t.tenant_id = :tenant
       and t.channel_id = s.channel_id
       and not t.is_cancelled
       and t.source is distinct from :source
       and t.starts_at < (select max(ends_at) from app.radio_stage where tenant_id = :tenant and kind = 'airing')
       and t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = :tenant and kind = 'airing')
       and tstzrange(t.starts_at, t.ends_at) && tstzrange(s.starts_at, s.ends_at)
    returning s.n, s.file, s.line, s.detail,
              'broadcast ' || s.key || ' overlaps a broadcast that is not from this source: ' || h.title || ', '
              || to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a loss.
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
  left join app.radio_stage s on s.tenant_id = :tenant and s.kind = 'airing' and s.key = t.source_key
                             and s.state = 'staged'
 where t.tenant_id = :tenant
   and t.source = :source
   and not t.is_cancelled
   and t.ends_at > :now::text::timestamptz
   and case when s.n is not null then s.item ? 'isCancelled' or s.starts_at <> t.starts_at
                                      or s.channel_id <> t.channel_id
            else t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = :tenant and kind = 'airing')
                   and (exists (select
                                  from (select o.ends_at
                                          from app.radio_stage o
                                         where o.tenant_id = :tenant
                                           and o.kind = 'airing'
                                           and o.state = 'staged'
                                           and not o.item ? 'isCancelled'
                                           and o.channel_id = t.channel_id
                                           and o.starts_at < t.ends_at
                                         order by o.starts_at desc, o.n desc
                                         limit 1) o
                                 where o.ends_at > t.starts_at)
                        or (:isSpan
                            and t.starts_at >= (select o.starts_at
                                                  from app.radio_stage o
                                                 where o.tenant_id = :tenant
                                                   and o.kind = 'airing'
                                                   and o.channel_id = t.channel_id
                                                 order by o.starts_at, o.n
                                                 limit 1)
                            and t.starts_at < (select o.ends_at
                                                 from app.radio_stage o
                                                where o.tenant_id = :tenant
                                                  and o.kind = 'airing'
                                                  and o.channel_id = t.channel_id
                                                order by o.starts_at desc, o.n desc
                                                limit 1)
                            and not exists (select from app.radio_stage f
                                             where f.tenant_id = :tenant and f.kind = 'airing' and f.key = t.source_key)))
                   or (:isWhole
                       and t.ends_at > :now::text::timestamptz
                       and not exists (select from app.radio_stage f
                                             where f.tenant_id = :tenant and f.kind = 'airing' and f.key = t.source_key)) end
 order by t.starts_at, t.airing_id
 limit 500) g
 cross join lateral (select count(*) as accounts
                       from (select user_id
                               from app.airing_alert
                              where tenant_id = :tenant
                                and airing_id = g.airing_id
                              union
                             select user_id
                               from app.show_alert
                              where tenant_id = :tenant
                                and show_id = g.show_id) a) w
 order by g.starts_at, g.airing_id;

with cleared as (
    update app.airing a
       set is_cancelled = true, revision = a.revision + case when s.n is null then 1 else 0 end, updated_at = now()
      from app.airing t
      left join app.radio_stage s on s.tenant_id = :tenant and s.kind = 'airing' and s.key = t.source_key
                                 and s.state = 'staged'
     where t.tenant_id = :tenant
       and t.source = :source
       and not t.is_cancelled
       and case when s.n is not null then (s.starts_at, s.ends_at, s.channel_id) is distinct from
                                          (t.starts_at, t.ends_at, t.channel_id)
                else t.ends_at > (select min(starts_at) from app.radio_stage where tenant_id = :tenant and kind = 'airing')
                   and (exists (select
                                  from (select o.ends_at
                                          from app.radio_stage o
                                         where o.tenant_id = :tenant
                                           and o.kind = 'airing'
                                           and o.state = 'staged'
                                           and not o.item ? 'isCancelled'
                                           and o.channel_id = t.channel_id
                                           and o.starts_at < t.ends_at
                                         order by o.starts_at desc, o.n desc
                                         limit 1) o
                                 where o.ends_at > t.starts_at)
                        or (:isSpan
                            and t.starts_at >= (select o.starts_at
                                                  from app.radio_stage o
                                                 where o.tenant_id = :tenant
                                                   and o.kind = 'airing'
                                                   and o.channel_id = t.channel_id
                                                 order by o.starts_at, o.n
                                                 limit 1)
                            and t.starts_at < (select o.ends_at
                                                 from app.radio_stage o
                                                where o.tenant_id = :tenant
                                                  and o.kind = 'airing'
                                                  and o.channel_id = t.channel_id
                                                order by o.starts_at desc, o.n desc
                                                limit 1)
                            and not exists (select from app.radio_stage f
                                             where f.tenant_id = :tenant and f.kind = 'airing' and f.key = t.source_key)))
                   or (:isWhole
                       and t.ends_at > :now::text::timestamptz
                       and not exists (select from app.radio_stage f
                                             where f.tenant_id = :tenant and f.kind = 'airing' and f.key = t.source_key)) end
       and a.tenant_id = :tenant
       and a.airing_id = t.airing_id
    returning a.show_id, a.source_key, s.n)
insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
select :tenant, -row_number() over (), 'airing', source_key, '{}', show_id, 'gone'
  from cleared
 where n is null;

with changed as (
    update app.airing t
       set channel_id = w.channel_id,
           show_id = w.show_id,
           episode_id = w.episode_id,
           planned_start = w.planned_start,
           planned_end = w.planned_end,
           actual_start = coalesce(w.actual_start, case when w.id is not null then t.actual_start end),
           actual_end = coalesce(w.actual_end, case when w.id is not null then t.actual_end end),
           is_cancelled = w.is_cancelled,
           is_live = w.is_live,
           is_repeat = w.is_repeat,
           title = w.title,
           description = w.description,
           revision = t.revision + 1,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   s.channel_id as channel_id,
                   show.show_id as show_id,
                   episode.episode_id as episode_id,
                   (s.item ->> 'plannedStart')::timestamptz as planned_start,
                   (s.item ->> 'plannedEnd')::timestamptz as planned_end,
                   (s.item ->> 'actualStart')::timestamptz as actual_start,
                   (s.item ->> 'actualEnd')::timestamptz as actual_end,
                   s.item ? 'isCancelled' as is_cancelled,
                   s.item ? 'isLive' as is_live,
                   s.item ? 'isRepeat' as is_repeat,
                   coalesce(s.item ->> 'title', '') as title,
                   coalesce(s.item ->> 'description', '') as description
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              left join app.episode episode on episode.tenant_id = :tenant and episode.source = :source and episode.source_key = s.item ->> 'episode' and episode.show_id = show.show_id
             where s.tenant_id = :tenant
               and s.kind = 'airing'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.channel_id, t.show_id, t.episode_id, t.planned_start, t.planned_end, t.actual_start, t.actual_end, t.is_cancelled, t.is_live, t.is_repeat, t.title, t.description) is distinct from
           (w.channel_id, w.show_id, w.episode_id, w.planned_start, w.planned_end, coalesce(w.actual_start, case when w.id is not null then t.actual_start end), coalesce(w.actual_end, case when w.id is not null then t.actual_end end), w.is_cancelled, w.is_live, w.is_repeat, w.title, w.description)
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'airing'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.airing (tenant_id, channel_id, show_id, episode_id, planned_start, planned_end, actual_start, actual_end, is_cancelled, is_live, is_repeat, title, description, source, source_key)
    select :tenant, w.channel_id, w.show_id, w.episode_id, w.planned_start, w.planned_end, w.actual_start, w.actual_end, w.is_cancelled, w.is_live, w.is_repeat, w.title, w.description, :source, w.key
      from (select s.n, s.key, s.id,
                   s.channel_id as channel_id,
                   show.show_id as show_id,
                   episode.episode_id as episode_id,
                   (s.item ->> 'plannedStart')::timestamptz as planned_start,
                   (s.item ->> 'plannedEnd')::timestamptz as planned_end,
                   (s.item ->> 'actualStart')::timestamptz as actual_start,
                   (s.item ->> 'actualEnd')::timestamptz as actual_end,
                   s.item ? 'isCancelled' as is_cancelled,
                   s.item ? 'isLive' as is_live,
                   s.item ? 'isRepeat' as is_repeat,
                   coalesce(s.item ->> 'title', '') as title,
                   coalesce(s.item ->> 'description', '') as description
              from app.radio_stage s
              join app.show show on show.tenant_id = :tenant and show.source = :source and show.source_key = s.item ->> 'show'
              left join app.episode episode on episode.tenant_id = :tenant and episode.source = :source and episode.source_key = s.item ->> 'episode' and episode.show_id = show.show_id
             where s.tenant_id = :tenant
               and s.kind = 'airing'
               and s.state = 'staged') w
     where not exists (select from app.airing t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'airing'
   and s.key = m.source_key
   and s.state = 'staged';

-- segments

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'segment'
       and s.state = 'staged'
       and not exists (select from app.airing r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.key)
    returning s.n, s.file, s.line, s.detail,
              'a segment names a broadcast that does not exist: ' || s.key as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

with wanted as (
    select t.airing_id, s.key,
           array_agg((coalesce((s.item ->> 'offsetMs')::bigint, 0), coalesce((s.item ->> 'durationMs')::bigint, 0), s.item ->> 'kind', coalesce(s.item ->> 'title', ''))::text
                     order by coalesce((s.item ->> 'offsetMs')::bigint, 0), coalesce((s.item ->> 'durationMs')::bigint, 0), s.item ->> 'kind', coalesce(s.item ->> 'title', '')) as parts
      from app.radio_stage s
      join app.airing t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
     where s.tenant_id = :tenant
       and s.kind = 'segment'
       and s.state = 'staged'
     group by t.airing_id, s.key),
held as (
    select g.airing_id,
           array_agg((g.offset_ms, g.duration_ms, g.kind, g.title)::text
                     order by g.offset_ms, g.duration_ms, g.kind, g.title) as parts
      from app.segment g
     where g.tenant_id = :tenant
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
     where g.tenant_id = :tenant
       and g.airing_id = d.airing_id)
update app.radio_stage s
   set state = case when d.is_new then 'new' else 'changed' end, id = d.airing_id
  from differing d
 where s.tenant_id = :tenant
   and s.kind = 'segment'
   and s.key = d.key
   and s.state = 'staged';

insert into app.segment (tenant_id, airing_id, offset_ms, duration_ms, kind, title)
select :tenant, s.id, coalesce((s.item ->> 'offsetMs')::bigint, 0), coalesce((s.item ->> 'durationMs')::bigint, 0), s.item ->> 'kind', coalesce(s.item ->> 'title', '')
  from app.radio_stage s
 where s.tenant_id = :tenant
   and s.kind = 'segment'
   and s.state in ('new', 'changed')
 order by s.n;

-- songs

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'cut'
       and s.state = 'staged'
       and ((not exists (select from app.channel r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'channel')
               and not exists (select from app.radio_stage k
                                where k.tenant_id = :tenant
                                  and k.kind = 'channel'
                                  and k.id is not null
                                  and k.key = s.item ->> 'channel'))
            or (s.item ? 'airing' and not exists (select from app.airing r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'airing')))
    returning s.n, s.file, s.line, s.detail,
              'played track ' || s.key || ' names a channel or broadcast that does not exist: '
              || (s.item ->> 'channel') || coalesce(', ' || (s.item ->> 'airing'), '') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

with changed as (
    update app.cut t
       set airing_id = w.airing_id,
           starts_at = w.starts_at,
           position = w.position,
           duration_ms = w.duration_ms,
           kind = w.kind,
           is_music = w.is_music,
           title = w.title,
           artist = w.artist,
           album = w.album,
           label = w.label,
           isrc = w.isrc,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   airing.airing_id as airing_id,
                   (s.item ->> 'startsAt')::timestamptz as starts_at,
                   (s.item ->> 'position')::integer as position,
                   (s.item ->> 'durationMs')::bigint as duration_ms,
                   s.item ->> 'kind' as kind,
                   s.item ? 'isMusic' as is_music,
                   coalesce(s.item ->> 'title', '') as title,
                   coalesce(s.item ->> 'artist', '') as artist,
                   coalesce(s.item ->> 'album', '') as album,
                   coalesce(s.item ->> 'label', '') as label,
                   s.item ->> 'isrc' as isrc
              from app.radio_stage s
              left join app.airing airing on airing.tenant_id = :tenant and airing.source = :source and airing.source_key = s.item ->> 'airing'
             where s.tenant_id = :tenant
               and s.kind = 'cut'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.airing_id, t.starts_at, t.position, t.duration_ms, t.kind, t.is_music, t.title, t.artist, t.album, t.label, t.isrc) is distinct from
           (w.airing_id, w.starts_at, w.position, w.duration_ms, w.kind, w.is_music, w.title, w.artist, w.album, w.label, w.isrc)
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'cut'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.cut (tenant_id, channel_id, airing_id, starts_at, position, duration_ms, kind, is_music, title, artist, album, label, isrc, source, source_key)
    select :tenant, w.channel_id, w.airing_id, w.starts_at, w.position, w.duration_ms, w.kind, w.is_music, w.title, w.artist, w.album, w.label, w.isrc, :source, w.key
      from (select s.n, s.key, s.id,
                   channel.channel_id as channel_id,
                   airing.airing_id as airing_id,
                   (s.item ->> 'startsAt')::timestamptz as starts_at,
                   (s.item ->> 'position')::integer as position,
                   (s.item ->> 'durationMs')::bigint as duration_ms,
                   s.item ->> 'kind' as kind,
                   s.item ? 'isMusic' as is_music,
                   coalesce(s.item ->> 'title', '') as title,
                   coalesce(s.item ->> 'artist', '') as artist,
                   coalesce(s.item ->> 'album', '') as album,
                   coalesce(s.item ->> 'label', '') as label,
                   s.item ->> 'isrc' as isrc
              from app.radio_stage s
              join (select t.channel_id, t.source_key
                      from app.channel t
                     where t.tenant_id = :tenant and t.source = :source
                    union all
                    select k.id, k.key
                      from app.radio_stage k
                     where k.tenant_id = :tenant and k.kind = 'channel' and k.id is not null) channel on channel.source_key = s.item ->> 'channel'
              left join app.airing airing on airing.tenant_id = :tenant and airing.source = :source and airing.source_key = s.item ->> 'airing'
             where s.tenant_id = :tenant
               and s.kind = 'cut'
               and s.state = 'staged') w
     where not exists (select from app.cut t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'cut'
   and s.key = m.source_key
   and s.state = 'staged';

-- sound

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
     where s.tenant_id = :tenant
       and s.kind = 'version'
       and s.state = 'staged'
       and (not exists (select from app.episode r
                         where r.tenant_id = :tenant
                           and r.source = :source
                           and r.source_key = s.item ->> 'episode'))
    returning s.n, s.file, s.line, s.detail,
              'recording ' || s.key || ' names an episode that does not exist: ' || (s.item ->> 'episode') as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a fault.
with faulty as (
    update app.radio_stage s
       set state = 'fault'
      from app.version t
      join app.episode r on r.tenant_id = t.tenant_id and r.episode_id = t.episode_id
     where s.tenant_id = :tenant
       and s.kind = 'version'
       and s.state = 'staged'
       and t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = s.key
       and r.source_key is distinct from s.item ->> 'episode'
    returning s.n, s.file, s.line, s.detail,
              'recording ' || s.key || ' belongs to another episode, and a recording cannot change its episode' as message)
select count(*) over () as total, file, line, detail, message from faulty order by n limit 500;

-- Each row is a loss.
select count(*) over () as total, s.file, s.line, s.detail,
       'episode ' || e.title || ' is on demand only until ' || (s.item ->> 'availableUntil') as message
  from app.radio_stage s
  join app.version t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
  join app.episode e on e.tenant_id = :tenant and e.episode_id = t.episode_id
 where s.tenant_id = :tenant
   and s.kind = 'version'
   and s.state = 'staged'
   and coalesce(t.available_until, 'infinity') > :now::text::timestamptz
   and (s.item ->> 'availableUntil')::timestamptz < coalesce(t.available_until, 'infinity')
 order by s.n
 limit 500;

with changed as (
    update app.version t
       set airing_id = coalesce(w.airing_id, t.airing_id),
           duration_ms = w.duration_ms,
           available_from = w.available_from,
           available_until = w.available_until,
           is_downloadable = w.is_downloadable,
           revision = t.revision + 1,
           updated_at = now()
      from (select s.n, s.key, s.id,
                   airing.airing_id as airing_id,
                   (s.item ->> 'durationMs')::bigint as duration_ms,
                   (s.item ->> 'availableFrom')::timestamptz as available_from,
                   (s.item ->> 'availableUntil')::timestamptz as available_until,
                   s.item ? 'isDownloadable' as is_downloadable
              from app.radio_stage s
              left join app.airing airing on airing.tenant_id = :tenant and airing.source = :source and airing.source_key = s.item ->> 'airing'
             where s.tenant_id = :tenant
               and s.kind = 'version'
               and s.state = 'staged') w
     where t.tenant_id = :tenant
       and t.source = :source
       and t.source_key = w.key
       and (t.airing_id, t.duration_ms, t.available_from, t.available_until, t.is_downloadable) is distinct from
           (coalesce(w.airing_id, t.airing_id), w.duration_ms, w.available_from, w.available_until, w.is_downloadable)
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from changed m
 where s.tenant_id = :tenant
   and s.kind = 'version'
   and s.key = m.source_key
   and s.state = 'staged';

with made as (
    insert into app.version (tenant_id, episode_id, show_id, airing_id, duration_ms, available_from, available_until, is_downloadable, source, source_key)
    select :tenant, w.episode_id, w.show_id, w.airing_id, w.duration_ms, w.available_from, w.available_until, w.is_downloadable, :source, w.key
      from (select s.n, s.key, s.id,
                   episode.episode_id as episode_id,
                   episode.show_id as show_id,
                   airing.airing_id as airing_id,
                   (s.item ->> 'durationMs')::bigint as duration_ms,
                   (s.item ->> 'availableFrom')::timestamptz as available_from,
                   (s.item ->> 'availableUntil')::timestamptz as available_until,
                   s.item ? 'isDownloadable' as is_downloadable
              from app.radio_stage s
              join app.episode episode on episode.tenant_id = :tenant and episode.source = :source and episode.source_key = s.item ->> 'episode'
              left join app.airing airing on airing.tenant_id = :tenant and airing.source = :source and airing.source_key = s.item ->> 'airing'
             where s.tenant_id = :tenant
               and s.kind = 'version'
               and s.state = 'staged') w
     where not exists (select from app.version t
                        where t.tenant_id = :tenant and t.source = :source and t.source_key = w.key)
     order by w.n
    returning source_key)
update app.radio_stage s
   set state = 'new'
  from made m
 where s.tenant_id = :tenant
   and s.kind = 'version'
   and s.key = m.source_key
   and s.state = 'staged';

with named as (
    select distinct on (t.version_id, s.item ->> 'url')
           t.version_id, s.item ->> 'url' as url,
           s.item ->> 'purpose' as purpose,
           coalesce(s.item ->> 'mediaType', '') as media_type,
           coalesce((s.item ->> 'bitrate')::integer, 0) as bitrate,
           (s.item ->> 'bytes')::bigint as bytes,
           (s.place - 1)::integer as position
      from app.radio_stage i
      join app.version t on t.tenant_id = :tenant and t.source = :source and t.source_key = i.key
     cross join lateral jsonb_array_elements(i.item -> 'media') with ordinality s (item, place)
     where i.tenant_id = :tenant
       and i.kind = 'version'
       and i.state in ('staged', 'new', 'changed')
     order by t.version_id, s.item ->> 'url', s.place),
gone as (
    delete from app.version_media o
     where o.tenant_id = :tenant
       and o.version_id in (select version_id from named)
       and not exists (select from named x
                        where x.version_id = o.version_id and x.url = o.url)
    returning o.version_id),
put as (
    insert into app.version_media as o (tenant_id, version_id, url, position, purpose, media_type, bitrate, bytes)
    select :tenant, w.version_id, w.url, w.position, w.purpose, w.media_type, w.bitrate, w.bytes
      from named w
     where not exists (select from app.version_media e
                        where e.tenant_id = :tenant
                          and e.version_id = w.version_id
                          and e.url = w.url
                          and (e.position, e.purpose, e.media_type, e.bitrate, e.bytes) is not distinct from
                              (w.position, w.purpose, w.media_type, w.bitrate, w.bytes))
        on conflict (tenant_id, version_id, url) do update
       set position = excluded.position, purpose = excluded.purpose, media_type = excluded.media_type, bitrate = excluded.bitrate, bytes = excluded.bytes
    returning o.version_id)
update app.radio_stage s
   set is_touched = true
  from app.version t
 where t.tenant_id = :tenant
   and t.source = :source
   and t.version_id in (select version_id from gone union select version_id from put)
   and s.tenant_id = :tenant
   and s.kind = 'version'
   and s.key = t.source_key;

-- revisions

with touched as (
    update app.show t
       set revision = t.revision + 1, updated_at = now()
      from app.radio_stage s
     where t.tenant_id = :tenant
       and t.source = :source
       and s.tenant_id = :tenant
       and s.kind = 'show'
       and s.key = t.source_key
       and s.state = 'staged'
       and s.is_touched
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from touched m
 where s.tenant_id = :tenant
   and s.kind = 'show'
   and s.key = m.source_key
   and s.state = 'staged';

with touched as (
    update app.episode t
       set revision = t.revision + 1, updated_at = now()
      from app.radio_stage s
     where t.tenant_id = :tenant
       and t.source = :source
       and s.tenant_id = :tenant
       and s.kind = 'episode'
       and s.key = t.source_key
       and s.state = 'staged'
       and s.is_touched
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from touched m
 where s.tenant_id = :tenant
   and s.kind = 'episode'
   and s.key = m.source_key
   and s.state = 'staged';

with touched as (
    update app.version t
       set revision = t.revision + 1, updated_at = now()
      from app.radio_stage s
     where t.tenant_id = :tenant
       and t.source = :source
       and s.tenant_id = :tenant
       and s.kind = 'version'
       and s.key = t.source_key
       and s.state = 'staged'
       and s.is_touched
    returning t.source_key)
update app.radio_stage s
   set state = 'changed'
  from touched m
 where s.tenant_id = :tenant
   and s.kind = 'version'
   and s.key = m.source_key
   and s.state = 'staged';

-- removals

-- Each row is a loss.
select count(*) over () as total, '' as file, 0 as line, '' as detail, message
  from (select 'channel ' || t.name || ' is no longer listed and becomes inactive' as message
          from app.channel t
         where t.tenant_id = :tenant
           and t.source = :source
           and t.active
           and not exists (select from app.radio_stage s
                            where s.tenant_id = :tenant and s.kind = 'channel' and s.key = t.source_key)
         union all
        select 'show ' || t.title || ' is no longer listed and becomes inactive'
               || case w.accounts when 0 then ''
                                  when 1 then '; 1 listener has an alert on it'
                                  else '; ' || w.accounts || ' listeners have an alert on it' end
          from app.show t
         cross join lateral (select count(*) as accounts
                               from app.show_alert
                              where tenant_id = :tenant and show_id = t.show_id) w
         where t.tenant_id = :tenant
           and t.source = :source
           and t.active
           and not exists (select from app.radio_stage s
                            where s.tenant_id = :tenant and s.kind = 'show' and s.key = t.source_key)) g
 order by message
 limit 500;

with gone as (
    update app.channel t
       set active = false, revision = t.revision + 1, updated_at = now()
     where t.tenant_id = :tenant
       and t.source = :source
       and t.active
       and not exists (select from app.radio_stage s
                        where s.tenant_id = :tenant and s.kind = 'channel' and s.key = t.source_key)
    returning t.channel_id, t.source_key)
select 'channel' as kind, count(*) as count from gone;

with gone as (
    update app.show t
       set active = false, revision = t.revision + 1, updated_at = now()
     where t.tenant_id = :tenant
       and t.source = :source
       and t.active
       and not exists (select from app.radio_stage s
                        where s.tenant_id = :tenant and s.kind = 'show' and s.key = t.source_key)
    returning t.show_id, t.source_key),
told as (
    insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
    select :tenant, -1000000000 - row_number() over (), 'show', source_key, '{}', show_id, 'gone'
      from gone)
select 'show' as kind, count(*) as count from gone;

with gone as (
    update app.schedule_rule t
       set ends_on = greatest(t.starts_on, (:now::text::timestamptz at time zone 'UTC')::date - 1),
           revision = t.revision + 1, updated_at = now()
     where t.tenant_id = :tenant
       and t.source = :source
       and (t.ends_on is null
            or t.ends_on > greatest(t.starts_on,
                                    (:now::text::timestamptz at time zone 'UTC')::date - 1))
       and not exists (select from app.radio_stage s
                        where s.tenant_id = :tenant and s.kind = 'rule' and s.key = t.source_key)
    returning t.rule_id, t.show_id, t.source_key),
cancelled as (
    update app.airing a
       set is_cancelled = true, revision = a.revision + 1, updated_at = now()
      from gone g
     where a.tenant_id = :tenant
       and a.rule_id = g.rule_id
       and not a.is_cancelled
       and a.starts_at > :now::text::timestamptz),
told as (
    insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
    select :tenant, -2000000000 - row_number() over (), 'rule', source_key, '{}', show_id, 'gone'
      from gone
    returning n)
select 'rule' as kind, count(*) as count from told;

-- alerts

-- Each row is a loss.
select count(*) over () as total, s.file, s.line, s.detail,
       'the schedule of ' || h.title || case s.state when 'gone' then ' ends; ' else ' changes; ' end
       || case w.accounts when 1 then '1 listener has an alert on the show or a broadcast'
                          else w.accounts || ' listeners have an alert on the show or a broadcast' end as message
  from app.radio_stage s
  join app.schedule_rule r on r.tenant_id = :tenant and r.source = :source and r.source_key = s.key
  join app.show h on h.tenant_id = :tenant and h.show_id = r.show_id
 cross join lateral (select count(*) as accounts
                       from (select d.user_id
                               from app.airing a
                               join app.airing_alert d
                                 on d.tenant_id = :tenant and d.airing_id = a.airing_id
                              where a.tenant_id = :tenant
                                and a.rule_id = r.rule_id
                                and a.starts_at > :now::text::timestamptz
                              union
                             select user_id
                               from app.show_alert
                              where tenant_id = :tenant
                                and show_id = r.show_id) x) w
 where s.tenant_id = :tenant
   and s.kind = 'rule'
   and s.state in ('changed', 'gone')
   and w.accounts > 0
 order by h.title, s.key
 limit 500;

-- shows that are looked at again

with touched as (
    select kind, key, id, state
      from app.radio_stage
     where tenant_id = :tenant
       and state in ('new', 'changed', 'gone'))
select t.show_id
  from touched s
  join app.show t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.kind = 'show'
union
select t.show_id
  from touched s
  join app.episode t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.kind = 'episode'
union
select t.show_id
  from touched s
  join app.airing t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.kind = 'airing'
union
select t.show_id
  from touched s
  join app.schedule_rule t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.kind = 'rule'
union
select t.show_id
  from touched s
  join app.version t on t.tenant_id = :tenant and t.source = :source and t.source_key = s.key
 where s.kind = 'version'
union
select h.show_id
  from touched s
  join app.channel c on c.tenant_id = :tenant and c.source = :source and c.source_key = s.key
  join app.show_channel h on h.tenant_id = :tenant and h.channel_id = c.channel_id
 where s.kind = 'channel';
