import Tenancy
import Testing

@testable import Accounts

@Suite struct StreamLeaseStoreTests {
    @Test func simultaneousStartsCannotExceedTheLimitOfStreams() async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            try await stage.database.sql("update app.tenant_profile set streams_per_account = 3;")
            let ann = try await stage.addListener()
            let store = StreamLeaseStore(database: stage.database.tenants)
            let started = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        let outcome = try await store.start(
                            device: "\(number)", takesOver: false, of: ann.id, in: stage.here.id)
                        if case .started = outcome { return true }
                        return false
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(started == 3)
            #expect(try await store.streams(of: ann.id, in: stage.here.id).count == 3)
        }
    }

    @Test func simultaneousTakeOversLeaveOneStream() async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            let ann = try await stage.addListener()
            let store = StreamLeaseStore(database: stage.database.tenants)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        _ = try await store.start(device: "\(number)", takesOver: true, of: ann.id, in: stage.here.id)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.streams(of: ann.id, in: stage.here.id).count == 1)
        }
    }

    @Test func aStreamWithoutARenewalEndsAfterAMinute() async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            let ann = try await stage.addListener()
            let store = StreamLeaseStore(database: stage.database.tenants)
            let outcome = try await store.start(device: "car", takesOver: false, of: ann.id, in: stage.here.id)
            guard case .started(let first) = outcome else { return #expect(Bool(false), "was refused") }
            #expect(abs(first.expiresAt.timeIntervalSince(first.startedAt) - 60) < 0.001)
            try await stage.database.sql("update app.stream_lease set expires_at = now();")
            #expect(try await store.renew(first.id, of: ann.id, in: stage.here.id) == nil)
            #expect(try await !store.end(first.id, of: ann.id, in: stage.here.id))
            #expect(try await store.streams(of: ann.id, in: stage.here.id).isEmpty)
            guard case .started = try await store.start(device: "", takesOver: false, of: ann.id, in: stage.here.id)
            else {
                return #expect(Bool(false), "was refused")
            }
            #expect(try await stage.database.sql("select count(*) from app.stream_lease;") == "1")
        }
    }

    @Test func withoutATenantLimitAnAccountPlaysAtMostAHundredStreams() async throws {
        try await Stage.with { stage in
            let ann = try await stage.addListener()
            let store = StreamLeaseStore(database: stage.database.tenants)
            for _ in 0..<StreamLease.most {
                _ = try await store.start(device: "", takesOver: false, of: ann.id, in: stage.here.id)
            }
            let outcome = try await store.start(device: "", takesOver: false, of: ann.id, in: stage.here.id)
            guard case .refused(let playing) = outcome else { return #expect(Bool(false), "was not refused") }
            #expect(playing.count == StreamLease.most)
        }
    }
}
