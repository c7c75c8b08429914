import Logging
import Observability
import Tenancy
import TestSupport
import Testing

@testable import App

@Suite struct EmitterMonitorTests {
    @Test func theMetricsDescribeTheEmitterWhileTheTenantIsOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await database.sql(
                """
                insert into control.on_air (multicast_group, multicast_port, tenant_id)
                values ('239.1.2.3', 12345, \(tenant.id));
                insert into app.concert (tenant_id, slug, title, content_digest)
                values (\(tenant.id), 'evening', 'Evening', sha256('x'));
                insert into app.work (tenant_id, composer, title) values (\(tenant.id), 'Tutti', 'Study');
                insert into app.piece (tenant_id, concert_id, position, work_id, movement, name, name_key, measure_count,
                                       end_measure, end_ms)
                select tenant_id, concert_id, 1, work_id, 'Study', 'Tutti, Study: Study', 'tuttistudystudy', 5, 5, 0
                  from app.concert
                  join app.work using (tenant_id);
                insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
                select tenant_id, concert_id, piece_id, 1, 'running', 'operator', 1 from app.piece;
                insert into app.emitter_lease (tenant_id, holder, epoch, until, packets_sent, packets_failed, last_sent_at)
                values (\(tenant.id), 'hall-1 "4711"', 3, now() + interval '1 hour', 812, 2, now() + interval '1 hour');
                """)
            let registry = MetricsRegistry()
            let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            let monitor = EmitterMonitor(
                database: database.tenants,
                directory: TenantDirectory(database.runtime, fallback: nil, of: nil, logger: silence),
                registry: registry)
            let task = Task { await monitor.run() }
            func isInMetrics(_ line: String) async -> Bool {
                await eventually(within: 120) { registry.render().contains(line) ? true : nil } == true
            }
            #expect(await isInMetrics("tutti_emitter_packets_sent_total{tenant=\"hall\"} 812\n"))
            let text = registry.render()
            #expect(text.contains("tutti_emitter_packets_failed_total{tenant=\"hall\"} 2\n"))
            #expect(text.contains("tutti_emitter_up{tenant=\"hall\",holder=\"hall-1 \\\"4711\\\"\"} 1\n"))
            #expect(text.contains("tutti_emitter_epoch{tenant=\"hall\"} 3\n"))
            #expect(text.contains("tutti_emitter_last_packet_age_seconds{tenant=\"hall\"} "))
            #expect(text.contains("# TYPE tutti_emitter_packets_sent_total counter\n"))
            try await database.sql("update app.emitter_lease set problem = 'the cable is out';")
            #expect(await isInMetrics("tutti_emitter_up{tenant=\"hall\",holder=\"hall-1 \\\"4711\\\"\"} 0\n"))
            try await database.sql("delete from control.on_air;")
            #expect(await eventually(within: 120) { registry.render().isEmpty ? true : nil } == true)
            task.cancel()
            await task.value
        }
    }
}
