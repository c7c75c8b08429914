import Foundation
import HTTP
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct ScrobbleTests {
    private static let path = "/api/v1/me/connections/listenbrainz"
    private static let token = #"{"userToken": "user-token"}"#

    /// A listener with a library, a ListenBrainz server, and the service that sends listens.
    private struct ScrobbleStage {
        let stage: RouteStage
        let standIn: ListenBrainzStandIn
        let service: ScrobbleService
        let key: String
        let servers: ListenBrainzServers
        let fetcher: SessionFetcher

        static func with(_ body: (ScrobbleStage) async throws -> Void) async throws {
            try await ListenBrainzStandIn.with { standIn in
                let key = TokenVault.makeKey()
                let vault = try TokenVault(key)
                let servers = ListenBrainzServers([standIn.address, "https://other.example"])
                let fetcher = SessionFetcher(limit: .seconds(300))
                try await RouteStage.with(
                    at: "2026-06-15T12:00:00Z",
                    routes: { database, now in
                        ListenRoutes(database: database, now: now).routes
                            + ScrobbleRoutes(database: database, vault: vault, servers: servers, fetcher: fetcher)
                            .routes
                            + ScrobblePageRoutes(database: database, vault: vault, servers: servers, fetcher: fetcher)
                            .routes
                    }
                ) { stage in
                    let library = LibraryStage(stage: stage)
                    try await library.plant(LibraryStage.uploads, in: stage.here)
                    let service = ScrobbleService(
                        database: stage.database.tenants, vault: vault, servers: servers, fetcher: fetcher,
                        tenants: { [] }, logger: RouteStage.silence)
                    try await body(
                        ScrobbleStage(
                            stage: stage, standIn: standIn, service: service, key: key, servers: servers,
                            fetcher: fetcher))
                }
            }
        }

        /// Returns the service of a server that has these keys, the current key first.
        func service(keys: [String]) throws -> ScrobbleService {
            ScrobbleService(
                database: stage.database.tenants, vault: try TokenVault(keys.joined(separator: " ")), servers: servers,
                fetcher: fetcher, tenants: { [] }, logger: RouteStage.silence)
        }

        @discardableResult
        func connect(_ body: String = ScrobbleTests.token) async -> StageAnswer {
            await stage.send(.put, ScrobbleTests.path, body, as: .listener)
        }

        var connection: StageAnswer {
            get async { await stage.send(.get, ScrobbleTests.path, as: .listener) }
        }

        var listener: Listener {
            get async throws {
                let account = try await stage.database.sql(
                    "select user_id from app.user_account where tenant_id = \(stage.here.id) and login = 'listener'")
                return Listener(tenant: stage.here.id, account: try #require(Int64(account)))
            }
        }

        /// Records one listen for each minute of an hour: of track 1 for an even minute and of track 2 for an odd minute.
        func hear(_ minutes: [Int]) async throws {
            let listens = minutes.map { minute in
                let time = "2025-06-15T10:\(minute < 10 ? "0" : "")\(minute):00Z"
                return
                    #"{"track": "soundcloud:tracks:\#(1 + minute % 2)", "listenedAt": "\#(time)", "playedMs": 240000}"#
            }
            let answer = await stage.send(
                .post, "/api/v1/me/listens", #"{"listens": [\#(listens.joined(separator: ","))], "client": "phone"}"#,
                as: .listener)
            try #require(answer.status == 200, "\(answer.text)")
        }

        /// Performs all work that is due.
        func send() async { while await service.performOne(in: stage.here.id) {} }

        /// Makes one attempt to send if an attempt is due.
        func sendOnce() async { _ = await service.performOne(in: stage.here.id) }

        /// Makes the next attempt due.
        func wait() async throws {
            try await stage.database.sql("update app.scrobble_connection set next_attempt_at = now()")
        }

        /// The time until the next attempt, in seconds.
        var pause: Int {
            get async throws {
                let text = try await stage.database.sql(
                    "select ceil(extract(epoch from next_attempt_at - now()))::int from app.scrobble_connection")
                return try #require(Int(text))
            }
        }
    }

    @Test func aListenBrainzTokenIsStoredEncrypted() async throws {
        try await ScrobbleStage.with { stage in
            #expect(await stage.connection.code == "listenbrainz-not-connected")
            let connected = await stage.connect()
            #expect(connected.status == 200, "\(connected.text)")
            #expect(connected["username"] as? String == "listener-lb")
            #expect(connected["server"] as? String == stage.standIn.address)
            #expect(connected["state"] as? String == "working")
            #expect(!connected.text.contains("user-token"))
            #expect(await stage.connection.status == 200)
            let stored = try await stage.stage.database.sql(
                "select encode(token, 'escape') from app.scrobble_connection")
            #expect(!stored.contains("user-token"))
            #expect(await stage.stage.send(.get, Self.path, as: .editor).status == 404)
            #expect(await stage.stage.send(.delete, Self.path, as: .listener).status == 204)
            #expect(await stage.stage.send(.delete, Self.path, as: .listener).status == 404)
            #expect(await stage.connection.status == 404)
        }
    }

    @Test(arguments: [
        (#"{"userToken": "wrong"}"#, 422), (#"{"userToken": ""}"#, 422), (#"{"userToken": "a b"}"#, 422), ("{}", 422),
        (#"{"userToken": "user-token", "server": "https://unlisted.example"}"#, 422),
        (#"{"userToken": "user-token", "server": "http://169.254.169.254"}"#, 422),
    ])
    func anInvalidTokenOrAnUnlistedListenBrainzServerIsRefused(body: String, status: Int) async throws {
        try await ScrobbleStage.with { stage in
            #expect(await stage.connect(body).status == status)
            #expect(await stage.connection.status == 404)
        }
    }

    @Test func aListenBrainzAccountIsNotConnectedWhileTheServerFails() async throws {
        try await ScrobbleStage.with { stage in
            for status in [429, 500] {
                stage.standIn.plan(.init(status: status, fields: ["Retry-After": "7"]))
                let refused = await stage.connect()
                #expect(refused.code == "listenbrainz-unavailable")
                #expect(status != 429 || refused.fields["Retry-After"] == "7")
            }
            #expect(await stage.connection.status == 404)
        }
    }

    @Test func aTrackThatBeginsToPlayIsAnnouncedToListenBrainz() async throws {
        try await ScrobbleStage.with { stage in
            let first = try #require(CloudURN(.track, number: 1))
            let second = try #require(CloudURN(.track, number: 2))
            let listener = try await stage.listener
            await stage.service.announceNow(first, of: listener)
            #expect(stage.standIn.requests.isEmpty, "no account is connected")
            await stage.connect()
            await stage.service.announceNow(first, of: listener)
            await stage.service.announceNow(second, of: listener)
            #expect(stage.standIn.requests == ["validate", "playing_now 1", "playing_now 1"])
            #expect(stage.standIn.playing.count == 2)
            #expect(Set(stage.standIn.playing).count == 2)
            #expect(stage.standIn.problems == [])
            // An announcement is not a listen.
            #expect(stage.standIn.listens.isEmpty)
            #expect(await stage.connection["waitingListens"] as? Int == 0)
            await stage.service.announceNow(try #require(CloudURN(.track, number: 999)), of: listener)
            #expect(stage.standIn.requests.count == 3, "the track is unknown")
        }
    }

    @Test func aFailedAnnouncementIsLostAndLeavesTheConnectionUnchanged() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            let listener = try await stage.listener
            stage.standIn.plan(.init(status: 429, fields: ["Retry-After": "600"]))
            let track = try #require(CloudURN(.track, number: 1))
            for _ in 0..<2 { await stage.service.announceNow(track, of: listener) }
            #expect(stage.standIn.requests == ["validate", "playing_now 1"], "the server asked for a pause")
            #expect(stage.standIn.playing.isEmpty)
            #expect(await stage.connection["state"] as? String == "working")
            #expect(await stage.connection["fault"] == nil)
            // Listens are not affected by the pause of announcements.
            try await stage.hear([1])
            await stage.send()
            #expect(stage.standIn.listens.count == 1)
        }
    }

    @Test func aNewListenIsSentToListenBrainzOnce() async throws {
        try await ScrobbleStage.with { stage in
            try await stage.hear([1])
            await stage.connect()
            await stage.send()
            #expect(stage.standIn.listens.isEmpty, "the listens of the past are sent only on request")
            try await stage.hear([2])
            #expect(await stage.connection["waitingListens"] as? Int == 1)
            await stage.send()
            try await stage.hear([2, 3, 4])
            await stage.send()
            #expect(stage.standIn.requests == ["validate", "single 1", "import 2"])
            #expect(stage.standIn.listens.map { $0.prefix(10) } == ["1749981720", "1749981780", "1749981840"])
            #expect(stage.standIn.problems == [])
            #expect(await stage.connection["waitingListens"] as? Int == 0)
            #expect(await stage.connection["sentAt"] is String)
        }
    }

    @Test func theListeningHistoryIsSentToListenBrainzOnRequest() async throws {
        try await ScrobbleStage.with { stage in
            try await stage.hear([1, 2, 3])
            let connected = await stage.connect(#"{"userToken": "user-token", "sendsHistory": true}"#)
            #expect(connected["waitingListens"] as? Int == 3)
            await stage.send()
            #expect(stage.standIn.requests == ["validate", "import 3"])
            #expect(stage.standIn.problems == [])
        }
    }

    @Test(arguments: [
        (ListenBrainzStandIn.Fault(status: 429, fields: ["X-RateLimit-Reset-In": "3000"]), 3_000),
        (.init(status: 503, fields: ["Retry-After": "4000"]), 4_000), (.init(status: 500), 5),
        (.init(status: 500, stores: true), 5),
    ])
    func aFailedSubmissionOfListensIsRepeatedAfterAPause(fault: ListenBrainzStandIn.Fault, pause: Int) async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            try await stage.hear([1, 2])
            stage.standIn.plan(fault)
            await stage.sendOnce()
            // The pause began before this request.
            let left = try await stage.pause
            #expect(left <= pause)
            #expect(pause < 60 || left > 0)
            #expect(
                (await stage.connection["fault"] as? String)?.contains("\(fault.status)") == true || fault.status == 429
            )
            #expect(await stage.connection["waitingListens"] as? Int == 2)
            try await stage.wait()
            await stage.send()
            #expect(stage.standIn.listens.count == 2)
            #expect(await stage.connection["fault"] == nil)
            #expect(await stage.connection["waitingListens"] as? Int == 0)
        }
    }

    @Test func anExhaustedRateLimitPostponesTheNextSubmission() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            stage.standIn.answerSuccess(with: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset-In": "3000"])
            try await stage.hear([1])
            await stage.send()
            try await stage.hear([2])
            await stage.send()
            #expect(stage.standIn.requests == ["validate", "single 1"])
            #expect(try await stage.pause > 0)
            try await stage.wait()
            await stage.send()
            #expect(stage.standIn.listens.count == 2)
        }
    }

    @Test func listensWaitWhileListenBrainzRefusesTheToken() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            stage.standIn.replaceToken()
            try await stage.hear([1])
            await stage.send()
            let refused = await stage.connection
            #expect(refused["state"] as? String == "refused")
            #expect((refused["fault"] as? String)?.contains("enter a new token") == true)
            let page = await stage.stage.send(.get, "/library/listenbrainz", as: .listener)
            #expect(page.text.contains("Not working") && page.text.contains("Enter a new token"))
            try await stage.hear([2])
            try await stage.wait()
            await stage.send()
            #expect(stage.standIn.listens.isEmpty)
            #expect(await stage.connect(#"{"userToken": "another-token"}"#).status == 200)
            await stage.send()
            #expect(stage.standIn.listens.count == 2)
        }
    }

    @Test func listensThatWaitForOneAccountAreNotSentToAnother() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            try await stage.stage.database.sql("update app.scrobble_connection set username = 'somebody-else'")
            try await stage.hear([1])
            #expect(await stage.connect().status == 200)
            try await stage.hear([2])
            await stage.send()
            #expect(stage.standIn.listens.count == 1)
        }
    }

    @Test func aListenThatListenBrainzRefusesDoesNotDelayOtherListens() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            try await stage.hear([1, 2, 3, 4, 5])
            let title = try await stage.stage.database.sql(
                "select title from app.cloud_track where urn = 'soundcloud:tracks:2' and tenant_id = \(stage.stage.here.id)"
            )
            stage.standIn.refuse(title: title)
            await stage.send()
            // The listens of the minutes 1, 3 and 5 are of the refused track.
            #expect(stage.standIn.listens.count == 2)
            #expect(await stage.connection["refusedListens"] as? Int == 3)
            #expect(await stage.connection["waitingListens"] as? Int == 0)
        }
    }

    @Test func aTokenOfAnOlderKeyIsEncryptedAgainWhenListensAreSent() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            try await stage.hear([1])
            let new = TokenVault.makeKey()
            let tenant = stage.stage.here.id
            #expect(try await stage.service(keys: [new, stage.key]).performOne(in: tenant))
            try await stage.hear([2])
            try await stage.wait()
            // The old key is no longer configured.
            #expect(try await stage.service(keys: [new]).performOne(in: tenant))
            #expect(stage.standIn.listens.count == 2)
            #expect(await stage.connection["state"] as? String == "working")
        }
    }

    /// PostgreSQL counts the letter and its accent as two characters.
    @Test func aLongRefusalReasonIsCutToTheLengthThatTheDatabaseStores() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            let (store, listener) = (ScrobbleStore(database: stage.stage.database.tenants), try await stage.listener)
            let claim = try #require(try await store.working(of: listener))
            let reason = String(repeating: "e\u{301}", count: 1000)
            try await store.settle([], fault: reason, of: listener)
            try await store.postpone(claim, by: 1, because: reason, in: listener.tenant)
            try await store.refuse(claim, because: reason, in: listener.tenant)
            let stored = try await stage.stage.database.sql("select state, length(fault) from app.scrobble_connection")
            #expect(stored == "refused|1000")
        }
    }

    @Test func aConnectionToAServerThatIsNoLongerAllowedIsRefused() async throws {
        try await ScrobbleStage.with { stage in
            await stage.connect()
            try await stage.stage.database.sql("update app.scrobble_connection set server = 'https://gone.example'")
            try await stage.hear([1])
            await stage.send()
            #expect(await stage.connection["state"] as? String == "refused")
        }
    }

    @Test func theListenBrainzPageConnectsAndDisconnectsTheAccount() async throws {
        try await ScrobbleStage.with { stage in
            func post(_ path: String, _ form: String) async -> StageAnswer {
                await stage.stage.send(
                    .post, path, body: Array(form.utf8), as: .listener,
                    ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"])
            }
            let empty = await stage.stage.send(.get, "/library/listenbrainz", as: .listener)
            #expect(empty.status == 200 && empty.text.contains("Connect account"))
            let wrong = await post("/library/listenbrainz", "userToken=wrong")
            #expect(wrong.status == 422)
            let right = await post("/library/listenbrainz", "userToken=user-token")
            #expect(right.status == 303, "\(right.text)")
            let page = await stage.stage.send(.get, "/library/listenbrainz", as: .listener)
            #expect(page.text.contains("listener-lb") && page.text.contains("Disconnect"))
            #expect(await post("/library/listenbrainz/end", "").status == 303)
            #expect(await stage.connection.status == 404)
        }
    }

    @Test(
        arguments: [
            ("https://api.listenbrainz.org", ["https://api.listenbrainz.org"]),
            ("https://a.example/lb/ http://127.0.0.1:8100", ["https://a.example/lb", "http://127.0.0.1:8100"]),
            ("none", []), ("http://a.example", nil), ("http://127.0.0.1.example", nil), ("https://a.example?x=1", nil),
            ("https://user@a.example", nil), ("ftp://a.example", nil), ("", nil),
        ] as [(String, [String]?)])
    func listenBrainzAddressesNeedTLSUnlessTheyAreLocal(text: String, addresses: [String]?) {
        #expect(ListenBrainzServers(text)?.addresses == addresses)
    }

    @Test func retryAfterIsReadAsSecondsOrAsADate() {
        let now = Instant(milliseconds: 784_111_777_000)
        #expect(RetryAfter.seconds("120", now: now) == 120)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == 60)
        #expect(RetryAfter.seconds("soon", now: now) == nil)
        #expect(RetryAfter.seconds("-1", now: now) == nil)
    }
}

extension StageAnswer {
    fileprivate var code: String? { self["code"] as? String }
}
