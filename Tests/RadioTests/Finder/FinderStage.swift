import Tenancy
import TestSupport
import WebTestSupport

@testable import Radio

/// A stage with the finder's routes and common test steps.
struct FinderStage: Sendable {
    let stage: RouteStage

    static func with(_ body: (FinderStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, now in FinderRoutes(database: database, now: now).routes }) {
            try await body(FinderStage(stage: $0))
        }
    }

    var database: TestDatabase { stage.database }

    /// Runs the index job, as a server does after a notification.
    func updateIndex() async throws {
        for tenant in [stage.here, stage.there] {
            try await FinderIndex(database: database.tenants).update(tenant.id)
        }
    }

    /// Marks shows as changed, as every writer does.
    func mark(_ shows: Int64..., in tenant: Tenant? = nil) async throws {
        let tenant = tenant ?? stage.here
        _ = try await database.tenants.batch(
            in: tenant.id, RadioChange.statements(in: tenant.id, shows: shows.map(Show.ID.init(rawValue:))))
    }

    func setLocale(_ locale: String) async throws {
        try await database.sql("update control.tenant set locale = '\(locale)' where tenant_id = \(stage.here.id)")
    }

    /// Creates an episode that is on demand, by default without end.
    @discardableResult
    func onDemand(
        _ title: String, of show: Int64, publishedAt: String? = nil, from start: String = "2026-01-01T00:00:00Z",
        until end: String? = nil, in tenant: Tenant? = nil
    ) async throws -> Int64 {
        let tenant = tenant ?? stage.here
        let episode = try await database.episode(title, of: show, publishedAt: publishedAt, in: tenant)
        let version = try await database.version(of: episode, from: start, until: end, in: tenant)
        try await database.media(of: version, in: tenant)
        return episode
    }

    func titles(_ path: String) async -> [String] {
        await stage.send(.get, path).objects("items").compactMap { $0["title"] as? String }
    }
}
