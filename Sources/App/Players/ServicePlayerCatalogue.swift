import MusicLibrary
import PlayerCore
import Players
import Radio
import Tenancy
import Web

/// Supplies players with the items of the listener's music library and of the tenant's radio.
struct ServicePlayerCatalogue: PlayerCatalogue {
    private let library: LibraryPlayerCatalogue
    private let radio: RadioPlayerCatalogue

    init(database: TenantDatabase, playing: PlayingHub, announcer: (any NowPlayingAnnouncer)? = nil) {
        library = LibraryPlayerCatalogue(database: database, announcer: announcer)
        radio = RadioPlayerCatalogue(hub: playing, onDemand: OnDemandStore(database: database))
    }

    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? {
        if let list = try await radio.list(named: name, of: owner) { return list }
        return try await library.list(named: name, of: owner)
    }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        let (stations, tracks) = Self.divided(ids)
        let items = stations.isEmpty ? [:] : try await radio.items(stations, of: owner)
        return tracks.isEmpty ? items : items.merging(try await library.items(tracks, of: owner)) { $1 }
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] {
        let (stations, tracks) = Self.divided(ids)
        let texts = stations.isEmpty ? [:] : try await radio.descriptions(of: stations, of: owner)
        return tracks.isEmpty ? texts : texts.merging(try await library.descriptions(of: tracks, of: owner)) { $1 }
    }

    func began(_ id: String, by owner: PlayerOwner) async { await library.began(id, by: owner) }

    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {
        guard !RadioPlayerCatalogue.has(id) else { return }
        try await library.wasHeard(id, since: since, playedMs: playedMs, by: owner)
    }

    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {
        guard !RadioPlayerCatalogue.has(id) else { return }
        try await library.stopped(at: id, positionMs: positionMs, in: list, by: owner)
    }

    private static func divided(_ ids: [String]) -> (radio: [String], library: [String]) {
        var divided: (radio: [String], library: [String]) = ([], [])
        for id in ids {
            if RadioPlayerCatalogue.has(id) { divided.radio.append(id) } else { divided.library.append(id) }
        }
        return divided
    }
}
