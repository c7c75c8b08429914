import Foundation
import Glibc
import Testing

/// `tutti run` as a newcomer meets it, in a folder that holds nothing: one service for the whole test, asked in
/// the order of an evening.
@Suite(.serialized) struct RunTests {
    @Test(.timeLimit(.minutes(3))) func anEmptyFolderBecomesAConcertOnTheAir() async throws {
        try await onThread {
            let service = try RunningService()
            defer {
                service.stop()
                service.remove()
            }
            let witness = try PacketWitness(group: service.group, port: service.multicastPort)
            defer { witness.end() }
            try service.start()
            try Self.phonesOf2013AreServed(service, witness)
            try Self.theAddressesArePrinted(service)
            try Self.commandsJoinTheService(service)
            try Self.aSecondStartIsRefused(service)
            try Self.theOperatorMovesTheConcert(service, witness)
            try Self.theDemoPlays(service, witness)
            #expect(service.stop() == 0, "SIGTERM is a graceful end: \(service.logTail)")
            #expect(service.postmasterPid == nil, "the database ends with the service")
            try Self.nothingIsForgotten(service)
        }
    }

    private static let pieces = (1...4).map { "Dvořák, String Quartet No. 12: Mvt. \($0)" }

    private static func phonesOf2013AreServed(_ service: RunningService, _ witness: PacketWitness) throws {
        let client = TestClient(port: service.port)
        #expect(client.exchange("GET", "/getPieces.php")?.text == pieces.joined(separator: ";"))
        let name = "Dvo%C5%99%C3%A1k,%20String%20Quartet%20No.%2012:%20Mvt.%201"
        let data = try #require(client.exchange("GET", "/getData.php?database1=\(name)"))
        #expect(data.status == 200)
        #expect(data.text.hasPrefix("<?xml version=\"1.0\"?>\n<concert>"))
        #expect(data.fields["content-type"] == "text/xml; charset=utf-8")
        #expect(
            client.exchange("GET", "/images/AppAssets/ProgramNotes.pdf")?.body.starts(with: Array("%PDF-".utf8)) == true
        )
        let packet = try #require(witness.first(after: .distantPast, within: 5))
        #expect(packet.piece == pieces[0])
        #expect(packet.measure == 1)
    }

    private static func theAddressesArePrinted(_ service: RunningService) throws {
        let lines = service.lines
        #expect(lines.contains { $0.hasSuffix("http://127.0.0.1:\(service.port)/operator") })
        #expect(lines.contains { $0.hasSuffix("http://127.0.0.1:\(service.adminPort)/metrics") })
        #expect(lines.contains { $0.contains("\(service.group):\(service.multicastPort)") })
        #expect(lines.filter { $0.contains("password") }.count == 3, "the demo's passwords are shown the first time")
        #expect(lines.last == "ready")
    }

    private static func commandsJoinTheService(_ service: RunningService) throws {
        let health = try service.command(["health"])
        #expect(health.status == 0 && health.output == "ok\n")
        let query = "select current_user, count(*) from app.piece"
        let psql = try service.command(["psql", "--", "-At", "-c", query])
        #expect(psql.status == 0)
        #expect(psql.output == "app_rt|0\n", "the runtime role sees nothing without a tenant")
        let added = try service.command(["tenant", "add", "hall", "--name", "Hall", "--host", "hall.example"])
        #expect(added.status == 0)
        #expect(added.output == "added tenant hall\n")
        let client = TestClient(port: service.port, host: "hall.example")
        #expect(
            client.exchange("GET", "/getPieces.php")?.text == "", "the new tenant answers at once, with nothing yet")
        let again = try service.command(["tenant", "add", "hall", "--name", "Hall"])
        #expect(again.status == 1)
        #expect(again.errors.contains("already a tenant hall"))
        #expect(try service.command(["tenant", "add"]).status == 2)
        let missing = try service.command(["import", "concert", "/nonexistent", "--tenant", "hall"])
        #expect(missing.status == 1)
    }

    private static func aSecondStartIsRefused(_ service: RunningService) throws {
        let second = try service.command(["run"])
        #expect(second.status == 3)
        let holder = try String(contentsOf: service.directory.appending(path: "data/service.lock"), encoding: .utf8)
            .prefix { $0 != " " }
        #expect(!holder.isEmpty && second.errors.contains("process \(holder)"))
        #expect(TestClient(port: service.port).exchange("GET", "/livez")?.status == 200, "the first goes on")
    }

    private static func theOperatorMovesTheConcert(_ service: RunningService, _ witness: PacketWitness) throws {
        let added = try service.command(
            ["user", "add", "--tenant", "demo", "--login", "maestra", "--role", "operator", "--password-stdin"],
            input: "four movements and a coda\n")
        #expect(added.status == 0)
        let token = try service.command(["token", "create", "--tenant", "demo", "--login", "maestra"])
        #expect(token.output.split(separator: "\n").count == 1, "the token and nothing else")
        var client = TestClient(port: service.port, token: token.output.trimmingCharacters(in: .newlines))
        let asked = Date.now
        let body = "{\"piece\":\"\(pieces[2])\",\"measure\":7}"
        let moved = try #require(client.exchange("PUT", "/api/v1/live", json: body))
        #expect(moved.status == 200)
        #expect(moved.json["measure"] as? Int == 7)
        #expect(moved.json["state"] as? String == "running")
        let packet = witness.first(after: asked, within: 3) { $0.piece == pieces[2] && $0.measure == 7 }
        #expect(packet != nil, "the phones follow")
        client.host = "hall.example"
        #expect(client.exchange("PUT", "/api/v1/live", json: body)?.status == 401, "a token is its tenant's only")
        client.token = nil
        #expect(client.exchange("PUT", "/api/v1/live", json: body)?.status == 401)
    }

    /// The rest of the third movement and the fourth at a thousandfold speed.
    private static func theDemoPlays(_ service: RunningService, _ witness: PacketWitness) throws {
        let played = try service.command(["demo", "play", "--speed", "1000"])
        #expect(played.status == 0, "\(played.errors)")
        #expect(played.output.split(separator: "\n").map(String.init) == Array(pieces[2...]))
        let live = try #require(TestClient(port: service.port).exchange("GET", "/api/v1/live")?.json)
        #expect(live["piece"] as? String == pieces[3])
        #expect(live["source"] as? String == "auto")
    }

    /// Started again: no demo passwords, the same position.
    private static func nothingIsForgotten(_ service: RunningService) throws {
        try service.start()
        #expect(!service.lines.contains { $0.contains("password") })
        let live = TestClient(port: service.port).exchange("GET", "/api/v1/live")?.json
        #expect(live?["piece"] as? String == pieces[3])
    }
}
