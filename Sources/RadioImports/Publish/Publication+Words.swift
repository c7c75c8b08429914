import Postgres

/// Categories, genres and people: what others refer to and what refers to nothing.
///
/// A category or genre of a name that is taken, by another source or by hand, is that one: it is referred to and not
/// changed.
extension Publication {
    var categories: [Step] {
        [
            .write(
                """
                with changed as (
                    update app.category t
                       set name = s.item ->> 'name', rank = coalesce((s.item ->> 'rank')::integer, 0),
                           revision = t.revision + 1
                      from app.radio_stage s
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and s.tenant_id = \(tenant)
                       and s.kind = 'category'
                       and s.state = 'staged'
                       and s.key = t.source_key
                       and (t.name, t.rank) is distinct from
                           (s.item ->> 'name', coalesce((s.item ->> 'rank')::integer, 0))
                       and not exists (select from app.category o
                                        where o.tenant_id = \(tenant)
                                          and o.name = s.item ->> 'name'
                                          and o.category_id <> t.category_id)
                    returning t.source_key)
                update app.radio_stage s
                   set state = 'changed'
                  from changed c
                 where s.tenant_id = \(tenant)
                   and s.kind = 'category'
                   and s.key = c.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                with made as (
                    insert into app.category (tenant_id, name, rank, source, source_key)
                    select distinct on (s.item ->> 'name') \(tenant), s.item ->> 'name',
                           coalesce((s.item ->> 'rank')::integer, 0), \(source), s.key
                      from app.radio_stage s
                     where s.tenant_id = \(tenant)
                       and s.kind = 'category'
                       and s.state = 'staged'
                       and not exists (select from app.category t
                                        where t.tenant_id = \(tenant)
                                          and (t.name = s.item ->> 'name'
                                               or (t.source = \(source) and t.source_key = s.key)))
                     order by s.item ->> 'name', s.n
                    returning source_key)
                update app.radio_stage s
                   set state = 'new'
                  from made m
                 where s.tenant_id = \(tenant)
                   and s.kind = 'category'
                   and s.key = m.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                update app.radio_stage s
                   set id = coalesce((select t.category_id
                                        from app.category t
                                       where t.tenant_id = \(tenant)
                                         and t.source = \(source)
                                         and t.source_key = s.key),
                                     (select t.category_id
                                        from app.category t
                                       where t.tenant_id = \(tenant)
                                         and t.name = s.item ->> 'name'))
                 where s.tenant_id = \(tenant)
                   and s.kind = 'category'
                   and s.state in ('staged', 'new', 'changed')
                """),
        ]
    }

    var genres: [Step] {
        [
            .write(
                """
                with changed as (
                    update app.genre t
                       set name = s.item ->> 'name', code = coalesce(s.item ->> 'code', t.code), revision = t.revision + 1
                      from app.radio_stage s
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and s.tenant_id = \(tenant)
                       and s.kind = 'genre'
                       and s.state = 'staged'
                       and s.key = t.source_key
                       and (t.name, t.code) is distinct from (s.item ->> 'name', coalesce(s.item ->> 'code', t.code))
                       and not exists (select from app.genre o
                                        where o.tenant_id = \(tenant)
                                          and (o.name = s.item ->> 'name' or o.code = s.item ->> 'code')
                                          and o.genre_id <> t.genre_id)
                    returning t.source_key)
                update app.radio_stage s
                   set state = 'changed'
                  from changed c
                 where s.tenant_id = \(tenant)
                   and s.kind = 'genre'
                   and s.key = c.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                with wanted as (
                    select distinct on (s.item ->> 'name') s.n, s.key, s.item ->> 'name' as name, s.item ->> 'code' as code
                      from app.radio_stage s
                     where s.tenant_id = \(tenant)
                       and s.kind = 'genre'
                       and s.state = 'staged'
                       and not exists (select from app.genre t
                                        where t.tenant_id = \(tenant)
                                          and (t.name = s.item ->> 'name' or t.code = s.item ->> 'code'
                                               or (t.source = \(source) and t.source_key = s.key)))
                     order by s.item ->> 'name', s.n),
                made as (
                    insert into app.genre (tenant_id, name, code, source, source_key)
                    select distinct on (coalesce(code, 'name ' || name)) \(tenant), name, code, \(source), key
                      from wanted
                     order by coalesce(code, 'name ' || name), n
                    returning source_key)
                update app.radio_stage s
                   set state = 'new'
                  from made m
                 where s.tenant_id = \(tenant)
                   and s.kind = 'genre'
                   and s.key = m.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                update app.radio_stage s
                   set id = coalesce((select t.genre_id
                                        from app.genre t
                                       where t.tenant_id = \(tenant)
                                         and t.source = \(source)
                                         and t.source_key = s.key),
                                     (select t.genre_id
                                        from app.genre t
                                       where t.tenant_id = \(tenant)
                                         and t.code = s.item ->> 'code'),
                                     (select t.genre_id
                                        from app.genre t
                                       where t.tenant_id = \(tenant)
                                         and t.name = s.item ->> 'name'))
                 where s.tenant_id = \(tenant)
                   and s.kind = 'genre'
                   and s.state in ('staged', 'new', 'changed')
                """),
        ]
    }

    var persons: [Step] {
        [
            .write(
                """
                with changed as (
                    update app.person t
                       set name = s.item ->> 'name', biography = coalesce(s.item ->> 'biography', ''),
                           art_id = coalesce(a.art_id, t.art_id), revision = t.revision + 1
                      from app.radio_stage s
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and s.tenant_id = \(tenant)
                       and s.kind = 'person'
                       and s.state = 'staged'
                       and s.key = t.source_key
                       and (t.name, t.biography, t.art_id) is distinct from
                           (s.item ->> 'name', coalesce(s.item ->> 'biography', ''), coalesce(a.art_id, t.art_id))
                    returning t.source_key)
                update app.radio_stage s
                   set state = 'changed'
                  from changed c
                 where s.tenant_id = \(tenant)
                   and s.kind = 'person'
                   and s.key = c.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                with made as (
                    insert into app.person (tenant_id, name, biography, art_id, source, source_key)
                    select \(tenant), s.item ->> 'name', coalesce(s.item ->> 'biography', ''), a.art_id, \(source), s.key
                      from app.radio_stage s
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where s.tenant_id = \(tenant)
                       and s.kind = 'person'
                       and s.state = 'staged'
                       and not exists (select from app.person t
                                        where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
                     order by s.n
                    returning source_key)
                update app.radio_stage s
                   set state = 'new'
                  from made m
                 where s.tenant_id = \(tenant)
                   and s.kind = 'person'
                   and s.key = m.source_key
                   and s.state = 'staged'
                """),
        ]
    }
}
