import HTTP
import Postgres
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// The number of devices that follow a concert, as shown on the operator's page.
@Suite struct FollowerTests {
    private static let start = Instant(milliseconds: 1_000_000)
    private static let tenant = TenantID(rawValue: 1)
    private static let other = TenantID(rawValue: 2)

    @Test func theDeviceCountIncludesServersThatReportedInTheLastFifteenSeconds() {
        let board = FollowerBoard()
        func heard(_ server: String, _ count: Int, _ tenant: TenantID = Self.tenant, after milliseconds: Int64 = 0) {
            board.record(
                FollowerNotice(server: server, count: count), in: tenant,
                at: Instant(milliseconds: Self.start.milliseconds + milliseconds))
        }
        func count(after milliseconds: Int64 = 0) -> Int {
            board.count(
                in: Self.tenant, except: "me", at: Instant(milliseconds: Self.start.milliseconds + milliseconds))
        }
        heard("me", 100)
        heard("one", 3)
        heard("two", 4)
        heard("two", 7, Self.other)
        #expect(count() == 7)
        heard("one", 2, after: 10_000)
        #expect(count(after: 14_999) == 6)
        #expect(count(after: 15_000) == 2)
        board.forget(Self.tenant)
        #expect(count() == 0)
        #expect(board.count(in: Self.other, except: "me", at: Self.start) == 7)
    }

    @Test func aMalformedReportOfTheDeviceCountIsRefused() {
        let notice = FollowerNotice(server: FollowerNotice.freshServer(), count: 41)
        #expect(FollowerNotice(notice.text) == notice)
        for text in ["", "one", "one,", "one,-1", "one,+1", "one,1,more", "a b,1", ",1"] {
            #expect(FollowerNotice(text) == nil, "\(text)")
        }
    }

    /// Two servers on one database: streams and polls of both count, but not the operator's page.
    @Test func theOperatorPageCountsTheDevicesOfAllServers() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let (here, there) = (try LiveStage(database, tenant), try LiveStage(database, tenant))
            #expect(await here.load(of: tenant).text.contains("No device follows the concert online."))
            let listener = NotificationListener(
                conninfo: database.runtimeConninfo, channels: ["tutti"], logger: LiveFixture.silence)
            let following = Task {
                for await case .notification(_, let payload) in listener.events() {
                    let parts = payload.split(separator: ",", maxSplits: 2).map(String.init)
                    guard parts.count == 3, let id = Int32(parts[0]) else { continue }
                    for stage in [here, there] {
                        stage.hub.tenantChanged(
                            ChangeNotice(tenant: TenantID(rawValue: id), kind: parts[1], detail: parts[2]))
                    }
                }
            }
            let running = [here, there].map { stage in Task { await stage.hub.run() } }
            let topic = try await here.hub.topic(of: tenant.id)
            let polls = (0..<3).map { _ in Task { await topic.change(from: 1, within: .seconds(600)) } }
            let areWaiting = await eventually { topic.followerCount == 3 }
            #expect(areWaiting)
            let server = Server(
                Server.Configuration(host: "127.0.0.1", port: 0), responder: there.application, observer: nil,
                logger: LiveFixture.silence)
            try await server.start()
            let streams = try ["/api/v1/live/events", "/operator/events"].map { path in
                try EventClient(
                    port: server.port, host: "\(tenant.slug).test", path: path, token: "\(tenant.slug):operator")
            }
            let areCounted = await eventually {
                let told = await there.post(
                    "/operator/presence", ["csrf": LiveStage.csrf, "page": "one"], to: tenant,
                    fields: ["Tutti-Regions": "one"])
                let page = await here.load(of: tenant).text
                return [told.text, page].allSatisfy { $0.contains("4 devices follow the concert online.") }
            }
            #expect(areCounted)
            for stream in streams { stream.close() }
            for poll in polls { poll.cancel() }
            for task in running { task.cancel() }
            for task in running { await task.value }
            await server.stop(grace: 1)
            following.cancel()
            await listener.closeAndWait()
        }
    }
}
