import Foundation
import Glibc
import Observability
import Testing
import Web

@testable import Accounts
@testable import App

/// Tests that the data which the server sends or writes without a request stays with its tenant: event streams, log lines, and connections that
/// clients close during a response (spec S1.5, S1.7). EmitterTests check the packets (`packetsOfATenantAreSentOnlyToItsOwnMulticastGroup`).
struct LiveWallTests {
    @Test(.timeLimit(.minutes(30))) func anEventStreamSendsOnlyEventsOfItsTenant() async throws {
        try await WallStage.with { stage in
            try await WallServer.with(stage) { server in
                let (ofA, ofB) = (
                    try EventReader(port: server.server.port, host: stage.a.host),
                    try EventReader(port: server.server.port, host: stage.b.host)
                )
                _ = try await ofA.text(upTo: "\n\n")
                _ = try await ofB.text(upTo: "\n\n")
                for round in 1...3 {
                    for whose in [stage.b, stage.a] {
                        let message = "{\"style\":\"AUTO\",\"body\":\"round \(round) \(whose.mark)\"}"
                        let answer = await server.client(of: whose).exchange(
                            "POST", "/api/v1/messages", json: message)
                        #expect(answer?.status == 201)
                        let step = await server.client(of: whose).exchange(
                            "PUT", "/api/v1/live", json: "{\"measure\":\(round + 1)}")
                        #expect(step?.status == 200)
                    }
                    // B moved first. If A had received B's events, they would precede A's own events.
                    let last = "\"printedMeasure\":\"\(round + 1)alphamark\""
                    let heard = try await ofA.text(containing: last)
                    #expect(heard.contains("round \(round) alphamark"))
                    #expect(!heard.contains(stage.b.mark))
                    #expect(
                        try await !ofB.text(containing: "\"printedMeasure\":\"\(round + 1)betamark\"").contains(
                            stage.a.mark))
                }
            }
        }
    }

    @Test func everyRequestLogLineNamesItsTenant() async throws {
        try await WallStage.with { stage in
            let file = FileManager.default.temporaryDirectory.appending(path: "wall-\(UUID().uuidString).log").path
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer {
                close(descriptor)
                unlink(file)
            }
            let log = LogOutput(descriptor: descriptor, format: .json)
            let observer = RequestObserver(registry: stage.wiring.registry, log: log)
            try await WallServer.with(stage, observer: observer) { server in
                for whose in [stage.a, stage.b, stage.a] {
                    for path in ["/api/v1/live", "/getPieces.php", "/api/v1/sessions", "/api/v1/nothing"] {
                        _ = await server.client(of: whose).exchange("GET", path)
                    }
                }
            }
            log.flush()
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 12)
            #expect(lines.filter { $0.contains("\"tenant\":\"alphamark\"") }.count == 8)
            #expect(lines.filter { $0.contains("\"tenant\":\"betamark\"") }.count == 4)
            let secrets = [stage.a, stage.b].flatMap { $0.members.values.map(\.token.text) }
            #expect(!lines.contains { line in secrets.contains { line.contains($0) } })
        }
    }

    /// Clients of both tenants close their connections during a response, while other clients stay connected. Each of these receives only its own
    /// tenant's mark.
    @Test(.timeLimit(.minutes(30))) func connectionsClosedEarlyDoNotMixUpResponsesOfTenants() async throws {
        try await WallStage.with { stage in
            try await WallServer.with(stage) { server in
                for round in 0..<40 {
                    let (whose, other) = round.isMultiple(of: 2) ? (stage.a, stage.b) : (stage.b, stage.a)
                    let leaving = server.client(of: other)
                    for path in ["/api/v1/messages", "/operator", "/api/v1/sessions"] { leaving.askAndLeave(path) }
                    let answer = await server.client(of: whose).exchange("GET", "/api/v1/messages")
                    #expect(answer?.text.contains(whose.mark) == true)
                    #expect(answer?.text.contains(other.mark) == false)
                }
            }
        }
    }
}

extension TestClient {
    /// Sends a request and resets the connection before the response.
    fileprivate func askAndLeave(_ path: String) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return }
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(token ?? "")\r\n\r\n".utf8)
        _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }
}
