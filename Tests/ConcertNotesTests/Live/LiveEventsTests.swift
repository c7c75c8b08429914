import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// `GET /api/v1/live/events` over real sockets.
@Suite struct LiveEventsTests {
    /// Serves the stage on its own port while `body` runs.
    private func serving(_ stage: LiveStage, _ body: (_ port: Int) async throws -> Void) async throws {
        let server = Server(
            Server.Configuration(host: "127.0.0.1", port: 0), responder: stage.application, observer: nil,
            logger: LiveFixture.silence)
        try await server.start()
        do {
            try await body(server.port)
        } catch {
            stage.hub.close()
            await server.stop(grace: 1)
            throw error
        }
        stage.hub.close()
        await server.stop(grace: 1)
    }

    private func stream(_ port: Int, _ tenant: Tenant, after id: String? = nil) throws -> EventClient {
        try EventClient(port: port, host: "\(tenant.slug).test", path: "/api/v1/live/events", lastEventID: id)
    }

    /// Spec T2.
    @Test func theLiveEventStreamSendsThePositionFirstAndThenEachStep() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                let client = try stream(port, tenant)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                let first = try #require(await events.next())
                #expect(first.name == "position")
                #expect(first.id == "1.0")
                #expect(first.data == (await stage.send(.get, "/api/v1/live", to: tenant).text))
                for revision in 2...4 {
                    _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
                    #expect(await events.next()?.id == "\(revision).0")
                }
            }
        }
    }

    /// Spec T4.
    @Test func onlyTheEventStreamOfOperatorsReportsChangesOfTheLeader() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                let page = try EventClient(
                    port: port, host: "\(tenant.slug).test", path: "/operator/events", token: "\(tenant.slug):operator")
                let phone = try stream(port, tenant)
                defer {
                    page.close()
                    phone.close()
                }
                var (told, heard) = (page.events.makeAsyncIterator(), phone.events.makeAsyncIterator())
                #expect(await told.next()?.name == "position")
                #expect(await heard.next()?.id == "1.0")
                _ = await stage.send(.put, "/api/v1/live/sources/leader", #"{"leader":"person"}"#, to: tenant)
                await stage.hub.caughtUp(in: tenant.id)
                var change = try #require(await told.next())
                // The page may also get the sources from before.
                if !change.data.contains("anna") { change = try #require(await told.next()) }
                #expect(change.name == "sources")
                #expect(change.id.hasPrefix("1.0."))
                #expect(change.data.contains(#""mark":"person|anna|true|"#))
                // A page that connects later gets the sources with the position, which it has already.
                let later = try EventClient(
                    port: port, host: "\(tenant.slug).test", path: "/operator/events", token: "\(tenant.slug):operator",
                    lastEventID: change.id)
                defer { later.close() }
                var events = later.events.makeAsyncIterator()
                #expect(await events.next() == change)
                _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
                #expect(await told.next()?.id == "2.0")
                #expect(await heard.next()?.id == "2.0")
            }
        }
    }

    @Test func aReconnectedStreamSendsMissedPositionsAndMessages() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                let before = try stream(port, tenant)
                var events = before.events.makeAsyncIterator()
                let seen = try #require(await events.next()).id
                before.close()

                _ = await stage.send(.put, "/api/v1/live", #"{"measure":3}"#, to: tenant)
                _ = await stage.send(.put, "/api/v1/live", #"{"measure":5}"#, to: tenant)
                let sent = await stage.send(
                    .post, "/api/v1/messages", #"{"title":"Welcome","style":"AUTO"}"#, to: tenant)

                let after = try stream(port, tenant, after: seen)
                defer { after.close() }
                events = after.events.makeAsyncIterator()
                for measure in [3, 5] {
                    let position = try #require(await events.next())
                    #expect(position.name == "position")
                    #expect(position.data.contains("\"measure\":\(measure),"))
                }
                let message = try #require(await events.next())
                #expect(message.name == "message")
                #expect(message.data == sent.text)

                let third = try stream(port, tenant, after: message.id)
                defer { third.close() }
                events = third.events.makeAsyncIterator()
                _ = await stage.send(.put, "/api/v1/live", #"{"measure":4}"#, to: tenant)
                #expect(await events.next()?.data.contains(#""measure":4"#) == true, "no event is repeated")
            }
        }
    }

    @Test func aListenerWhoChangesServersReceivesEachPositionOnceInOrder() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let first = try LiveStage(database, tenant)
            var heard: [String] = []
            try await serving(first) { port in
                let client = try stream(port, tenant)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                heard.append(try #require(await events.next()).id)
                for _ in 2...4 {
                    _ = await first.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
                    heard.append(try #require(await events.next()).id)
                }
            }
            // The operator continues the concert on a server that the listener does not use.
            let third = try LiveStage(database, tenant)
            for by in [1, -1, -1, 1] {
                _ = await third.send(.post, "/api/v1/live/steps", "{\"by\":\(by)}", to: tenant)
            }
            let second = try LiveStage(database, tenant)
            try await serving(second) { port in
                let client = try stream(port, tenant, after: heard.last)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                for _ in 5...8 { heard.append(try #require(await events.next()).id) }
                _ = await second.send(.post, "/api/v1/live/steps", #"{"by":-1}"#, to: tenant)
                heard.append(try #require(await events.next()).id)
            }
            #expect(heard == (1...9).map { "\($0).0" })
        }
    }

    @Test func aServerBehindItsListenerSendsOnlyNewerPositions() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (ahead, behind) = (try LiveStage(database, tenant), try LiveStage(database, tenant))
            // This server has read the concert once, and no listener has asked since.
            _ = try await behind.hub.topic(of: tenant.id)
            for _ in 2...4 { _ = await ahead.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant) }
            try await serving(behind) { port in
                let client = try stream(port, tenant, after: "4.0")
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                _ = await behind.send(.post, "/api/v1/live/steps", #"{"by":-1}"#, to: tenant)
                #expect(await events.next()?.id == "5.0", "no event is repeated")
            }
        }
    }

    @Test func everyLiveEventStreamStatesItsReconnectionTime() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                // The second listener has missed nothing, so it receives no event.
                for id in [nil, "1.0"] {
                    let client = try stream(port, tenant, after: id)
                    #expect(await eventually { client.retries == [1500] })
                    client.close()
                }
            }
        }
    }

    @Test func theLiveEventsOfATenantContainOnlyItsOwnConcert() async throws {
        try await withDatabase { database in
            let one = try await LiveFixture.onAir(in: database, slug: "one", port: 1001)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            let stage = try LiveStage(database, one, other)
            try await serving(stage) { port in
                let client = try stream(port, one)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                #expect(await events.next()?.id == "1.0")
                _ = await stage.send(.post, "/api/v1/messages", #"{"title":"secret","style":"AUTO"}"#, to: other)
                _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":2}"#, to: other)
                _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: one)
                let next = try #require(await events.next())
                #expect(next.id == "2.0")
                #expect(next.data.contains(#""measure":2"#))
            }
        }
    }

    @Test func aStreamOpenedBeforeTheConcertReportsItsStartAndEnd() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await LiveFixture.concert(in: database, for: tenant)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                let client = try stream(port, tenant)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                #expect(await events.next()?.name == "offAir")
                _ = await stage.send(.put, "/api/v1/live/concert", #"{"concert":"evening"}"#, to: tenant)
                #expect(await events.next()?.name == "position")
                _ = await stage.send(.delete, "/api/v1/live", to: tenant)
                #expect(await events.next() == EventClient.Event(id: "2.0", name: "offAir", data: #"{"revision":2}"#))
            }
        }
    }

    /// Decision 0085.
    @Test func theEventStreamReportsTheEndOfAPieceOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                let client = try stream(port, tenant)
                var events = client.events.makeAsyncIterator()
                #expect(await events.next()?.id == "1.0")
                for by in [4, 1] {
                    _ = await stage.send(.post, "/api/v1/live/steps", "{\"by\":\(by)}", to: tenant)
                }
                #expect(await events.next()?.id == "2.0")
                let end = try #require(await events.next())
                #expect(
                    end
                        == EventClient.Event(
                            id: "2.0.end", name: "endOfPiece",
                            data: #"{"measure":5,"piece":"Composer, Work: Round","revision":3}"#))
                client.close()

                // The next streams begin after the end, at this server and at another one.
                let again = try stream(port, tenant, after: end.id)
                defer { again.close() }
                events = again.events.makeAsyncIterator()
                #expect(await events.next()?.id == "3.0")
                try await serving(try LiveStage(database, tenant)) { port in
                    let other = try stream(port, tenant, after: end.id)
                    defer { other.close() }
                    var events = other.events.makeAsyncIterator()
                    #expect(await events.next()?.id == "3.0")
                }
            }
        }
    }

    /// Decision 0085.
    @Test func theEndOfTheConcertEndsItsLastPieceOnTheEventStream() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            try await serving(stage) { port in
                let client = try stream(port, tenant)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                _ = await stage.send(
                    .put, "/api/v1/live", "{\"piece\":\"\(LiveFixture.coda)\",\"measure\":3}", to: tenant)
                _ = await stage.send(.put, "/api/v1/live", #"{"state":"ended"}"#, to: tenant)
                _ = await stage.send(.delete, "/api/v1/live", to: tenant)
                var names: [String] = []
                for _ in 1...5 { names.append(try #require(await events.next()).name) }
                // The concert had not begun before the first jump.
                #expect(names == ["position", "position", "endOfPiece", "position", "offAir"])
            }
        }
    }
}
