import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// The check that runs for every tenant every minute reads only the broadcasts from five minutes before it to about an hour after it, regardless of
/// the length of the schedule.
struct AlertPlanTests {
    @Test func dueAlertsAreFoundByAnIndexOfStartTimes() async throws {
        try await AlertStage.with { alerts in
            try await alerts.stage.database.insertUnchecked(
                """
                insert into app.channel (tenant_id, slug, name, time_zone)
                select \(alerts.stage.here.id), 'channel-' || i, 'Channel', 'UTC' from generate_series(1, 40) i;
                insert into app.show (tenant_id, title)
                select \(alerts.stage.here.id), 'Show' from generate_series(1, 300) i;
                insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
                select c.tenant_id, c.channel_id, s.ids[1 + (extract(epoch from t)::bigint / 14400 + c.channel_id) % 300],
                       t, t + interval '4 hours'
                  from app.channel c,
                       (select array_agg(show_id) as ids from app.show where tenant_id = \(alerts.stage.here.id)) s,
                       generate_series('2026-01-01Z'::timestamptz, '2026-12-01Z', '4 hours') t
                 where c.tenant_id = \(alerts.stage.here.id);
                insert into app.airing_alert (tenant_id, user_id, airing_id)
                select a.tenant_id, u.user_id, a.airing_id
                  from app.airing a join app.user_account u using (tenant_id)
                 where u.login = 'listener';
                """)
            try await alerts.stage.database.sql("analyze")
            let (now, here) = (alerts.stage.clock.now, alerts.stage.here.id)
            for statement in [
                AlertFiringStore.selectingDue(at: now, in: here), AlertFiringStore.claiming(at: now, in: here),
            ] {
                let plan = try await SchedulePlanTests.plan(of: statement, in: alerts.stage)
                let lines = plan.split(separator: "\n").map(String.init)
                let scans = zip(lines, lines.dropFirst()).filter { $0.0.contains(" on airing ") }
                #expect(
                    scans.count == 1 && scans[0].1.contains("Index Cond") && scans[0].1.contains("starts_at >"),
                    "\(plan)")
            }
        }
    }
}
