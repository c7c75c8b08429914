import Postgres

/// What a source that lists all it has does not list any more. Nothing is deleted: a channel and a show become inactive, a
/// rule ends, and what a rule had still to come is cancelled.
extension Publication {
    var absences: [Step] {
        guard coverage == .whole else { return [] }
        return [
            .tell(
                .loss,
                """
                select count(*) over () as total, '' as file, 0 as line, '' as detail, message
                  from (select 'channel ' || t.name || ' is no longer listed and becomes inactive' as message
                          from app.channel t
                         where t.tenant_id = \(tenant)
                           and t.source = \(source)
                           and t.active
                           and not exists (select from app.radio_stage s
                                            where s.tenant_id = \(tenant) and s.kind = 'channel' and s.key = t.source_key)
                         union all
                        select 'show ' || t.title || ' is no longer listed and becomes inactive'
                               || case w.accounts when 0 then ''
                                                  when 1 then '; 1 listener has an alert on it'
                                                  else '; ' || w.accounts || ' listeners have an alert on it' end
                          from app.show t
                         cross join lateral (select count(*) as accounts
                                               from app.show_alert
                                              where tenant_id = \(tenant) and show_id = t.show_id) w
                         where t.tenant_id = \(tenant)
                           and t.source = \(source)
                           and t.active
                           and not exists (select from app.radio_stage s
                                            where s.tenant_id = \(tenant) and s.kind = 'show' and s.key = t.source_key)) g
                 order by message
                 limit 500
                """),
            .count(
                """
                with gone as (
                    update app.channel t
                       set active = false, revision = t.revision + 1, updated_at = now()
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and t.active
                       and not exists (select from app.radio_stage s
                                        where s.tenant_id = \(tenant) and s.kind = 'channel' and s.key = t.source_key)
                    returning t.channel_id)
                select 'channel' as kind, count(*) as count from gone
                """),
            .count(
                """
                with gone as (
                    update app.show t
                       set active = false, revision = t.revision + 1, updated_at = now()
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and t.active
                       and not exists (select from app.radio_stage s
                                        where s.tenant_id = \(tenant) and s.kind = 'show' and s.key = t.source_key)
                    returning t.show_id, t.source_key),
                told as (
                    insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
                    select \(tenant), -1000000000 - row_number() over (), 'show', source_key, '{}', show_id, 'gone'
                      from gone
                    returning n)
                select 'show' as kind, count(*) as count from told
                """),
            .count(
                """
                with gone as (
                    update app.schedule_rule t
                       set ends_on = greatest(t.starts_on, (\(now.description)::text::timestamptz at time zone 'UTC')::date - 1),
                           revision = t.revision + 1, updated_at = now()
                     where t.tenant_id = \(tenant)
                       and t.source = \(source)
                       and (t.ends_on is null
                            or t.ends_on > greatest(t.starts_on,
                                                    (\(now.description)::text::timestamptz at time zone 'UTC')::date - 1))
                       and not exists (select from app.radio_stage s
                                        where s.tenant_id = \(tenant) and s.kind = 'rule' and s.key = t.source_key)
                    returning t.rule_id, t.show_id, t.source_key),
                cancelled as (
                    update app.airing a
                       set is_cancelled = true, revision = a.revision + 1, updated_at = now()
                      from gone g
                     where a.tenant_id = \(tenant)
                       and a.rule_id = g.rule_id
                       and not a.is_cancelled
                       and a.starts_at > \(now.description)::text::timestamptz),
                told as (
                    insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
                    select \(tenant), -2000000000 - row_number() over (), 'rule', source_key, '{}', show_id, 'gone'
                      from gone
                    returning n)
                select 'rule' as kind, count(*) as count from told
                """),
        ]
    }
}
