import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct AudienceMessageStoreTests {
    private func draft(_ title: String, body: String = "Please") throws -> AudienceMessageDraft {
        try AudienceMessageDraft(title: title, body: body, style: "BUTTON", buttonText: "OK", now: .now)
    }

    /// Spec Decided 4.
    @Test func aMessageWithoutAnExpiryTimeIsValidForAMinute() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            let message = try await store.send(draft("Welcome"), in: tenant.id, by: 3)
            #expect(message.expiresAt.milliseconds - message.createdAt.milliseconds == 60_000)
            #expect(message.repeatNumber == 0)
            #expect(try await store.valid(in: tenant.id) == [message])
        }
    }

    @Test func theGivenExpiryTimeOfAMessageIsStoredExactly() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let end = Instant(milliseconds: Instant.now.milliseconds + 3_600_123)
            let draft = try AudienceMessageDraft(title: "Welcome", style: "AUTO", expiresAt: end, now: .now)
            let message = try await AudienceMessageStore(database: database.tenants).send(draft, in: tenant.id)
            #expect(message.expiresAt == end)
        }
    }

    @Test func messagesWithTheSameTextGetConsecutiveNumbers() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await store.send(self.draft("Welcome"), in: tenant.id).repeatNumber }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers.sorted() == Array(0..<8))
            #expect(try await store.send(draft("Goodbye"), in: tenant.id).repeatNumber == 0)
        }
    }

    @Test func linksToTheSameAddressGetConsecutiveNumbersDespiteOtherTitles() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            for (index, title) in ["Survey", "Other title"].enumerated() {
                let draft = try AudienceMessageDraft(title: title, style: "LINK", url: "https://a.test", now: .now)
                #expect(try await store.send(draft, in: tenant.id).repeatNumber == index)
            }
        }
    }

    @Test func aMessageThatFillsAPacketCannotBeSentTwice() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            let body = String(repeating: "x", count: 1_400 - "PUSH|||BUTTON|OK|".utf8.count)
            _ = try await store.send(draft("", body: body), in: tenant.id)
            let error = await #expect(throws: APIError.self) {
                try await store.send(draft("", body: body), in: tenant.id)
            }
            #expect(error?.status == .unprocessableContent)
        }
    }

    @Test func simultaneousRequestsWithOneIdempotencyKeySendOneMessage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            let messages = try await withThrowingTaskGroup(of: AudienceMessage.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await store.send(self.draft("Welcome"), in: tenant.id, idempotencyKey: "k") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(messages).count == 1)
            #expect(try await database.sql("select count(*) from app.hall_message") == "1")
        }
    }

    @Test func sendingAMessageIsRefusedWhileNoConcertIsOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            await #expect(throws: APIError.noLiveConcert) {
                try await AudienceMessageStore(database: database.tenants).send(self.draft("Welcome"), in: tenant.id)
            }
        }
    }

    @Test func aWithdrawnMessageIsNoLongerValid() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let store = AudienceMessageStore(database: database.tenants)
            let message = try await store.send(draft("Welcome"), in: tenant.id)
            try await store.withdraw(message.id, in: tenant.id)
            #expect(try await store.valid(in: tenant.id).isEmpty)
            // The emitter thus distinguishes a withdrawn message from an expired one, for which it must still send
            // packets.
            #expect(try await database.sql("select withdrawn_at = expires_at from app.hall_message;") == "t")
            try await store.withdraw(message.id, in: tenant.id)
        }
    }

    @Test func aMessageOfAnotherTenantCannotBeWithdrawn() async throws {
        try await withDatabase { database in
            let one = try await LiveFixture.onAir(in: database, slug: "one", port: 1001)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            let store = AudienceMessageStore(database: database.tenants)
            let message = try await store.send(draft("Welcome"), in: one.id)
            await #expect(throws: APIError.noSuchMessage) { try await store.withdraw(message.id, in: other.id) }
            #expect(try await store.valid(in: one.id) == [message])
            #expect(try await store.valid(in: other.id).isEmpty)
        }
    }
}
