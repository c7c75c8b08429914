import MusicLibrary
import PlayerCore
import Players
import Radio
import SoundCloud
import Subsonic
import Tenancy
import Web

/// The players of listeners for OpenSubsonic apps.
struct SubsonicPlayers: PlayerSessions {
    private let store: PlayerStore
    private let catalogue: any PlayerCatalogue

    init(database: TenantDatabase, catalogue: any PlayerCatalogue) {
        store = PlayerStore(database: database)
        self.catalogue = catalogue
    }

    func session(of listener: Listener) async throws -> ListenerSession {
        let outcome = try await store.current(of: listener.owner)
        return ListenerSession(
            outcome.session, now: outcome.now, changedAt: try await store.changedAt(of: listener.owner))
    }

    func items(_ tracks: [String], of listener: Listener) async throws -> [String: PlayerItem] {
        try await catalogue.items(tracks, of: listener.owner)
    }

    func perform(
        as device: PlayerDeviceID?, of listener: Listener, countsListens: Bool,
        events: @escaping @Sendable (PlayerSession) throws -> [PlayerEvent]
    ) async throws {
        let catalogue: any PlayerCatalogue = countsListens ? catalogue : SilentCatalogue(catalogue: catalogue)
        try await PlayerResponder(store: store, catalogue: catalogue)
            .perform(form: PlayerCommand(device: device, reads: .whole, events: events), of: listener.owner)
    }
}

/// A catalogue that neither adds listens to the library's history nor announces tracks, for apps that report both themselves.
private struct SilentCatalogue: PlayerCatalogue {
    let catalogue: any PlayerCatalogue

    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? {
        try await catalogue.list(named: name, of: owner)
    }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        try await catalogue.items(ids, of: owner)
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] {
        try await catalogue.descriptions(of: ids, of: owner)
    }

    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {}

    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {
        try await catalogue.stopped(at: id, positionMs: positionMs, in: list, by: owner)
    }
}

/// The radio channels for OpenSubsonic apps, each with its first stream. A channel without streams is omitted.
struct SubsonicRadio: InternetRadio {
    let hub: PlayingHub

    func stations(in tenant: TenantID) async throws -> [InternetRadioStation] {
        try await hub.snapshot(of: tenant).lineUp.compactMap { entry in
            entry.streams.first.map { stream in
                InternetRadioStation(
                    id: entry.channel.id.rawValue, name: entry.channel.name, streamURL: stream.uri,
                    homepageURL: entry.channel.website)
            }
        }
    }
}

extension Listener {
    fileprivate var owner: PlayerOwner { PlayerOwner(tenant: tenant, account: account) }
}
