import FoundationEssentials
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct SubscriptionStoreTests {
    @Test func anExpiredSubscriptionIsListedAsLapsed() async throws {
        try await Stage.with { stage in
            try await stage.addListener("ann")
            try await stage.addListener("bob", Subscription(.active, until: Date(timeIntervalSinceNow: -1)))
            try await stage.addListener("cyd", Subscription(.lapsed))
            try await stage.addListener("dan", Subscription(.supportRequired))
            let store = SubscriptionStore(database: stage.database.tenants)
            func logins(_ state: Subscription.State?) async throws -> [String] {
                try await store.subscribers(state, after: 0, limit: 10, in: stage.here.id).map(\.login)
            }
            // Eva is an operator and has no subscription.
            #expect(try await logins(nil) == ["ann", "bob", "cyd", "dan"])
            #expect(try await logins(.active) == ["ann"])
            #expect(try await logins(.lapsed) == ["bob", "cyd"])
            #expect(try await logins(.supportRequired) == ["dan"])
            #expect(try await store.subscribers(nil, after: 0, limit: 10, in: stage.there.id).isEmpty)
        }
    }

    @Test func aDeletedAccountMayNotListen() async throws {
        try await Stage.with { stage in
            let store = SubscriptionStore(database: stage.database.tenants)
            let user = try await stage.addListener("gone")
            let gone = Caller(userID: user.id.rawValue, login: "gone", role: .listener, proof: .bearer)
            try await store.requireSubscription(of: gone, in: stage.here.id)
            try await stage.database.sql("delete from app.user_account where login = 'gone';")
            let error = await #expect(throws: APIError.self) {
                try await store.requireSubscription(of: gone, in: stage.here.id)
            }
            #expect(error?.code == .subscriptionRequired)
        }
    }
}
