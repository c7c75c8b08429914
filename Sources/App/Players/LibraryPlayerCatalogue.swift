import MusicLibrary
import PlayerCore
import Players
import SoundCloud
import Tenancy
import Web

/// Supplies players with the tracks of the listener's music library. The identifier of an item is the URN of the track.
struct LibraryPlayerCatalogue: PlayerCatalogue {
    private let contexts: PlayContexts
    private let listens: ListenStore
    private let resume: DiscoverResume
    private let announcer: (any NowPlayingAnnouncer)?

    /// Creates the catalogue. When a track begins to play, `announcer` notifies other services; `nil` if none are to be notified.
    init(database: TenantDatabase, announcer: (any NowPlayingAnnouncer)?) {
        self.announcer = announcer
        contexts = PlayContexts(database: database)
        listens = ListenStore(database: database)
        resume = DiscoverResume(database: database)
    }

    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? {
        guard let context = PlayContext(name),
            let window = try await contexts.window(context, from: 0, limit: PlayerQueue.limit, for: owner.listener)
        else { return nil }
        return PlayerCatalogueList(name: context.description, items: window.items.map(Self.item))
    }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        let found = try await found(ids, of: owner)
        return found.mapValues(Self.item)
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] {
        try await found(ids, of: owner).mapValues { item in
            let (small, large) = (item.cover(), item.cover(.head))
            return PlayerItemDescription(
                title: item.title, artist: item.artist ?? item.uploader,
                artworkURL: item.artwork.isEmpty ? nil : item.artwork,
                picture: small.flatMap { small in large.map { PlayerPicture(small: small, large: $0) } },
                path: "/library/tracks/\(item.urn)", audioPath: "/api/v1/tracks/\(item.urn)/audio",
                credit: PlayerSourceCredit(
                    uploader: item.uploader, service: "SoundCloud",
                    address: item.permalink.isEmpty ? nil : item.permalink))
        }
    }

    func began(_ id: String, by owner: PlayerOwner) async {
        guard let track = CloudURN(id, of: .track) else { return }
        announcer?.announce(track, of: owner.listener)
    }

    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {
        guard let track = CloudURN(id, of: .track) else { return }
        let listen = Listen(track: track, listenedAt: since, playedMs: playedMs)
        _ = try await listens.record([listen], client: "player", for: owner.listener)
    }

    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {
        guard list == "discover", let track = CloudURN(id, of: .track) else { return }
        try await resume.stop(at: track, positionMs: positionMs, of: owner.listener)
    }

    private func found(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayItem] {
        let tracks = ids.compactMap { CloudURN($0, of: .track) }
        let items = try await contexts.items(of: tracks, for: owner.listener)
        return Dictionary(items.map { ($0.urn.description, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func item(_ item: PlayItem) -> PlayerItem {
        PlayerItem(
            id: item.urn.description, durationMs: item.durationMs > 0 ? item.durationMs : nil,
            isBlocked: !item.isPlayable)
    }
}

extension PlayerOwner {
    fileprivate var listener: Listener { Listener(tenant: tenant, account: account) }
}
