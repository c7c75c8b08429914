import Postgres
import Tenancy
import TestSupport
import Testing

@Suite struct AuditEventTests {
    @Test func theServiceCanAppendAuditEventsButNotChangeThem() async throws {
        try await withDatabase { database in
            let hall = try await database.tenant("hall")
            let event = AuditEvent(
                "account.disable", by: .account(id: 7, login: "eva"), subject: "tom",
                detail: ["why": "left", "by": "post"],
                requestID: "r1")
            _ = try await database.tenants.rows(in: hall.id, event.insertion(in: hall.id))
            _ = try await database.tenants.rows(
                in: hall.id, AuditEvent("tenant.export", by: .command).insertion(in: hall.id))
            let rows = try await database.tenants.rows(
                in: hall.id,
                """
                select concat_ws('|', actor_kind, actor_id, actor, action, subject, detail, request_id) as line
                  from app.audit_event
                 where tenant_id = \(hall.id)
                 order by event_id
                """)
            #expect(
                try rows.map { try $0("line", as: String.self) } == [
                    "account|7|eva|account.disable|tom|{\"by\": \"post\", \"why\": \"left\"}|r1",
                    "command|command line|tenant.export||{}",
                ])
            for statement: SQL in ["delete from app.audit_event", "update app.audit_event set actor = 'x'"] {
                await #expect(throws: PostgresError.self) {
                    try await database.tenants.rows(in: hall.id, statement)
                }
            }
        }
    }
}
