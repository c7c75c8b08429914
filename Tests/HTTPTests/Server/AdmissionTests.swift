import Glibc
import Testing

@testable import HTTP

/// The limits of connections: which clients are admitted, and that the end of a connection, in any way, makes room for
/// the next.
struct AdmissionTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func echo() -> TestResponder { TestResponder { _ in .text("x") } }

    @Test func connectionsOfOneAddressAreLimited() async throws {
        var limits = Limits.patient
        limits.connectionsPerAddress = 2
        try await withServer(echo(), limits: limits) { server in
            let first = try await TestClient(port: server.port)
            let second = try await TestClient(port: server.port)
            _ = try await first.exchange(get)
            _ = try await second.exchange(get)
            let third = try await TestClient(port: server.port)
            try? await third.send(get)
            #expect(try await third.rest().isEmpty, "closed at accept")
            let neighbour = try await TestClient(port: server.port, from: "127.0.0.2")
            #expect(try await neighbour.exchange(get).status == 200)
            #expect(server.facts.connectionsRefusedByAddress == 1)
            #expect(server.facts.connectionsRefusedByTotal == 0)
            #expect(server.facts.connections == 3)
        }
    }

    enum End: CaseIterable {
        case asked, clientGone, reset, malformed, silent, idle
    }

    /// With a limit of one, a single connection that stays counted would block all later clients.
    @Test(arguments: End.allCases) func aClosedConnectionIsNoLongerCounted(end: End) async throws {
        var limits = Limits.patient
        limits.connectionsPerAddress = 1
        limits.lingerTimeout = 0.2
        if end == .silent || end == .idle { limits.idleTimeout = 0.2 }
        try await withServer(echo(), limits: limits) { server in
            for _ in 0..<3 {
                let client = try await TestClient(port: server.port)
                try await spend(client, end)
                #expect(await eventually { server.connectionCount == 0 })
            }
            #expect(server.facts.connectionsRefusedByAddress == 0)
        }
    }

    private func spend(_ client: TestClient, _ end: End) async throws {
        switch end {
        case .asked: _ = try await client.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        case .clientGone:
            _ = try await client.exchange(get)
            await client.finishSending()
        case .reset:
            _ = try await client.exchange(get)
            await client.reset()
        case .malformed: _ = try await client.exchange("GET / HTTP/1.1\r\nBad : b\r\n\r\n")
        case .silent: break
        case .idle: try? await client.send(get)
        }
        if [.asked, .malformed, .silent, .idle].contains(end) { _ = try await client.rest() }
    }

    @Test func aNetworkIsRemovedFromTheCountsAfterItsLastConnection() {
        let counts = NetworkCounts()
        var first = ClientNetworkTable(counts)
        var second = ClientNetworkTable(counts)
        let network = ClientNetwork(ipv4: 1)
        let one = first.enter(network, limit: 2)
        let other = second.enter(network, limit: 2)
        #expect(first.enter(network, limit: 2) == nil, "the limit applies to all loops together")
        #expect(second.enter(ClientNetwork(ipv4: 2), limit: 0) == nil)
        #expect(counts.networks == 2)
        second.sweep()
        #expect(counts.networks == 1, "a client that was only refused is removed too")
        if let one { first.leave(one) }
        if let other { second.leave(other) }
        #expect(counts.networks == 1, "kept until the next tick")
        first.sweep()
        second.sweep()
        #expect(counts.networks == 0)
        #expect(first.enter(network, limit: 1) != nil, "the count starts from zero again")
    }

    @Test func addressesOfOneNetworkCountAsOneClient() {
        func ipv6(_ text: String) -> ClientNetwork {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            inet_pton(AF_INET6, text, &address.sin6_addr)
            return ClientNetwork(address)
        }
        func ipv4(_ text: String) -> ClientNetwork { ClientNetwork(ipv4: inet_addr(text)) }
        #expect(ipv6("2001:db8:0:1::5") == ipv6("2001:db8:0:1:ffff::9"), "a household has a /64")
        #expect(ipv6("2001:db8:0:1::5") != ipv6("2001:db8:0:2::5"))
        #expect(ipv6("::ffff:192.0.2.7") == ipv4("192.0.2.7"), "the same client by way of a socket for both families")
        #expect(ipv4("192.0.2.7") != ipv4("192.0.2.8"))
        #expect(ipv6("::1") != ipv4("127.0.0.1"))
        #expect(ipv6("::ffff:192.0.2.7").ipv4Text == "192.0.2.7")
        #expect(ipv4("198.51.100.250").ipv4Text == "198.51.100.250")
        #expect(ipv6("2001:db8:0:1::5").ipv4Text == nil, "one of many addresses")
    }

    @Test(arguments: ["2001:db8::7:0:5", "::1", "fe80::1"])
    func anIPv6PeerAddressIsWrittenInItsShortForm(text: String) {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        _ = inet_pton(AF_INET6, text, &address.sin6_addr)
        #expect(PeerAddress(address).ipv6Text == text)
    }

    @Test func newLimitsApplyToARunningServer() async throws {
        try await withServer(echo()) { server in
            let kept = try await TestClient(port: server.port)
            _ = try await kept.exchange(get)
            var limits = Limits.patient
            limits.connectionsPerAddress = 1
            limits.requestLine = 100
            await server.apply(limits)
            let refused = try await TestClient(port: server.port)
            try? await refused.send(get)
            #expect(try await refused.rest().isEmpty)
            #expect(try await kept.exchange(get).status == 200, "the new limit closes no connection")
            let long = "GET /\(String(repeating: "a", count: 100)) HTTP/1.1\r\nHost: a\r\n\r\n"
            #expect(try await kept.exchange(long).status == 414, "the new limit applies to new connections")
            #expect(server.limits == limits)
        }
    }
}
