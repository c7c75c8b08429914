import Testing

@testable import HTTP

/// Tests of the limits of event streams. A stream that has ended, for any reason, is no longer counted.
struct StreamAdmissionTests {
    private func request(_ realm: String = "a") -> String { "GET /\(realm) HTTP/1.1\r\nHost: a\r\n\r\n" }

    /// The path names the realm.
    private func responder(_ broadcaster: EventBroadcaster) -> TestResponder {
        TestResponder { request in
            var response = Response(content: .events(broadcaster, lastEventID: nil), route: "/events")
            response.realm = request.path
            return response
        }
    }

    private func stream(_ server: Server, _ realm: String = "a", from address: String? = nil) async throws -> TestClient
    {
        let client = try await TestClient(port: server.port, receiveBuffer: 4096, from: address)
        try await client.send(request(realm))
        #expect(try await client.text(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        return client
    }

    @Test func eventStreamsOfOneRealmAreLimited() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.streamsPerRealm = 2
        try await withServer(responder(broadcaster), limits: limits) { server in
            let open = [try await stream(server), try await stream(server)]
            let third = try await TestClient(port: server.port)
            let refusal = try await third.exchange(request())
            #expect(refusal.status == 503)
            #expect(refusal["Retry-After"] == "10")
            #expect(refusal["Content-Type"]?.hasPrefix("text/plain") == true)
            #expect(try await third.exchange(request("b"), isHead: true).status == 200, "on the same connection")
            #expect(server.facts.streams == 3)
            #expect(server.facts.streamsRefused == [.realm: 1, .address: 0])
            #expect(broadcaster.subscriberCount == 3)
            await open[0].finishSending()
            #expect(await eventually { server.facts.streams == 2 })
            _ = try await stream(server)
        }
    }

    /// The response carries the limit of its tenant, because this module does not know tenants.
    @Test(arguments: [1, 3])
    func theStreamLimitOfARealmReplacesTheDefault(own: Int) async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.streamsPerRealm = 2
        let responder = TestResponder { request in
            var response = Response(content: .events(broadcaster, lastEventID: nil), route: "/events")
            response.realm = request.path
            response.realmStreams = request.path == "/a" ? own : nil
            return response
        }
        try await withServer(responder, limits: limits) { server in
            var open: [TestClient] = []
            for _ in 0..<own { open.append(try await stream(server)) }
            let next = try await TestClient(port: server.port)
            #expect(try await next.exchange(request()).status == 503)
            for _ in 0..<2 { open.append(try await stream(server, "b")) }
            #expect(try await next.exchange(request("b")).status == 503, "the other realm has the server's limit")
            #expect(server.facts.streams == own + 2)
        }
    }

    @Test func eventStreamsOfOneAddressAreLimited() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.streamsPerAddress = 1
        try await withServer(responder(broadcaster), limits: limits) { server in
            let open = try await stream(server)
            let second = try await TestClient(port: server.port)
            let refusal = try await second.exchange(request("b"))
            #expect(refusal.status == 429)
            #expect(refusal["Retry-After"] == "10")
            let neighbour = try await stream(server, from: "127.0.0.2")
            #expect(server.facts.streamsRefused[.address] == 1)
            #expect(server.facts.streams == 2)
            _ = (open, neighbour)
        }
    }

    @Test func aHeadRequestForAStreamDoesNotCountAsAStream() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.streamsPerRealm = 0
        try await withServer(responder(broadcaster), limits: limits) { server in
            let client = try await TestClient(port: server.port)
            let head = try await client.exchange("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n", isHead: true)
            #expect(head.status == 200)
            #expect(server.facts.streams == 0)
        }
    }

    enum End: CaseIterable {
        case clientLeaves, clientResets, readerIsSlow, tooManyKindsWait, broadcasterCloses, broadcasterWasClosed,
            serverStops
    }

    @Test(arguments: End.allCases) func anEndedEventStreamIsNoLongerCounted(end: End) async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        var limits = Limits.patient
        limits.lingerTimeout = 0.2
        if end == .readerIsSlow { limits.writeTimeout = 0.2 }
        if end == .tooManyKindsWait { limits.waitingEvents = 2 }
        let server = try await TestServer.start(responder(broadcaster), limits: limits)
        if end == .broadcasterWasClosed { broadcaster.close() }
        var clients: [TestClient] = []
        for number in 0..<6 { clients.append(try await stream(server, "\(number % 2)")) }
        if end != .broadcasterWasClosed { #expect(server.facts.streams == 6) }
        let bulk = String(repeating: "x", count: 8_000_000)
        switch end {
        case .clientLeaves: for client in clients { await client.finishSending() }
        case .clientResets: for client in clients { await client.reset() }
        case .readerIsSlow: broadcaster.publish(ServerSentEvent(id: "1", name: "position", data: bulk))
        case .tooManyKindsWait:
            broadcaster.publish(ServerSentEvent(id: "1", name: "position", data: bulk))
            for kind in 0..<3 { broadcaster.publish(ServerSentEvent(id: "2", name: "\(kind)", data: "x")) }
        case .broadcasterCloses: broadcaster.close()
        case .broadcasterWasClosed: break
        case .serverStops: await server.stop(grace: 60)
        }
        #expect(await eventually { server.facts.streams == 0 && broadcaster.subscriberCount == 0 })
        #expect(server.hasNoStreamCounted, "no realm is counted")
        // The clients must be referenced up to here, because a released client closes its connection.
        _ = clients
        await server.stop(grace: 0)
    }

    /// All streams open, receive the same bytes and end at the same time, like phones at the end of a concert.
    @Test func hundredsOfEventStreamsReceiveTheSameEventAndAreAllClosed() async throws {
        let broadcaster = EventBroadcaster { _ in [] }
        try await withServer(responder(broadcaster)) { server in
            for round in 1...2 {
                var clients: [TestClient] = []
                for _ in 0..<300 { clients.append(try await stream(server)) }
                #expect(server.facts.streams == 300)
                broadcaster.publish(ServerSentEvent(id: "\(round)", name: "position", data: "x"))
                for client in clients { _ = try await client.text(upTo: "id: \(round)\nevent: position\ndata: x\n\n") }
                clients = []
                #expect(await eventually { server.facts.streams == 0 && server.connectionCount == 0 })
            }
            #expect(server.hasNoStreamCounted)
        }
    }
}
