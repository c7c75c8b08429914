import Tenancy
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

/// The routes of app passwords, with or without an encryption key, and the authentication of apps.
struct ClientStage {
    let stage: RouteStage
    let authentication: ClientAuthentication

    static let path = "/api/v1/me/app-passwords"

    static func with(
        hasKey: Bool = true, keys: String = TokenVault.makeKey(), _ body: (ClientStage) async throws -> Void
    ) async throws {
        let vault = hasKey ? try TokenVault(keys) : nil
        try await RouteStage.with(routes: { database, _ in
            AppPasswordRoutes(database: database, vault: vault).routes
                + ClientPageRoutes(database: database, vault: vault).routes
        }) { stage in
            try await body(
                ClientStage(
                    stage: stage, authentication: ClientAuthentication(database: stage.database.tenants, vault: vault)))
        }
    }

    /// Returns the authentication of a server with these keys.
    func authentication(keys: String) throws -> ClientAuthentication {
        ClientAuthentication(database: stage.database.tenants, vault: try TokenVault(keys))
    }

    func make(_ name: String = "Phone", as role: Role = .listener) async -> StageAnswer {
        await stage.send(.post, Self.path, #"{"name": "\#(name)"}"#, as: role)
    }

    /// Sends a form of the page.
    func post(_ path: String, _ form: String, as role: Role = .listener) async -> StageAnswer {
        await stage.send(
            .post, path, body: Array(form.utf8), as: role, ["Content-Type": "application/x-www-form-urlencoded"])
    }
}
