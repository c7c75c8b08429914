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

/// Routes and stores with the stand-in for SoundCloud, and two tenants.
struct ConnectedStage {
    let stage: RouteStage
    let cloud: CloudStage
    let music: MusicCloud
    let key: String

    static func with(
        _ world: StandInWorld = StandInWorld(), configured: Bool = true, _ body: (ConnectedStage) async throws -> Void
    ) async throws {
        try await CloudStage.with(world) { cloud in
            let key = TokenVault.makeKey()
            func music(_ database: TenantDatabase) throws -> MusicCloud {
                MusicCloud(
                    cloud.app, database: database, vault: try TokenVault(key),
                    fetcher: SessionFetcher(limit: .seconds(300)),
                    pictures: SessionFetcher(limit: .seconds(300), lengthLimit: 1 << 20),
                    clock: UpstreamClock(pause: { _ in }, chance: { 0 }), pageSize: 20, logger: RouteStage.silence)
            }
            try await RouteStage.with(routes: { database, now in
                let filing = FilingResources(of: database.observers)
                let music = configured ? try music(database) : nil
                return ConnectionRoutes(cloud: music, database: database, landing: .library).routes
                    + SyncRoutes(database: database).routes + CloudWriteRoutes(cloud: music, database: database).routes
                    + CloudPageRoutes(cloud: music, database: database, filing: filing, now: now).routes
                    + ViewStateRoutes(database: database).routes
            }) { stage in
                try await body(
                    ConnectedStage(stage: stage, cloud: cloud, music: try music(stage.database.tenants), key: key))
            }
        }
    }

    static let path = "/api/v1/me/connections/soundcloud"

    /// Returns the listener of tenant "here".
    func listener() async throws -> Listener {
        let id = try await stage.database.sql(
            "select user_id from app.user_account where tenant_id = \(stage.here.id) and login = 'listener'")
        return Listener(tenant: stage.here.id, account: try #require(Int64(id)))
    }

    /// Returns the SoundCloud services of another server with the same database.
    func otherServer() throws -> MusicCloud {
        MusicCloud(
            cloud.app, database: stage.database.tenants, vault: try TokenVault(key),
            fetcher: SessionFetcher(limit: .seconds(300)), logger: RouteStage.silence)
    }

    /// Allows the connection on SoundCloud's page, as a browser would, and returns the target of the redirect.
    func allowConnection(_ answer: StageAnswer) async throws -> String {
        let url = try #require(answer["authorizeUrl"] as? String)
        let back = try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", url))
        let location = try #require(back.fields["location"])
        return String(location.dropFirst("http://here".count))
    }

    /// Connects the listener's account: start, consent and redirect.
    @discardableResult
    func connect(as role: Role = .listener) async throws -> StageAnswer {
        let begun = await stage.send(.post, Self.path, as: role)
        let answer = await stage.send(.get, try await allowConnection(begun), as: role)
        #expect(answer.status == 200, "\(answer.text)")
        return answer
    }

    func service() -> SyncService { music.syncService(for: ListenerLibrary()) { [stage.here.id] } }
}
