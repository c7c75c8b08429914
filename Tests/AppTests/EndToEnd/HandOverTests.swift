import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a hand-over. A server with its own database hands over to a successor while clients send requests.
@Suite(.serialized) struct HandOverTests {
    private func settings(_ database: TestDatabase) -> [String: String] {
        ["DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo]
    }

    /// Spec O4.7.
    @Test(.timeLimit(.minutes(30))) func aSuccessorTakesOverWithoutLosingAConnection() async throws {
        let database = try await TestDatabase.create()
        try await RunningService.with(["serve"], settings: settings(database)) { service in
            try await service.start()
            let clients = LoadClients(port: service.port, path: "/livez", connecting: 6, keeping: 6)
            var current = service.pid
            for round in 1...5 {
                let before = clients.answers
                _ = await eventually(within: 120) { clients.answers > before + 50 ? true : nil }
                kill(current, SIGUSR2)
                let next = try #require(
                    await eventually(within: 120) { service.successors.count == round ? service.successors.last : nil },
                    "\(service.logTail)")
                let gone = current
                #expect(
                    await eventually(within: 120) { RunningService.isAlive(gone) ? nil : true } == true,
                    "the predecessor ends by itself")
                current = next
            }
            let before = clients.answers
            _ = await eventually(within: 120) { clients.answers > before + 50 ? true : nil }
            await clients.end()
            #expect(clients.failures == [])
            #expect(clients.answers > 300)
            #expect(await TestClient(port: service.adminPort).exchange("GET", "/readyz")?.status == 200)
            kill(current, SIGTERM)
            let last = current
            #expect(await eventually(within: 120) { RunningService.isAlive(last) ? nil : true } == true)
            #expect(await TestClient(port: service.port).exchange("GET", "/livez") == nil, "the port is free again")
        }
        try await database.drop()
    }

    @Test(.timeLimit(.minutes(30))) func theOldProcessContinuesToServeIfItsSuccessorFails() async throws {
        let database = try await TestDatabase.create()
        // Each process reads the file at its start, so only the successor refuses the new value.
        let file = "/tmp/tutti-e2e-level-\(UUID().uuidString.prefix(8))"
        try "info\n".write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let settings = settings(database).merging(["TUTTI_LOG_LEVEL_FILE": file]) { $1 }
        try await RunningService.with(["serve"], settings: settings) { service in
            try await service.start()
            try "loud\n".write(toFile: file, atomically: true, encoding: .utf8)
            kill(service.pid, SIGUSR2)
            #expect(
                await eventually(within: 120) {
                    service.log.contains("the new process ended with status 1") ? true : nil
                } == true,
                "\(service.logTail)")
            #expect(await TestClient(port: service.port).exchange("GET", "/livez")?.status == 200)
            try "info\n".write(toFile: file, atomically: true, encoding: .utf8)
            kill(service.pid, SIGUSR2)
            #expect(
                await eventually(within: 120) { service.successors.count == 1 ? true : nil } == true, "the next try")
        }
        try await database.drop()
    }

    @Test(.timeLimit(.minutes(30))) func aHandOverUnderAServiceManagerIsRefused() async throws {
        let database = try await TestDatabase.create()
        let settings = settings(database).merging(["NOTIFY_SOCKET": "@tutti-nobody-listens"]) { $1 }
        try await RunningService.with(["serve"], settings: settings) { service in
            try await service.start()
            kill(service.pid, SIGUSR2)
            #expect(await eventually(within: 120) { service.log.contains("restart the unit") ? true : nil } == true)
            #expect(await TestClient(port: service.port).exchange("GET", "/livez")?.status == 200)
        }
        try await database.drop()
    }
}
