import Foundation
import HTTP
import Logging
import Postgres
import Tenancy
import TestSupport
import Web

@testable import Accounts
@testable import App

/// The service's application with two tenants of the same shape.
struct WallStage: Sendable {
    let database: TestDatabase
    /// The client that restores rows, without triggers. A session that turned its triggers off and on would lose its query plans each time.
    private let restorer: Database
    let wiring: Wiring
    let installation: Installation
    /// The tenant whose host receives the requests, and the other tenant.
    let a: TenantRows
    let b: TenantRows
    let operations: [WallOperation]
    /// The names of the operations that are pages, forms or files that pages load.
    let pages: Set<String>
    let permissions: [String: [String]]
    /// The credentials of a platform administrator.
    let platformToken = SecretKey()
    let platformBrowser = SecretKey()

    /// - Parameters:
    ///   - variables: settings in addition to those of every stage.
    ///   - counting: whether keys are counted, so that equal requests have equal responses; otherwise the product's own
    ///     keys are used, from sequences that begin at a recognisable number.
    static func with(
        _ variables: [String: String] = [:], counting: Bool = true, _ body: (WallStage) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let own = ["DATABASE_URL": database.runtimeConninfo, "TUTTI_PASSWORD_COST": "10"]
            let settings = try Settings(patientWith: own.merging(variables) { _, other in other })
            let logger = Logger(label: "wall") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            var configuration = Database.Configuration(
                conninfo: database.superuserConninfo + " options='-c session_replication_role=replica'")
            configuration.waitLimit = 300
            let restorer = Database(configuration, logger: logger)
            do {
                try await body(
                    WallStage(
                        database, restorer, installation,
                        try Wiring(settings, installation, log: nil, programs: .empty, logger: logger), counting))
            } catch {
                await restorer.close()
                await installation.close()
                throw error
            }
            await restorer.close()
            await installation.close()
        }
    }

    private init(
        _ database: TestDatabase, _ restorer: Database, _ installation: Installation, _ wiring: Wiring,
        _ counting: Bool
    ) async throws {
        self.database = database
        self.restorer = restorer
        self.installation = installation
        self.wiring = wiring
        operations = try WallOperation.all(wiring.routes)
        pages = Set(wiring.routes.filter(\.isPage).map(\.operation))
        permissions = try InterfaceDocument.ours().permissions
        try await database.sql(StageFunctions.script)
        try await database.sql(counting ? StageFunctions.counting : StageFunctions.planting)
        a = try await TenantRows("alphamark", in: database, number: 1)
        b = try await TenantRows("betamark", in: database, number: 2)
        let hash = try await PasswordHasher(cost: PasswordCost(logN: 10)).hash(TenantRows.password)
        try await database.sql(
            """
            insert into control.platform_account (login, password_hash) values ('platform', '\(hash)');
            insert into control.platform_session (token_hash, platform_account_id, kind, expires_at)
            select s.hash, a.platform_account_id, s.kind, now() + interval '1 hour'
              from control.platform_account a,
                   (values (\(TenantRows.literal(platformToken.hash))::bytea, 'token'),
                           (\(TenantRows.literal(platformBrowser.hash))::bytea, 'browser')) as s (hash, kind);
            insert into control.platform_audit (actor, action, tenant) values ('platform', 'tenant.add', 'alphamark');
            select stage.keep();
            """)
    }

    /// The operations that the application routes. The other operations, probes and metrics, belong to no tenant.
    var routed: [WallOperation] { operations.filter { !Self.ofNoTenant.contains($0.name) } }

    /// The operations that are answered before the tenant is known, for any Host (spec Decided 7). Metrics are available only on the admin address.
    static let ofNoTenant: Set<String> = ["getLiveness", "getReadiness", "getHealth", "getMetrics"]

    // MARK: The database

    /// Returns the digest of each table for one tenant.
    func picture(of tenant: TenantRows, shape: Bool = false) async throws -> [String: String] {
        let rows = try await database.superuser.rows(
            "select name, digest from stage.picture(\(tenant.tenant.id.rawValue), \(shape))")
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0("name"), try $0("digest")) })
    }

    /// The tables of the platform, which are part of the state of every tenant.
    static let ofThePlatform: Set = ["control.platform_audit", "control.platform_session"]

    /// Returns the tables that differ between two states, except the tables that an operation of the platform is expected to change.
    static func changes(
        _ before: [String: String], _ after: [String: String], by operation: WallOperation
    ) -> [String] {
        changes(before, after).filter { !operation.isAboutPlatform || !ofThePlatform.contains($0) }
    }

    /// Returns the tables that differ between two states.
    static func changes(_ before: [String: String], _ after: [String: String]) -> [String] {
        Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    /// Restores the original rows and removes the application's cached data of A.
    func restore() async throws {
        _ = try await restorer.rows("select stage.put_back()")
        wiring.liveHub.tenantEnded(a.tenant.id)
        wiring.playingHub.tenantEnded(a.tenant.id)
    }

    /// Returns the value of an identifier.
    func value(_ identifier: WallIdentifier, of whose: TenantRows, caller: Role) async throws -> String? {
        switch identifier.source {
        case .secret(let secret): return secret(whose)
        case .row(let question):
            let rows = try await database.superuser.rows(
                "select stage.value(\(question), \(whose.tenant.id.rawValue), \(whose.members[caller]?.id)) as v")
            return try rows.first?.optional("v", as: String.self)
        }
    }

    // MARK: The application

    func answer(_ request: Request, sent: [String] = []) async -> WallAnswer {
        WallAnswer(await wiring.application.respond(to: request), sent: sent)
    }

    /// Returns the least and the most privileged role that may call an operation.
    func callers(of operation: WallOperation) -> (least: Role, greatest: Role) {
        guard let permission = operation.permission, let roles = permissions[permission] else {
            return (.listener, .admin)
        }
        return (Role.allCases.first { roles.contains($0.rawValue) } ?? .admin, .admin)
    }
}
