import Foundation
import HTTP
import PlayerCore
import Postgres
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Players

/// Several devices at the same time.
struct PlayerConcurrencyTests {
    /// Spec L40.
    @Test func concurrentAdditionsOfTwoDevicesToTheQueueAreAllApplied() async throws {
        try await PlayerStage.with { player in
            await player.put("/queue", #"{"tracks": []}"#)
            let before = await player.get().revision ?? 0
            let count = 40
            let answers = await withTaskGroup(of: Int.self) { group in
                for device in ["phone", "web"] {
                    group.addTask {
                        var done = 0
                        for _ in 0..<count {
                            let body = "{\"tracks\": [\"soundcloud:tracks:1\"], \"device\": \"\(device)\"}"
                            if await player.post("/queue/items", body).status == 200 { done += 1 }
                        }
                        return done
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(answers == 2 * count)
            let queue = await player.get("/queue")
            #expect(queue["length"] as? Int == 2 * count)
            #expect(queue.revision == before + 2 * count)
        }
    }

    /// Spec L40.
    @Test func oneOfTwoConcurrentEventsForTheSameRevisionIsRefused() async throws {
        try await PlayerStage.with { player in
            for _ in 0..<20 {
                let state = await player.get()
                let (event, tag) = (state.state == "silent" ? "tapAnywhere" : "tapText", state.tag)
                async let first = player.event(event, device: "phone", fields: ["If-Match": tag]).status
                async let second = player.event(event, device: "web", fields: ["If-Match": tag]).status
                let statuses = await [first, second].sorted()
                #expect(statuses == [200, 412])
            }
            #expect(await player.get().revision == 20)
        }
    }

    /// Decision 0081. The first change waits for a lock, and the others for its end.
    @Test func changesOfDifferentPlayersThatWaitForACommitShareATransaction() async throws {
        try await PlayerStage.with { player in
            let database = player.stage.database
            var configuration = Database.Configuration(conninfo: database.runtimeConninfo)
            configuration.waitLimit = 300
            configuration.groupPatience = .seconds(300)
            let client = Database(configuration, logger: RouteStage.silence)
            let store = PlayerStore(database: TenantDatabase(client))
            let command = PlayerCommand(device: nil) { [$0.state == .silent ? .tapAnywhere : .tapText] }
            var owners: [PlayerOwner] = []
            for role in [Role.listener, .editor, .operator] {
                let owner = PlayerOwner(tenant: player.stage.here.id, account: await player.account(role))
                // The first change of a player inserts its row in a transaction of its own.
                _ = try await store.perform(command, of: owner)
                owners.append(owner)
            }
            let first = owners.removeFirst()
            let changes = try await database.superuser.transaction { transaction in
                let own = try await transaction.rows(
                    "select pg_backend_pid() as pid from app.player where user_id = \(first.account) for update")
                let pid: Int = try own[0]("pid")
                let blocked: SQL =
                    "select pid from pg_stat_activity where datname = current_database() and \(pid) = any(pg_blocking_pids(pid))"
                let leader = Task { try await store.perform(command, of: first) }
                #expect(
                    try await eventually(within: .seconds(120)) { try await !database.superuser.rows(blocked).isEmpty })
                let others = owners.map { owner in Task { try await store.perform(command, of: owner) } }
                #expect(await eventually(within: .seconds(120)) { client.facts.groupWaiting == 2 })
                return [leader] + others
            }
            for change in changes { #expect(try await change.value.session.revision == 2) }
            let writers = try await database.superuser.rows(
                "select user_id, xmin::text as writer from app.player where user_id = any(\((owners + [first]).map(\.account)))"
            )
            let byAccount: [Int64: String] = try Dictionary(
                uniqueKeysWithValues: writers.map { (try $0("user_id"), try $0("writer")) })
            #expect(byAccount.count == 3 && Set(owners.map { byAccount[$0.account] }).count == 1)
            #expect(byAccount[first.account] != byAccount[owners[0].account])
            await client.close()
        }
    }

    /// The routes of the queue keep no session in memory, so the memory of the events is outdated after their change.
    @Test func anEventAppliesToTheStoredSessionIfTheSessionInMemoryIsOutdated() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            #expect(await player.event("seek", "\"positionMs\": 1000").status == 200)
            let added = await player.post("/queue/items", #"{"tracks": ["soundcloud:tracks:5"]}"#)
            let seek = await player.event("seek", "\"positionMs\": 2000")
            #expect(seek.revision == (added.revision ?? 0) + 1)
            #expect(await player.get("/queue")["length"] as? Int == 4)
            #expect(await player.get().position == 2000)
        }
    }

    @Test func ifMatchIsComparedWithTheStoredSession() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            let old = await player.event("seek", "\"positionMs\": 1000")
            let new = await player.post("/queue/items", #"{"tracks": ["soundcloud:tracks:5"]}"#)
            #expect(await player.event("seek", "\"positionMs\": 2000", fields: ["If-Match": old.tag]).status == 412)
            #expect(await player.event("seek", "\"positionMs\": 3000", fields: ["If-Match": new.tag]).status == 200)
        }
    }

    /// Spec L40.
    @Test func concurrentSeeksOfTwoDevicesAreAllCounted() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            // A device that was seen within the last minute changes a player with one statement and without a lock.
            await player.event("seek", "\"positionMs\": 1", device: "web")
            let before = await player.get().revision ?? 0
            let count = 30
            let revisions = await withTaskGroup(of: [Int].self) { group in
                for (place, device) in ["phone", "web"].enumerated() {
                    group.addTask {
                        var revisions: [Int] = []
                        for number in 1...count {
                            let position = "\"positionMs\": \(number * 1000 + place * 500)"
                            if let revision = await player.event("seek", position, device: device).revision {
                                revisions.append(revision)
                            }
                        }
                        return revisions
                    }
                }
                return await group.reduce([], +)
            }
            #expect(revisions.sorted() == Array(before + 1...before + 2 * count))
            #expect(await player.get().revision == before + 2 * count)
        }
    }
}
