import CloudStandIn
import Foundation
import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

/// The routes for features beyond the synced data, with the stand-in for SoundCloud: Discover, search, new playlists and unknown users.
struct ExploreStage {
    let stage: RouteStage
    let cloud: CloudStage
    let music: MusicCloud

    static func with(_ world: StandInWorld = StandInWorld(), _ body: (ExploreStage) async throws -> Void) async throws {
        try await CloudStage.with(world) { cloud in
            let key = TokenVault.makeKey()
            func music(_ database: TenantDatabase) throws -> MusicCloud {
                MusicCloud(
                    cloud.app, database: database, vault: try TokenVault(key),
                    fetcher: SessionFetcher(limit: .seconds(300)),
                    clock: UpstreamClock(pause: { _ in }, chance: { 0 }), pageSize: 20, logger: RouteStage.silence)
            }
            try await RouteStage.with(routes: { database, _ in
                try routes(try music(database), database)
            }) { stage in
                try await body(
                    ExploreStage(stage: stage, cloud: cloud, music: try music(stage.database.tenants)))
            }
        }
    }

    private static func routes(_ music: MusicCloud, _ database: TenantDatabase) throws -> [Route] {
        let filing = FilingResources(of: database.observers)
        return ConnectionRoutes(cloud: music, database: database, landing: .library).routes
            + DiscoverRoutes(cloud: music, database: database).routes
            + LibrarySearchRoutes(database: database).routes
            + CloudSearchRoutes(CloudSearch(cloud: music, database: database)).routes
            + PlaylistRoutes(cloud: music, database: database).routes
            + PlaylistPageRoutes(cloud: music, database: database).routes
            + CloudItemRoutes(cloud: music, database: database).routes
            + ExplorePageRoutes(cloud: music, database: database).routes
            + CloudListRoutes(database: database).routes
            + CloudActionRoutes(cloud: music, database: database, filing: filing).routes
            + LibraryTrackRoutes(cloud: music, database: database, filing: filing).routes
            + PodcastTrackRoutes(cloud: music, database: database, filing: filing).routes
    }

    /// Connects the listener's account.
    func connect(as role: Role = .listener, at host: String = "here") async throws {
        let path = "/api/v1/me/connections/soundcloud"
        let begun = await stage.send(.post, path, as: role, at: host)
        let url = try #require(begun["authorizeUrl"] as? String)
        let back = try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", url))
        let location = try #require(back.fields["location"])
        let answer = await stage.send(.get, String(location.dropFirst("http://\(host)".count)), as: role, at: host)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Makes every later request to SoundCloud fail.
    func failRequests(_ fault: StandInFault = .serverError, from first: Int = 1) {
        cloud.standIn.plan(Dictionary(uniqueKeysWithValues: (first...(first + 60)).map { ($0, fault) }))
    }

    func repair() { cloud.standIn.plan([:]) }

    func listener(_ role: Role = .listener) async throws -> Listener {
        let id = try await stage.database.sql(
            "select user_id from app.user_account where tenant_id = \(stage.here.id) and login = '\(role.rawValue)'")
        return Listener(tenant: stage.here.id, account: try #require(Int64(id)))
    }
}

extension StageAnswer {
    /// Returns the URNs of the items of a list, in order.
    func urns(_ list: String) -> [String] { objects(list).compactMap { $0["urn"] as? String } }
}
