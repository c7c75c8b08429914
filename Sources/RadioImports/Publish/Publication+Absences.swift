/// The steps for rows that a complete source no longer lists. Nothing is deleted: channels and shows become inactive, and rules end yesterday (UTC),
/// but not before their first day. The airings of these rules that start after `now` are cancelled.
extension Publication {
    static let absences: [Step] = [
        .report(
            .loss,
            """
            select count(*) over () as total, '' as file, 0 as line, '' as detail, message
              from (select 'channel ' || t.name || ' is no longer listed and becomes inactive' as message
                      from app.channel t
                     where t.tenant_id = \(.tenant)
                       and t.source = \(.source)
                       and t.active
                       and not exists (select from app.radio_stage s
                                        where s.tenant_id = \(.tenant) and s.kind = 'channel' and s.key = t.source_key)
                     union all
                    select 'show ' || t.title || ' is no longer listed and becomes inactive'
                           || case w.accounts when 0 then ''
                                              when 1 then '; 1 listener has an alert on it'
                                              else '; ' || w.accounts || ' listeners have an alert on it' end
                      from app.show t
                     cross join lateral (select count(*) as accounts
                                           from app.show_alert
                                          where tenant_id = \(.tenant) and show_id = t.show_id) w
                     where t.tenant_id = \(.tenant)
                       and t.source = \(.source)
                       and t.active
                       and not exists (select from app.radio_stage s
                                        where s.tenant_id = \(.tenant) and s.kind = 'show' and s.key = t.source_key)) g
             order by message
             limit 500
            """),
        ImportKind.channel.deactivation(notifications: nil),
        ImportKind.show.deactivation(
            notifications: """
                ,
                told as (
                    insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
                    select \(.tenant), -1000000000 - row_number() over (), 'show', source_key, '{}', show_id, 'gone'
                      from gone)
                """),
        .count(
            """
            with gone as (
                update app.schedule_rule t
                   set ends_on = greatest(t.starts_on, (\(.now)::text::timestamptz at time zone 'UTC')::date - 1),
                       revision = t.revision + 1, updated_at = now()
                 where t.tenant_id = \(.tenant)
                   and t.source = \(.source)
                   and (t.ends_on is null
                        or t.ends_on > greatest(t.starts_on,
                                                (\(.now)::text::timestamptz at time zone 'UTC')::date - 1))
                   and not exists (select from app.radio_stage s
                                    where s.tenant_id = \(.tenant) and s.kind = 'rule' and s.key = t.source_key)
                returning t.rule_id, t.show_id, t.source_key),
            cancelled as (
                update app.airing a
                   set is_cancelled = true, revision = a.revision + 1, updated_at = now()
                  from gone g
                 where a.tenant_id = \(.tenant)
                   and a.rule_id = g.rule_id
                   and not a.is_cancelled
                   and a.starts_at > \(.now)::text::timestamptz),
            told as (
                insert into app.radio_stage (tenant_id, n, kind, key, item, id, state)
                select \(.tenant), -2000000000 - row_number() over (), 'rule', source_key, '{}', show_id, 'gone'
                  from gone
                returning n)
            select 'rule' as kind, count(*) as count from told
            """),
    ]
}

extension ImportKind {
    /// Returns a step that deactivates the rows that the source does not list, and counts them.
    ///
    /// - Parameter notifications: Further common table expressions that read the rows `gone`, starting with a comma; `nil` for none.
    fileprivate func deactivation(notifications: StatementTemplate?) -> Publication.Step {
        .count(
            """
            with gone as (
                update \(table) t
                   set active = false, \(stamping, joined: ", ")
                 where t.tenant_id = \(.tenant)
                   and t.source = \(.source)
                   and t.active
                   and not exists (select from app.radio_stage s
                                    where s.tenant_id = \(.tenant) and s.kind = '\(name)' and s.key = t.source_key)
                returning t.\(id), t.source_key)\(notifications)
            select '\(name)' as kind, count(*) as count from gone
            """)
    }
}
