import HTTP
import Postgres
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// The list of other operators who have the page open.
@Suite struct OperatorPresenceTests {
    private static let start = Instant(milliseconds: 1_000_000)
    private static let tenant = TenantID(rawValue: 1)
    private static let other = TenantID(rawValue: 2)

    private func page(_ page: String, _ login: String = "anna") -> OperatorPresenceNotice {
        .here(OperatorPresence(page: page, userID: 7, login: login, device: .iPhone))
    }

    private func later(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: Self.start.milliseconds + milliseconds)
    }

    @Test func onlyOtherOperatorPagesOfTheSameTenantAreListed() {
        let board = OperatorPresenceBoard()
        board.record(page("one"), in: Self.tenant, at: Self.start)
        board.record(page("two", "bob"), in: Self.tenant, at: Self.start)
        board.record(page("three", "eve"), in: Self.other, at: Self.start)
        #expect(board.others(than: "one", in: Self.tenant, at: Self.start).map(\.login) == ["bob"])
        #expect(board.others(than: nil, in: Self.tenant, at: Self.start).map(\.login) == ["anna", "bob"])
        #expect(board.others(than: "three", in: Self.other, at: Self.start).isEmpty)
    }

    @Test func anOperatorPageThatStopsReportingIsRemovedFromTheList() {
        let board = OperatorPresenceBoard()
        board.record(page("one"), in: Self.tenant, at: Self.start)
        board.record(page("one"), in: Self.tenant, at: later(10_000))
        #expect(board.others(than: nil, in: Self.tenant, at: later(24_999)).count == 1)
        #expect(board.others(than: nil, in: Self.tenant, at: later(25_000)).isEmpty)
    }

    @Test func aClosedOperatorPageIsRemovedFromTheListImmediately() {
        let board = OperatorPresenceBoard()
        board.record(page("one"), in: Self.tenant, at: Self.start)
        board.record(.gone(page: "one"), in: Self.other, at: Self.start)
        #expect(board.others(than: nil, in: Self.tenant, at: Self.start).count == 1)
        board.record(.gone(page: "one"), in: Self.tenant, at: Self.start)
        #expect(board.others(than: nil, in: Self.tenant, at: Self.start).isEmpty)
    }

    @Test func theNumberOfListedOperatorPagesOfATenantIsLimited() {
        let board = OperatorPresenceBoard()
        for number in 0..<1000 { board.record(page("p\(number)"), in: Self.tenant, at: Self.start) }
        #expect(
            board.others(than: nil, in: Self.tenant, at: Self.start).count == OperatorPresenceBoard.limit)
        // Known pages may report again, and expired pages free their places.
        board.record(page("p1"), in: Self.tenant, at: later(14_000))
        board.record(page("late"), in: Self.tenant, at: later(16_000))
        #expect(board.others(than: nil, in: Self.tenant, at: later(16_000)).map(\.page) == ["late", "p1"])
    }

    @Test(arguments: ["anna", "a,b,c", "Änne \"x\"", "here,gone"])
    func aPresenceNoticeCanContainAnyLogin(login: String) {
        for notice in [page("one", login), .gone(page: "one")] {
            #expect(OperatorPresenceNotice(notice.text) == notice)
        }
    }

    @Test(arguments: [
        "", "here", "here,one", "gone,", "gone,a b", "here,one,x,iPhone,anna", "here,one,7,Toaster,anna", "left,one",
    ])
    func aMalformedPresenceNoticeIsRefused(text: String) {
        #expect(OperatorPresenceNotice(text) == nil)
    }

    @Test(arguments: [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", OperatorPresence.Device.iPhone),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8)", .android), ("Mozilla/5.0 (X11; Linux x86_64)", .linux),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", .mac), ("curl/8", .other),
    ])
    func aDeviceIsRecognisedByItsUserAgent(agent: String, device: OperatorPresence.Device) {
        #expect(OperatorPresence.Device(userAgent: agent) == device)
    }

    /// Two servers on one database: each receives the pages that report to the other.
    @Test func anOperatorPageOnAnotherServerIsListedUntilItCloses() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let neighbour = try await LiveFixture.onAir(in: database, slug: "next", port: 2002)
            let (here, there) = (try LiveStage(database, tenant, neighbour), try LiveStage(database, tenant, neighbour))
            let listener = NotificationListener(
                conninfo: database.runtimeConninfo, channels: ["tutti"], logger: LiveFixture.silence)
            let following = Task {
                for await case .notification(_, let payload) in listener.events() {
                    let parts = payload.split(separator: ",", maxSplits: 2).map(String.init)
                    guard parts.count == 3, let id = Int32(parts[0]) else { continue }
                    there.hub.tenantChanged(
                        ChangeNotice(tenant: TenantID(rawValue: id), kind: parts[1], detail: parts[2]))
                }
            }
            func report(_ more: [String: String] = [:]) async -> LiveStage.Answer {
                await here.post(
                    "/operator/presence", ["csrf": LiveStage.csrf, "page": "one"].merging(more) { $1 }, to: tenant,
                    fields: ["Tutti-Regions": "one", "User-Agent": "iPhone"])
            }
            // The list of a page does not include the page itself.
            #expect(await report().text.contains(#"data-at="1"></p>"#))
            let isSeen = await eventually {
                _ = await report()
                return await there.load(of: tenant).text.contains("Also on this page: you on iPhone")
            }
            #expect(isSeen)
            #expect(await !there.load(of: neighbour).text.contains("Also on this page"))
            let isGone = await eventually {
                _ = await report(["leaving": "1"])
                return await !there.load(of: tenant).text.contains("Also on this page")
            }
            #expect(isGone)
            following.cancel()
            await listener.closeAndWait()
        }
    }

    @Test(arguments: ["", "a b", "ü", "a,b", String(repeating: "a", count: 65)])
    func anInvalidPageIdentifierIsRefused(name: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await stage.post("/operator/presence", ["csrf": LiveStage.csrf, "page": name], to: tenant)
            #expect(answer.status == 422)
        }
    }
}
