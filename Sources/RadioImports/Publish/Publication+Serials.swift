import Postgres

/// Serials and tags.
extension Publication {
    var serials: [Step] {
        [
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                     where s.tenant_id = \(tenant)
                       and s.kind = 'serial'
                       and s.state = 'staged'
                       and not exists (select from app.show t
                                        where t.tenant_id = \(tenant)
                                          and t.source = \(source)
                                          and t.source_key = s.item ->> 'show')
                    returning s.n, s.file, s.line, s.detail,
                              'serial ' || s.key || ' names a show that does not exist: ' || (s.item ->> 'show') as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .tell(
                .fault,
                """
                with faulty as (
                    update app.radio_stage s
                       set state = 'fault'
                      from app.serial t
                      join app.show h on h.tenant_id = t.tenant_id and h.show_id = t.show_id
                     where s.tenant_id = \(tenant)
                       and s.kind = 'serial'
                       and s.state = 'staged'
                       and t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and t.source_key = s.key
                       and h.source_key is distinct from s.item ->> 'show'
                    returning s.n, s.file, s.line, s.detail,
                              'serial ' || s.key || ' belongs to another show, and a serial cannot change its show' as message)
                select count(*) over () as total, file, line, detail, message from faulty order by n limit 500
                """),
            .write(
                """
                with changed as (
                    update app.serial t
                       set title = s.item ->> 'title', description = coalesce(s.item ->> 'description', ''),
                           total_parts = (s.item ->> 'totalParts')::integer, art_id = coalesce(a.art_id, t.art_id),
                           revision = t.revision + 1
                      from app.radio_stage s
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and s.tenant_id = \(tenant)
                       and s.kind = 'serial'
                       and s.state = 'staged'
                       and s.key = t.source_key
                       and (t.title, t.description, t.total_parts, t.art_id) is distinct from
                           (s.item ->> 'title', coalesce(s.item ->> 'description', ''),
                            (s.item ->> 'totalParts')::integer, coalesce(a.art_id, t.art_id))
                    returning t.source_key)
                update app.radio_stage s
                   set state = 'changed'
                  from changed c
                 where s.tenant_id = \(tenant)
                   and s.kind = 'serial'
                   and s.key = c.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                with made as (
                    insert into app.serial (tenant_id, show_id, title, description, total_parts, art_id, source, source_key)
                    select \(tenant), h.show_id, s.item ->> 'title', coalesce(s.item ->> 'description', ''),
                           (s.item ->> 'totalParts')::integer, a.art_id, \(source), s.key
                      from app.radio_stage s
                      join app.show h
                        on h.tenant_id = \(tenant) and h.source = \(source) and h.source_key = s.item ->> 'show'
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where s.tenant_id = \(tenant)
                       and s.kind = 'serial'
                       and s.state = 'staged'
                       and not exists (select from app.serial t
                                        where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
                     order by s.n
                    returning source_key)
                update app.radio_stage s
                   set state = 'new'
                  from made m
                 where s.tenant_id = \(tenant)
                   and s.kind = 'serial'
                   and s.key = m.source_key
                   and s.state = 'staged'
                """),
        ]
    }

    var tags: [Step] {
        [
            .write(
                """
                with changed as (
                    update app.tag t
                       set kind = s.item ->> 'kind', title = s.item ->> 'title',
                           position = coalesce((s.item ->> 'position')::integer, 0),
                           words = coalesce(s.item ->> 'words', ''), art_id = coalesce(a.art_id, t.art_id),
                           revision = t.revision + 1
                      from app.radio_stage s
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and s.tenant_id = \(tenant)
                       and s.kind = 'tag'
                       and s.state = 'staged'
                       and s.key = t.source_key
                       and (t.kind, t.title, t.position, t.words, t.art_id) is distinct from
                           (s.item ->> 'kind', s.item ->> 'title', coalesce((s.item ->> 'position')::integer, 0),
                            coalesce(s.item ->> 'words', ''), coalesce(a.art_id, t.art_id))
                    returning t.source_key)
                update app.radio_stage s
                   set state = 'changed'
                  from changed c
                 where s.tenant_id = \(tenant)
                   and s.kind = 'tag'
                   and s.key = c.source_key
                   and s.state = 'staged'
                """),
            .write(
                """
                with made as (
                    insert into app.tag (tenant_id, kind, title, position, words, art_id, source, source_key)
                    select \(tenant), s.item ->> 'kind', s.item ->> 'title',
                           coalesce((s.item ->> 'position')::integer, 0), coalesce(s.item ->> 'words', ''), a.art_id,
                           \(source), s.key
                      from app.radio_stage s
                      left join app.art a
                        on a.tenant_id = \(tenant) and a.source = \(source) and a.source_key = s.art_key
                     where s.tenant_id = \(tenant)
                       and s.kind = 'tag'
                       and s.state = 'staged'
                       and not exists (select from app.tag t
                                        where t.tenant_id = \(tenant) and t.source = \(source) and t.source_key = s.key)
                     order by s.n
                    returning source_key)
                update app.radio_stage s
                   set state = 'new'
                  from made m
                 where s.tenant_id = \(tenant)
                   and s.kind = 'tag'
                   and s.key = m.source_key
                   and s.state = 'staged'
                """),
        ]
    }
}
