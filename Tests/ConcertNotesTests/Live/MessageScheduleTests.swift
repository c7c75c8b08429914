import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Messages that are written before their time, and the log of all messages.
@Suite struct MessageScheduleTests {
    private static let day = String(Instant(milliseconds: Instant.now.milliseconds + 86_400_000).description.prefix(10))

    /// The fields of the form, with some of them replaced.
    private func fields(_ other: [String: String] = [:]) -> [String: String] {
        [
            "csrf": LiveStage.csrf, "key": "k1", "concert": "evening", "day": Self.day, "time": "19:30",
            "title": "Interval",
            "body": "Twenty minutes", "style": "BUTTON", "buttonText": "OK", "url": "", "seconds": "300",
        ].merging(other) { $1 }
    }

    private func schedule(_ stage: LiveStage, _ tenant: Tenant, _ other: [String: String] = [:]) async
        -> LiveStage.Answer
    {
        await stage.post("/operator/messages/schedule", fields(other), to: tenant)
    }

    /// Moves the times of the scheduled messages into the past, so that the messages are due.
    private func come(_ database: TestDatabase, secondsAgo: Int = 1) async throws {
        _ = try await database.sql(
            "update app.hall_message set starts_at = now() - interval '\(secondsAgo) s' where starts_at is not null")
    }

    @Test(arguments: [("time", "20:30"), ("concert", "matinee"), ("seconds", "60"), ("body", "Thirty minutes")])
    func theKeyOfAScheduledMessageCannotScheduleAnotherMessage(field: String, value: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            #expect(await schedule(stage, tenant).status == 303)
            #expect(await schedule(stage, tenant).status == 303, "the same request again")
            #expect(await schedule(stage, tenant, [field: value]).status == 422)
            let count = try await database.sql("select count(*) from app.hall_message where starts_at is not null")
            #expect(count.split(separator: "\n").first == "1")
        }
    }

    @Test(arguments: ["", "a b", String(repeating: "k", count: 201)])
    func aMalformedKeyOfAScheduledMessageIsRefused(key: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await schedule(stage, tenant, ["key": key])
            #expect(answer.status == 422)
            #expect(answer.text.contains("must be 1 to 200 visible ASCII characters"))
        }
    }

    @Test func aScheduledMessageIsSentAtItsTime() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (stage, store) = (try LiveStage(database, tenant), AudienceMessageStore(database: database.tenants))
            #expect(await schedule(stage, tenant).status == 303)
            #expect(try await store.valid(in: tenant.id).isEmpty, "no phone shows the message yet")
            #expect(try await store.sendDue(in: tenant.id) == 0)
            #expect(await stage.load("/operator/messages", of: tenant).text.contains("Scheduled</b>"))
            try await come(database)
            #expect(try await store.sendDue(in: tenant.id) == 1)
            let sent = try #require(try await store.valid(in: tenant.id).first)
            #expect(sent.title == "Interval")
            #expect(sent.repeatNumber == 0)
            let left = sent.expiresAt.milliseconds - sent.createdAt.milliseconds
            #expect((1...300_000).contains(left), "the duration counts from the scheduled time")
            #expect(try await store.sendDue(in: tenant.id) == 0)
            let log = try await store.log(in: tenant.id)
            #expect(log.count == 1, "the message is in the log once")
            #expect(log.first?.author == "anna")
            #expect(await stage.load("/operator/messages", of: tenant).text.contains("Active</b>"))
        }
    }

    @Test func aScheduledMessageThatCannotBeSentDoesNotDelayTheOthers() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (stage, store) = (try LiveStage(database, tenant), AudienceMessageStore(database: database.tenants))
            #expect(await schedule(stage, tenant, ["time": "19:00"]).status == 303)
            #expect(await schedule(stage, tenant, ["key": "k2", "title": "Encore"]).status == 303)
            _ = try await database.sql(
                "update app.hall_message set body = repeat('x', 10000) where title = 'Interval'")
            try await come(database)
            await #expect(throws: APIError.self) { try await store.sendDue(in: tenant.id) }
            #expect(try await store.valid(in: tenant.id).map(\.title) == ["Encore"])
        }
    }

    @Test func simultaneousSendersSendAScheduledMessageOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (stage, store) = (try LiveStage(database, tenant), AudienceMessageStore(database: database.tenants))
            _ = await schedule(stage, tenant)
            try await come(database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await store.sendDue(in: tenant.id) } }
                try await group.waitForAll()
            }
            #expect(try await store.valid(in: tenant.id).count == 1)
        }
    }

    @Test func sendingTheFormTwiceSchedulesOneMessage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            for _ in 0..<2 { #expect(await schedule(stage, tenant).status == 303) }
            #expect(try await AudienceMessageStore(database: database.tenants).log(in: tenant.id).count == 1)
        }
    }

    @Test func anIdempotencyKeyCannotBeReusedBetweenScheduledAndImmediateMessages() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            let event = AuditEvent("message.send", by: .command), now = Instant.now
            let draft = try AudienceMessageDraft(body: "Twenty minutes", style: "AUTO", now: now)
            let later = Instant(milliseconds: now.milliseconds + 3_600_000)
            for (first, second) in [(true, false), (false, true)] {
                func send(scheduled: Bool) async throws {
                    if scheduled {
                        _ = try await store.schedule(
                            draft, for: "evening", at: later, validity: 60_000, now: now, in: tenant.id, by: nil,
                            idempotencyKey: "key \(first)", recorded: event)
                    } else {
                        _ = try await store.send(draft, in: tenant.id, idempotencyKey: "key \(first)", recorded: event)
                    }
                }
                for _ in 0..<2 { try await send(scheduled: first) }
                let error = await #expect(throws: APIError.self) { try await send(scheduled: second) }
                #expect(error?.code == .idempotencyKeyReused)
            }
            #expect(try await store.log(in: tenant.id).count == 2)
        }
    }

    @Test func aCancelledScheduledMessageIsNotSent() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 12346)
            let (stage, store) = (
                try LiveStage(database, tenant, other), AudienceMessageStore(database: database.tenants)
            )
            _ = await schedule(stage, tenant)
            let id = try #require(try await store.log(in: tenant.id).first).id.description
            let path = "/operator/messages/cancellations"
            #expect(await stage.post(path, ["csrf": LiveStage.csrf, "message": id], to: other).status == 404)
            let cancelled = await stage.post(path, ["csrf": LiveStage.csrf, "message": id], to: tenant)
            #expect(cancelled.fields["Location"] == "/operator/messages?notice=cancelled")
            #expect(await stage.post(path, ["csrf": LiveStage.csrf, "message": id], to: tenant).status == 404)
            try await come(database)
            #expect(try await store.sendDue(in: tenant.id) == 0)
            #expect(await stage.load("/operator/messages", of: tenant).text.contains("Cancelled</b>"))
            #expect(!(await stage.load("/operator/messages", of: other).text.contains("Interval")))
        }
    }

    @Test func aScheduledMessageOfAConcertOffTheAirIsNotSent() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            _ = try await LiveFixture.concert(in: database, for: tenant, slug: "matinee")
            let (stage, store) = (try LiveStage(database, tenant), AudienceMessageStore(database: database.tenants))
            #expect(await schedule(stage, tenant, ["concert": "matinee"]).status == 303)
            try await come(database)
            #expect(try await store.sendDue(in: tenant.id) == 0)
            try await come(database, secondsAgo: 301)
            #expect(await stage.load("/operator/messages", of: tenant).text.contains("Not sent</b>"))
        }
    }

    @Test func theMessageLogMarksExpiredAndWithdrawnMessages() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (stage, store) = (try LiveStage(database, tenant), AudienceMessageStore(database: database.tenants))
            let draft = try AudienceMessageDraft(title: "Welcome", style: "AUTO", now: .now)
            let message = try await store.send(draft, in: tenant.id)
            try await store.withdraw(message.id, in: tenant.id)
            #expect(await stage.load("/operator/messages", of: tenant).text.contains("Withdrawn</b>"))
            _ = try await database.sql("update app.hall_message set withdrawn_at = null, expires_at = now()")
            #expect(await stage.load("/operator/messages", of: tenant).text.contains("Expired</b>"))
        }
    }

    @Test(arguments: [
        ["day": "2020-01-01"], ["day": "2999-01-01"], ["day": "soon"], ["time": "7:30"], ["body": "a|b"],
        ["title": "", "body": "", "buttonText": ""], ["style": "LINK"], ["seconds": "0"],
    ])
    func theFormOfARefusedScheduledMessageKeepsTheEnteredValues(wrong: [String: String]) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let refused = await schedule(stage, tenant, wrong)
            #expect(refused.status == 422)
            let (time, title) = (wrong["time"] ?? "19:30", wrong["title"] ?? "Interval")
            let body = wrong["body"] ?? "Twenty minutes"
            #expect(refused.text.contains("name=\"time\" type=\"time\" value=\"\(time)\""))
            #expect(refused.text.contains("name=\"title\" type=\"text\" value=\"\(title)\""))
            #expect(refused.text.contains(">\(body)</textarea>"))
            #expect(try await AudienceMessageStore(database: database.tenants).log(in: tenant.id).isEmpty)
        }
    }

    @Test func theAPISchedulesListsAndCancelsMessages() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let path = "/api/v1/scheduled-messages"
            func body(_ startsAt: String, _ expiresAt: String, concert: String = "evening", title: String = "Interval")
                -> String
            {
                #"{"concert": "\#(concert)", "title": "\#(title)", "style": "AUTO", "startsAt": "\#(startsAt)", "expiresAt": "\#(expiresAt)"}"#
            }
            let (start, end) = ("\(Self.day)T19:20:00Z", "\(Self.day)T19:25:00Z")
            let made = await stage.send(
                .post, path, body(start, end), to: tenant, fields: ["Idempotency-Key": "once"])
            #expect(made.status == 201)
            #expect(made.json["concert"] == "evening")
            #expect(made.json["expiresAt"]?.string?.hasPrefix("\(Self.day)T19:25:00") == true)
            let again = await stage.send(.post, path, body(start, end), to: tenant, fields: ["Idempotency-Key": "once"])
            #expect(again.json["id"] == made.json["id"])
            let reused = await stage.send(
                .post, path, body(start, end, title: "Other"), to: tenant, fields: ["Idempotency-Key": "once"])
            #expect(reused.status == 422)
            #expect(await stage.send(.post, path, body(end, start), to: tenant).status == 422)
            #expect(
                await stage.send(.post, path, body("2020-01-01T00:00:00Z", "2020-01-01T00:01:00Z"), to: tenant).status
                    == 422)
            #expect(await stage.send(.post, path, body(start, end, concert: "nothing"), to: tenant).status == 404)
            #expect(await stage.send(.get, path, to: tenant, as: .listener).status == 403)
            let id = made.json["id"]?.string ?? ""
            #expect(await stage.send(.get, path, to: tenant).text.contains("\"\(id)\""))
            #expect(await stage.send(.delete, "\(path)/\(id)", to: tenant).status == 204)
            #expect(await stage.send(.delete, "\(path)/\(id)", to: tenant).status == 404)
            #expect(!(await stage.send(.get, path, to: tenant).text.contains("\"\(id)\"")))
        }
    }

    @Test func theBackgroundServiceSendsScheduledMessagesThatAreDue() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (stage, store) = (try LiveStage(database, tenant), AudienceMessageStore(database: database.tenants))
            _ = await schedule(stage, tenant)
            try await come(database)
            let service = MessageSchedule(store: store, tenants: { [tenant.id] }, logger: LiveFixture.silence)
            await service.runOnce()
            #expect(try await store.valid(in: tenant.id).count == 1)
        }
    }
}
