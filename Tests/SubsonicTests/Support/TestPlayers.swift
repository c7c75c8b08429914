import MusicLibrary
import PlayerCore
import Players
import SoundCloud
import Tenancy
import Web

@testable import Subsonic

/// Players of the module Players, with the tracks of the library as their catalogue, as in the program.
struct TestPlayers: PlayerSessions {
    let store: PlayerStore
    let contexts: PlayContexts
    let listens: ListenStore

    init(database: TenantDatabase) {
        store = PlayerStore(database: database)
        contexts = PlayContexts(database: database)
        listens = ListenStore(database: database)
    }

    func session(of listener: Listener) async throws -> ListenerSession {
        let outcome = try await store.current(of: listener.owner)
        return ListenerSession(
            outcome.session, now: outcome.now, changedAt: try await store.changedAt(of: listener.owner))
    }

    func items(_ tracks: [String], of listener: Listener) async throws -> [String: PlayerItem] {
        try await TestTracks(contexts: contexts, listens: nil).items(tracks, of: listener.owner)
    }

    func perform(
        as device: PlayerDeviceID?, of listener: Listener, countsListens: Bool,
        events: @escaping @Sendable (PlayerSession) throws -> [PlayerEvent]
    ) async throws {
        let catalogue = TestTracks(contexts: contexts, listens: countsListens ? listens : nil)
        try await PlayerResponder(store: store, catalogue: catalogue)
            .perform(form: PlayerCommand(device: device, reads: .whole, events: events), of: listener.owner)
    }
}

/// The tracks of the library as items of players.
private struct TestTracks: PlayerCatalogue {
    let contexts: PlayContexts
    /// The store of listens; `nil` if listens are not stored.
    let listens: ListenStore?

    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? { nil }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        let found = try await contexts.items(
            of: ids.compactMap { CloudURN($0, of: .track) }, for: Listener(tenant: owner.tenant, account: owner.account)
        )
        return Dictionary(
            found.map {
                let id = $0.urn.description
                return (id, PlayerItem(id: id, durationMs: $0.durationMs, isBlocked: !$0.isPlayable))
            }, uniquingKeysWith: { first, _ in first })
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] { [:] }

    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {
        guard let listens, let track = CloudURN(id, of: .track) else { return }
        _ = try await listens.record(
            [Listen(track: track, listenedAt: since, playedMs: playedMs)], client: "player",
            for: Listener(tenant: owner.tenant, account: owner.account))
    }

    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {}
}

/// Two channels with a stream.
struct TestRadio: InternetRadio {
    func stations(in tenant: TenantID) async throws -> [InternetRadioStation] {
        [
            InternetRadioStation(
                id: 1, name: "Jazz & Soul", streamURL: "https://radio.example/jazz.aac",
                homepageURL: "https://radio.example/"),
            InternetRadioStation(id: 2, name: "News", streamURL: "https://radio.example/news.mp3", homepageURL: nil),
        ]
    }
}

extension Listener {
    fileprivate var owner: PlayerOwner { PlayerOwner(tenant: tenant, account: account) }
}
