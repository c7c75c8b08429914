import Foundation
import HTTP
import PlayerCore
import Synchronization
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import Players

/// A catalogue with the tracks 1 to 5, of 100 s each; track 3 is blocked. The lists "songs" and "discover" have tracks 1 to 3, "channel"
/// has a live stream, and "long" has as many tracks as a queue may have.
final class TestCatalogue: PlayerCatalogue {
    struct Calls {
        var began: [String] = []
        var heard: [String] = []
        var stopped: [String] = []
        /// Pairs of an item and an account that cannot play it.
        var blocked: Set<String> = []
        /// Whether the texts of items cannot be read.
        var hasNoTexts = false
    }

    private let noted = Mutex(Calls())
    var calls: Calls { noted.withLock { $0 } }

    static func id(_ number: Int) -> String { "soundcloud:tracks:\(number)" }

    private static func item(_ number: Int) -> PlayerItem {
        PlayerItem(id: id(number), durationMs: 100_000, isBlocked: number == 3)
    }

    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? {
        switch name {
        case "songs", "discover": PlayerCatalogueList(name: name, items: (1...3).map(Self.item))
        case "channel":
            PlayerCatalogueList(
                name: name, items: [PlayerItem(id: "channel:1", timing: .live(windowMs: 18_000_000))])
        case "long":
            PlayerCatalogueList(
                name: name,
                items: (0..<PlayerQueue.limit).map { PlayerItem(id: Self.id(1 + $0 % 2), durationMs: 100_000) })
        default: nil
        }
    }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        let blocked = calls.blocked
        return Dictionary(
            uniqueKeysWithValues: (1...5).map { (Self.id($0), Self.item($0)) }.filter { ids.contains($0.0) }
                .map { id, item in
                    var item = item
                    if blocked.contains("\(id) \(owner.account)") { item.isBlocked = true }
                    return (id, item)
                })
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] {
        if calls.hasNoTexts { throw APIError(.serviceUnavailable, code: .databaseUnavailable, "no texts") }
        return Dictionary(
            uniqueKeysWithValues: (1...5).map(Self.id).filter(ids.contains).map { id in
                (id, PlayerItemDescription(title: "Title of \(id)", artist: "Artist", artworkURL: nil))
            })
    }

    /// Blocks an item for one account.
    func block(_ id: String, for account: Int64) { noted.withLock { _ = $0.blocked.insert("\(id) \(account)") } }

    /// Lets each later reading of texts fail.
    func withholdTexts() { noted.withLock { $0.hasNoTexts = true } }

    func began(_ id: String, by owner: PlayerOwner) async { noted.withLock { $0.began.append(id) } }

    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {
        noted.withLock { $0.heard.append("\(id) \(playedMs)") }
    }

    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {
        noted.withLock { $0.stopped.append("\(list) \(id) \(positionMs)") }
    }
}

/// The routes of players with a manual clock, two tenants, and the listener of the first tenant.
struct PlayerStage {
    let stage: RouteStage
    let catalogue: TestCatalogue
    let hub: PlayerHub
    let shared: SharedHub

    static let path = "/api/v1/me/player"

    static func with(_ body: (PlayerStage) async throws -> Void) async throws {
        let catalogue = TestCatalogue()
        let hub = Mutex<PlayerHub?>(nil)
        let shared = Mutex<SharedHub?>(nil)
        try await RouteStage.with(routes: { database, now in
            let made = PlayerHub(database: database, catalogue: catalogue, logger: RouteStage.silence, clock: now)
            hub.withLock { $0 = made }
            let together = SharedHub(database: database, catalogue: catalogue, logger: RouteStage.silence, clock: now)
            shared.withLock { $0 = together }
            return PlayerRoutes(database: database, catalogue: catalogue, clock: now).routes
                + PlayerQueueRoutes(database: database, catalogue: catalogue, clock: now).routes
                + PlayerDeviceRoutes(database: database).routes
                + PlayerHistoryRoutes(database: database, catalogue: catalogue).routes
                + PlayerStreamRoutes(hub: made).routes
                + SharedSessionRoutes(database: database, catalogue: catalogue, hub: together, clock: now).routes
        }) { stage in
            let made = try #require(hub.withLock { $0 })
            let together = try #require(shared.withLock { $0 })
            try await body(PlayerStage(stage: stage, catalogue: catalogue, hub: made, shared: together))
        }
    }

    /// Returns the account of a role at the host "here".
    func account(_ role: Role) async -> Int64 {
        let text = try? await stage.database.sql(
            "select user_id from app.user_account where tenant_id = \(stage.here.id) and login = '\(role.rawValue)'")
        return text.flatMap { Int64($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
    }

    func get(_ path: String = "", as role: Role = .listener, at host: String = "here", fields: Fields = [:]) async
        -> StageAnswer
    {
        await stage.send(.get, Self.path + path, as: role, at: host, fields)
    }

    @discardableResult
    func put(_ path: String, _ json: String? = nil, _ fields: Fields = [:]) async -> StageAnswer {
        await stage.send(.put, Self.path + path, json, as: .listener, fields)
    }

    @discardableResult
    func post(_ path: String, _ json: String? = nil, _ fields: Fields = [:]) async -> StageAnswer {
        await stage.send(.post, Self.path + path, json, as: .listener, fields)
    }

    /// Sends an event with additional members, such as `"attempt": 1`.
    @discardableResult
    func event(_ name: String, _ members: String = "", device: String = "phone", fields: Fields = [:]) async
        -> StageAnswer
    {
        let rest = members.isEmpty ? "" : ", " + members
        return await post("/events", "{\"event\": \"\(name)\", \"device\": \"\(device)\"\(rest)}", fields)
    }

    /// Plays the list "songs" on the phone, expanded.
    func play() async throws {
        try #require(await post("/play", #"{"context": "songs", "device": "phone"}"#).status == 200)
        try #require(await event("streamReady", "\"attempt\": 1").status == 200)
    }
}

extension StageAnswer {
    var state: String? { self["state"] as? String }
    var audio: String? { self["audio"] as? String }
    var revision: Int? { self["revision"] as? Int }
    var position: Int? { self["positionMs"] as? Int }
    var code: String? { self["code"] as? String }
    var tag: String { fields["ETag"] ?? "" }
    var track: String? { (self["track"] as? [String: Any])?["id"] as? String }
    var effects: [String] {
        objects("effects").map { "\($0["effect"] ?? "") \($0["device"] ?? "") \($0["attempt"] ?? "")" }
    }
}
