import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for creating, listing and deleting app passwords.
public struct AppPasswordRoutes: Sendable {
    private let passwords: AppPasswordStore

    /// Creates the endpoints. Without a vault, `createAppPassword` answers 503.
    public init(database: TenantDatabase, vault: TokenVault?) {
        passwords = AppPasswordStore(database: database, vault: vault)
    }

    private static let path = "/api/v1/me/app-passwords"

    public var routes: [Route] {
        [
            Route("findAppPasswords", .get, Self.path, access: .account, endpoint: findAppPasswords),
            Route(
                "createAppPassword", .post, Self.path, access: .account, bodyLimit: 8 * 1024,
                endpoint: createAppPassword),
            Route(
                "deleteAppPassword", .delete, Self.path + "/{appPassword}", access: .account,
                endpoint: deleteAppPassword),
        ]
    }

    private static let fields: Fields = ["Cache-Control": "no-store"]

    /// Answers `findAppPasswords`: the names and times of the account's app passwords, newest first, without the secrets.
    func findAppPasswords(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .json(
            ListView(await passwords.passwords(of: context.listener).map { AppPasswordView($0) }), fields: Self.fields)
    }

    private struct Body: Decodable { let name: String }

    /// Answers `createAppPassword`: 201 with the new password, which cannot be read again; 409 if the account already has 25 passwords, 422 for an
    /// invalid name, 503 if the server has no key.
    func createAppPassword(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let name = try AppPassword.name(request.json(as: Body.self).name)
        let made = try await passwords.create(
            name, for: listener, audit: context.audit("app-password.create", subject: name))
        return try .json(AppPasswordView(made.password, secret: made.text), status: .created, fields: Self.fields)
    }

    /// Answers `deleteAppPassword`: 204, after which the app can no longer sign in; 404 if the account has no such password, even if another account
    /// has it.
    func deleteAppPassword(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let id = AppPassword.ID(try request.parameter("appPassword")),
            try await passwords.delete(
                id, of: listener, audit: { try context.audit("app-password.delete", subject: $0) }) != nil
        else {
            throw APIError(
                .notFound, code: .noSuchAppPassword, "you have no app password with this ID: check the ID")
        }
        return .noContent
    }
}
