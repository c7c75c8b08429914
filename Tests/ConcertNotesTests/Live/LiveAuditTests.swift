import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Audit records of going on the air, going off the air and messages: each action writes one record in its transaction.
@Suite struct LiveAuditTests {
    private func events(_ database: TestDatabase) async throws -> [String] {
        try await database.sql(
            """
            select concat_ws('|', actor_kind, actor_id, actor, action, subject, request_id is not null)
              from app.audit_event
             order by event_id
            """
        ).split(separator: "\n").map(String.init)
    }

    private static func by(_ action: String) -> String { "account|7|anna|\(action)|t" }

    @Test func goingOnAndOffTheAirIsRecordedInTheAuditLog() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            _ = try await LiveFixture.concert(in: database, for: tenant)
            let slug = try await database.sql("select slug from app.concert")
            let stage = try LiveStage(database, tenant)
            for _ in 0..<2 {
                // At the second request the concert is already on the air, so nothing changes.
                #expect(
                    await stage.send(.put, "/api/v1/live/concert", "{\"concert\": \"\(slug)\"}", to: tenant).status
                        == 200)
            }
            #expect(await stage.send(.put, "/api/v1/live/concert", "{\"concert\": \"none\"}", to: tenant).status == 404)
            #expect(await stage.send(.post, "/api/v1/live/steps", "{\"by\": 1}", to: tenant).status == 200)
            #expect(await stage.send(.delete, "/api/v1/live", to: tenant).status == 204)
            #expect(await stage.send(.delete, "/api/v1/live", to: tenant).status == 404)
            #expect(
                try await events(database) == [Self.by("live.activate|\(slug)"), Self.by("live.end|\(slug)")],
                "a step is recorded in app.live_change only")
        }
    }

    /// Spec T12.
    @Test func sendingAndWithdrawingAMessageIsRecordedOnceInTheAuditLog() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let body = "{\"title\": \"Welcome\", \"body\": \"Please sit.\", \"style\": \"AUTO\"}"
            for _ in 0..<2 {
                let sent = await stage.send(
                    .post, "/api/v1/messages", body, to: tenant, fields: ["Idempotency-Key": "k1"])
                #expect(sent.status == 201)
            }
            let id = try await database.sql("select message_id from app.hall_message")
            for _ in 0..<2 { #expect(await stage.send(.delete, "/api/v1/messages/\(id)", to: tenant).status == 204) }
            #expect(
                try await events(database) == [Self.by("message.send|Welcome"), Self.by("message.withdraw|Welcome")])
            #expect(
                try await database.sql("select distinct detail->>'message' from app.audit_event") == id,
                "the record contains the key of the message and not its text")
        }
    }

    @Test func aRefusedMessageLeavesNoAuditRecord() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let stage = try LiveStage(database, tenant)
            let body = "{\"body\": \"Please sit.\", \"style\": \"AUTO\"}"
            #expect(await stage.send(.post, "/api/v1/messages", body, to: tenant).status != 201)
            #expect(try await events(database).isEmpty)
        }
    }
}
