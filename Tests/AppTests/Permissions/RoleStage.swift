import Accounts
import HTTP
import Logging
import TestSupport
import Web

@testable import App

/// The service's application with one tenant, which is off the air, and an account of each role.
struct RoleStage: Sendable {
    let routes: [Route]
    private let application: Application
    private let tokens: [Role: String]

    /// Runs a test with its own database.
    static func with(_ body: (RoleStage) async throws -> Void) async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: ["DATABASE_URL": database.runtimeConninfo])
            let logger = Logger(label: "roles") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            do {
                let wiring = try Wiring(settings, installation, log: nil, logger: logger)
                try await body(RoleStage(database, wiring))
            } catch {
                await installation.close()
                throw error
            }
            await installation.close()
        }
    }

    private init(_ database: TestDatabase, _ wiring: Wiring) async throws {
        routes = wiring.routes
        application = wiring.application
        let hall = try await database.tenant("hall", host: "hall.example")
        let users = UserStore(database: database.tenants)
        let hasher = PasswordHasher(cost: PasswordCost(logN: 10))
        // The paths name this account, because it is the first. An administrator's request may change or delete it.
        _ = try await users.add(
            login: "somebody", role: .listener, password: "a horse in the pit", hasher: hasher, in: hall.id)
        var tokens: [Role: String] = [:]
        for role in Role.allCases {
            _ = try await users.add(
                login: role.rawValue, role: role, password: "a horse in the pit", hasher: hasher, in: hall.id)
            tokens[role] = try await TokenStore(database: database.tenants).create(login: role.rawValue, in: hall.id)
        }
        self.tokens = tokens
    }

    /// Returns a route's response to a request without content, with `1` for each parameter of the path.
    func answer(_ route: Route, as role: Role?) async -> Response {
        let path = route.path.replacing(/\{[^}]*\}/, with: "1")
        var fields = Fields()
        if let role { fields["Authorization"] = "Bearer \(tokens[role] ?? "")" }
        let request = Request(method: route.method, path: path, authority: "hall.example", fields: fields)
        return await application.respond(to: request)
    }
}
