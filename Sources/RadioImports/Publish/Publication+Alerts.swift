/// The report of changed and ended rules for which listeners have alerts, on the show or on an upcoming airing of the rule: their number and the
/// first 500.
extension Publication {
    static let alertedRules: Step = .report(
        .loss,
        """
        select count(*) over () as total, s.file, s.line, s.detail,
               'the schedule of ' || h.title || case s.state when 'gone' then ' ends; ' else ' changes; ' end
               || case w.accounts when 1 then '1 listener has an alert on the show or a broadcast'
                                  else w.accounts || ' listeners have an alert on the show or a broadcast' end as message
          from app.radio_stage s
          join app.schedule_rule r on r.tenant_id = \(.tenant) and r.source = \(.source) and r.source_key = s.key
          join app.show h on h.tenant_id = \(.tenant) and h.show_id = r.show_id
         cross join lateral (select count(*) as accounts
                               from (select d.user_id
                                       from app.airing a
                                       join app.airing_alert d
                                         on d.tenant_id = \(.tenant) and d.airing_id = a.airing_id
                                      where a.tenant_id = \(.tenant)
                                        and a.rule_id = r.rule_id
                                        and a.starts_at > \(.now)::text::timestamptz
                                      union
                                     select user_id
                                       from app.show_alert
                                      where tenant_id = \(.tenant)
                                        and show_id = r.show_id) x) w
         where s.tenant_id = \(.tenant)
           and s.kind = 'rule'
           and s.state in ('changed', 'gone')
           and w.accounts > 0
         order by h.title, s.key
         limit 500
        """)
}
