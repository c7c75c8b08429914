import Foundation
import Glibc
import Testing

/// Tests of `tutti run` in an empty folder, as a new user starts it. The whole test uses one service, in the order of an evening.
@Suite(.serialized) struct RunTests {
    /// Spec N25, I20, O5.
    @Test(.timeLimit(.minutes(30))) func theRunCommandInAnEmptyFolderServesADemoConcertOnTheAir() async throws {
        try await RunningService.with { service in
            let recorder = try PacketRecorder(group: service.group, port: service.multicastPort)
            defer { recorder.end() }
            try await service.start()
            try await phonesOf2013AreServed(service, recorder)
            theAddressesArePrinted(service)
            try await commandsUseTheRunningService(service)
            try onlyTheServersThreadsHaveTheBatchPolicy(service)
            try await aSecondStartIsRefused(service)
            try await theOperatorMovesTheConcert(service, recorder)
            try await theDemoPlays(service)
            try await unsupportedSignalsAreLogged(service)
            let changed = ["user", "reset", "--tenant", "demo", "--login", "editor", "--password-stdin"]
            #expect(try await service.command(changed, input: "eleven brown cellos\n").status == 0)
            #expect(try await service.command(["platform", "password", "--login", "platform"]).status == 0)
            let logins = service.lines.filter {
                $0.contains("password") && !$0.contains(" editor ") && !$0.contains(" platform ")
            }
            #expect(await service.stop() == 0, "SIGTERM is a graceful end: \(service.logTail)")
            #expect(service.postmasterPid == nil, "the database ends with the service")
            try await passwordsAndPositionSurviveARestart(service, logins)
        }
    }

    private let pieces = (1...4).map { "Dvořák, String Quartet No. 12: Mvt. \($0)" }

    private func phonesOf2013AreServed(_ service: RunningService, _ recorder: PacketRecorder) async throws {
        let client = TestClient(port: service.port)
        #expect(await client.exchange("GET", "/getPieces.php")?.text == pieces.joined(separator: ";"))
        let name = "Dvo%C5%99%C3%A1k,%20String%20Quartet%20No.%2012:%20Mvt.%201"
        let data = try #require(await client.exchange("GET", "/getData.php?database1=\(name)"))
        #expect(data.status == 200)
        #expect(data.text.hasPrefix("<?xml version=\"1.0\"?>\n<concert>"))
        #expect(data.fields["content-type"] == "text/xml; charset=utf-8")
        #expect(
            await client.exchange("GET", "/images/AppAssets/ProgramNotes.pdf")?.body.starts(with: Array("%PDF-".utf8))
                == true
        )
        let packet = try #require(await recorder.first(after: .distantPast, within: 120))
        #expect(packet.piece == pieces[0])
        #expect(packet.measure == 1)
    }

    private func theAddressesArePrinted(_ service: RunningService) {
        let lines = service.lines
        #expect(lines.contains { $0.hasSuffix("http://127.0.0.1:\(service.port)/operator") })
        #expect(lines.contains { $0.hasSuffix("http://127.0.0.1:\(service.adminPort)/metrics") })
        #expect(lines.contains { $0.contains("\(service.group):\(service.multicastPort)") })
        let logins = lines.filter { $0.hasPrefix("demo login ") }.map { $0.split(separator: " ")[2] }
        #expect(logins == ["operator", "programmer", "editor", "admin", "listener", "platform"])
        #expect(lines.contains { $0.hasSuffix("at http://127.0.0.1:\(service.port)/station") })
        #expect(lines.last == "ready")
    }

    private func commandsUseTheRunningService(_ service: RunningService) async throws {
        let health = try await service.command(["health"])
        #expect(health.status == 0 && health.output.hasPrefix("ok\n"), "\(health.output)")
        let query = "select current_user, count(*) from app.piece"
        let psql = try await service.command(["psql", "--", "-At", "-c", query])
        #expect(psql.status == 0)
        #expect(psql.output == "app_rt|0\n", "the runtime role sees nothing without a tenant")
        let added = try await service.command(["tenant", "add", "hall", "--name", "Hall", "--host", "hall.example"])
        #expect(added.status == 0)
        #expect(added.output == "added tenant hall\n")
        let client = TestClient(port: service.port, host: "hall.example")
        #expect(
            await client.exchange("GET", "/getPieces.php")?.text == "",
            "the new tenant is served immediately and is empty")
        let again = try await service.command(["tenant", "add", "hall", "--name", "Hall"])
        #expect(again.status == 1)
        #expect(again.errors.contains("Another tenant has the short name \"hall\""))
        #expect(try await service.command(["tenant", "add"]).status == 2)
        let missing = try await service.command(["import", "concert", "/nonexistent", "--tenant", "hall"])
        #expect(missing.status == 1)
    }

    /// The emitter and PostgreSQL have another scheduling policy, because packets must not wait. Decisions 0040 and 0088.
    private func onlyTheServersThreadsHaveTheBatchPolicy(_ service: RunningService) throws {
        #expect(RunningService.schedulingPolicies(of: service.pid) == [Self.batch])
        #expect(RunningService.schedulingPolicies(of: try #require(service.postmasterPid)) == [0])
        #expect(RunningService.schedulingPolicies(of: try #require(service.emitterPid)) == [0])
    }

    /// The value of SCHED_BATCH in sched.h.
    private static let batch = 3

    private func aSecondStartIsRefused(_ service: RunningService) async throws {
        let second = try await service.command(["run"])
        #expect(second.status == 3)
        let holder = try String(contentsOf: service.directory.appending(path: "data/service.lock"), encoding: .utf8)
            .prefix { $0 != " " }
        #expect(!holder.isEmpty && second.errors.contains("process \(holder)"))
        #expect(await TestClient(port: service.port).exchange("GET", "/livez")?.status == 200, "the first goes on")
    }

    private func theOperatorMovesTheConcert(_ service: RunningService, _ recorder: PacketRecorder) async throws {
        let added = try await service.command(
            ["user", "add", "--tenant", "demo", "--login", "maestra", "--role", "operator", "--password-stdin"],
            input: "four movements and a coda\n")
        #expect(added.status == 0)
        let token = try await service.command(["token", "create", "--tenant", "demo", "--login", "maestra"])
        #expect(token.output.split(separator: "\n").count == 1, "the output is only the token")
        var client = TestClient(port: service.port, token: token.output.trimmingCharacters(in: .newlines))
        let asked = Date.now
        let body = "{\"piece\":\"\(pieces[2])\",\"measure\":7}"
        let moved = try #require(await client.exchange("PUT", "/api/v1/live", json: body))
        #expect(moved.status == 200)
        #expect(moved.json["measure"] as? Int == 7)
        #expect(moved.json["state"] as? String == "running")
        let packet = await recorder.first(after: asked, within: 120) { $0.piece == pieces[2] && $0.measure == 7 }
        #expect(packet != nil, "the phones receive the change")
        client.host = "hall.example"
        #expect(await client.exchange("PUT", "/api/v1/live", json: body)?.status == 401, "a token is its tenant's only")
        client.token = nil
        #expect(await client.exchange("PUT", "/api/v1/live", json: body)?.status == 401)
    }

    /// Plays the rest of the third movement and the fourth movement at a thousandfold speed.
    private func theDemoPlays(_ service: RunningService) async throws {
        let played = try await service.command(["demo", "play", "--speed", "1000"])
        #expect(played.status == 0, "\(played.errors)")
        let output: [String] = played.output.split(separator: "\n").map(String.init)
        #expect(output == Array(pieces[2...]))
        let live = try #require(await TestClient(port: service.port).exchange("GET", "/api/v1/live")?.json)
        #expect(live["piece"] as? String == pieces[3])
        #expect(live["source"] as? String == "auto")
    }

    /// Sends signals that have no effect: the private PostgreSQL cannot be handed over, and no file sets a limit. Each signal causes one log line,
    /// and the concert continues.
    private func unsupportedSignalsAreLogged(_ service: RunningService) async throws {
        kill(service.pid, SIGUSR2)
        kill(service.pid, SIGHUP)
        for line in ["a hand-over requires your own PostgreSQL in DATABASE_URL", "\"changed\":\"nothing\""] {
            #expect(
                await eventually(within: 120) { service.log.contains(line) ? true : nil } == true, "\(service.logTail)")
        }
        #expect(await TestClient(port: service.port).exchange("GET", "/livez")?.status == 200)
        #expect(service.postmasterPid != nil)
    }

    /// Checks that the unchanged passwords and the position are the same after a restart.
    private func passwordsAndPositionSurviveARestart(_ service: RunningService, _ logins: [String]) async throws {
        try await service.start()
        #expect(service.lines.filter { $0.contains("password") } == logins)
        let file = service.directory.appending(path: "data/demo-logins.json").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600, "no other user can read the passwords")
        let live = await TestClient(port: service.port).exchange("GET", "/api/v1/live")?.json
        #expect(live?["piece"] as? String == pieces[3])
    }
}
