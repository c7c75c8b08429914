import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct KnownDeviceStoreTests {
    @Test func aDeviceIsKnownOnlyToTheAccountThatSignedInOnTheDevice() async throws {
        try await Stage.with { stage in
            let store = KnownDeviceStore(database: stage.database.tenants)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let ann = try await stage.addListener()
            let device = try await store.remember(nil, of: eva.id, in: stage.here.id)
            #expect(try await store.isKnown(device, to: "EVA", in: stage.here.id))
            #expect(try await !store.isKnown(device, to: "ann", in: stage.here.id))
            #expect(try await !store.isKnown(device, to: "eva", in: stage.there.id))
            #expect(try await !store.isKnown(SecretKey(), to: "eva", in: stage.here.id))
            // The secret stays the same for its account. Another account gets its own secret.
            #expect(try await store.remember(device, of: eva.id, in: stage.here.id) == device)
            #expect(try await store.remember(device, of: ann.id, in: stage.here.id) != device)
        }
    }

    @Test func anUnknownDeviceSecretIsReplaced() async throws {
        try await Stage.with { stage in
            let store = KnownDeviceStore(database: stage.database.tenants)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let planted = SecretKey()
            #expect(try await store.remember(planted, of: eva.id, in: stage.here.id) != planted)
            #expect(try await !store.isKnown(planted, to: "eva", in: stage.here.id))
        }
    }

    @Test func beyondTheLimitTheLeastRecentlyUsedDeviceIsForgotten() async throws {
        try await Stage.with { stage in
            let store = KnownDeviceStore(database: stage.database.tenants)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            var devices: [SecretKey] = []
            for _ in 0...KnownDeviceStore.limit {
                devices.append(try await store.remember(nil, of: eva.id, in: stage.here.id))
            }
            #expect(try await !store.isKnown(devices[0], to: "eva", in: stage.here.id))
            #expect(try await store.isKnown(devices[1], to: "eva", in: stage.here.id))
            // A device that is used again is no longer the oldest.
            _ = try await store.remember(devices[1], of: eva.id, in: stage.here.id)
            _ = try await store.remember(nil, of: eva.id, in: stage.here.id)
            #expect(try await store.isKnown(devices[1], to: "eva", in: stage.here.id))
            #expect(try await !store.isKnown(devices[2], to: "eva", in: stage.here.id))
            let count = try await stage.database.sql("select count(*) from app.known_device;")
            #expect(count == "\(KnownDeviceStore.limit)")
        }
    }

    @Test func aDeviceIsForgottenAfterAYearWithoutUse() async throws {
        try await Stage.with { stage in
            let store = KnownDeviceStore(database: stage.database.tenants)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let device = try await store.remember(nil, of: eva.id, in: stage.here.id)
            try await stage.database.sql("update app.known_device set last_seen_at = now() - interval '366 days';")
            #expect(try await !store.isKnown(device, to: "eva", in: stage.here.id))
            #expect(try await store.remember(device, of: eva.id, in: stage.here.id) != device)
            #expect(try await stage.database.sql("select count(*) from app.known_device;") == "1")
        }
    }

    @Test func theDatabaseStoresOnlyTheHashOfADeviceSecret() async throws {
        try await Stage.with { stage in
            let store = KnownDeviceStore(database: stage.database.tenants)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let device = try await store.remember(nil, of: eva.id, in: stage.here.id)
            let stored = try await stage.database.sql("select encode(token_hash, 'hex') from app.known_device;")
            #expect(stored == device.hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        }
    }
}
