import CloudStandIn
import Foundation
import HTTP
import Logging
import Synchronization
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// A source of test tokens. A token is used until SoundCloud refuses the token; then the next token is used.
final class TestTokens: TokenSource {
    private let texts: Mutex<[String]>
    private let asked = Atomic<Int>(0)
    /// The number of requests for another token.
    var refreshes: Int { asked.load(ordering: .relaxed) }

    init(_ texts: String...) { self.texts = Mutex(texts) }

    func token() async throws -> AccessToken { AccessToken(texts.withLock { $0.first ?? "none" }) }

    func token(after refused: AccessToken) async throws -> AccessToken {
        asked.add(1, ordering: .relaxed)
        return AccessToken(
            texts.withLock { texts in
                if texts.count > 1 { texts.removeFirst() }
                return texts.first ?? "none"
            })
    }
}

/// The stand-in for SoundCloud and a client of the stand-in. Pauses are recorded but take no time, and every random value is 0.5.
struct CloudStage {
    let standIn: StandIn
    let cloud: SoundCloud
    let tokens: TestTokens
    let waits: Waits
    let app: SoundCloudApp

    final class Waits: Sendable {
        private let noted = Mutex<[Duration]>([])
        var all: [Duration] { noted.withLock { $0 } }
        func note(_ wait: Duration) { noted.withLock { $0.append(wait) } }
    }

    static let folder = Bundle.module.bundleURL.appending(path: "Resources/SoundCloud")

    static func recorded(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name + ".json")) }

    static func with(
        _ world: StandInWorld = StandInWorld(), recorded: String? = nil, rule: RetryRule = RetryRule(),
        now: @escaping @Sendable () -> Instant = { .now }, pageSize: Int = 200,
        wrap: (any Fetcher) -> any Fetcher = { $0 },
        _ body: (CloudStage) async throws -> Void
    ) async throws {
        let standIn = try StandIn(world: world, recorded: recorded)
        let server = try await standIn.start(logger: RouteStage.silence)
        var app = SoundCloudApp(
            api: standIn.address, auth: standIn.address, clientID: "our-client", clientSecret: "our-secret")
        app.pictures = standIn.address
        let waits = Waits()
        let clock = UpstreamClock(now: now, pause: { waits.note($0) }, chance: { 0.5 })
        // The limit is long, because requests are slow while all tests run at the same time; only a request without an answer times out.
        let cloud = SoundCloud(
            app, fetcher: wrap(SessionFetcher(limit: .seconds(300))), rule: rule, clock: clock, pageSize: pageSize,
            logger: RouteStage.silence)
        let tokens = TestTokens(standIn.grant().access)
        do {
            try await body(CloudStage(standIn: standIn, cloud: cloud, tokens: tokens, waits: waits, app: app))
        } catch {
            await server.stop(grace: 0, idleGrace: 0)
            throw error
        }
        await server.stop(grace: 0, idleGrace: 0)
    }
}
