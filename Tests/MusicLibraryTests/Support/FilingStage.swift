import HTTP
import Tenancy
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

/// Direct access to the stores of the library, without its routes.
extension LibraryStage {
    /// The filing operations with the resources of the stage, so that all changes of a stage share one cache.
    var changes: FilingChanges { FilingChanges(database: stage.database.tenants, filing: filing) }
    var browse: BrowseStore { BrowseStore(database: stage.database.tenants) }
    var podcasts: StationStore { StationStore(database: stage.database.tenants) }

    func listener(_ role: Role = .listener, at host: String = "here") async throws -> Listener {
        let tenant = host == "here" ? stage.here.id : stage.there.id
        let id = try await stage.database.sql(
            "select user_id from app.user_account where tenant_id = \(tenant) and login = '\(role.rawValue)'")
        return Listener(tenant: tenant, account: try #require(Int64(id)))
    }

    func urn(_ number: Int) throws -> CloudURN { try #require(CloudURN(.track, number: Int64(number))) }

    /// Adds these tracks, one after the other.
    func file(_ numbers: [Int], for listener: Listener) async throws {
        for number in numbers {
            #expect(try await changes.add(urn(number), correction: TrackCorrection(), by: listener) == true)
        }
    }

    /// Returns the name of the first credited artist of a track; `nil` if the listener has no such track.
    func artist(of number: Int, _ listener: Listener) async throws -> String? {
        try await browse.track(urn(number), of: listener)?.artists.first?.artist.name
    }

    /// Returns the key of the listener's artist with this name.
    func artist(_ name: String, _ listener: Listener) async throws -> Int64 {
        let page = try KeysetPage(Self.request())
        let entry = try await browse.entries(.artists, page, of: listener).items.first { $0.name == name }
        return try #require(entry?.id, "no artist \(name)")
    }

    /// Returns the name and the number of tracks of each entry of a category, as in "Aurora Vale 2".
    func entries(_ category: BrowseStore.Category, _ listener: Listener) async throws -> [String] {
        try await browse.entries(category, KeysetPage(Self.request()), of: listener).items.map {
            "\($0.name) \($0.tracks)"
        }
    }

    static func request(_ query: String = "") -> Request {
        Request(method: .get, path: "/", query: query, authority: "here.example")
    }
}

extension FilingChanges {
    /// Creates filing operations with a separate cache, as on another server.
    init(database: TenantDatabase) {
        self.init(database: database, filing: FilingResources(of: database.observers))
    }
}

extension KnowledgeStore {
    /// Creates a store with its own workers.
    init(database: TenantDatabase, listener: Listener) {
        self.init(database: database, listener: listener, workers: Workers("test.filing", width: 1, limit: 256))
    }
}
