import HTTP
import Tenancy
import Web

/// The endpoints of an account's settings.
public struct AccountSettingsRoutes: Sendable {
    private let store: AccountSettingsStore

    public init(store: AccountSettingsStore) { self.store = store }

    public var routes: [Route] {
        [
            Route("getSettings", .get, "/api/v1/me/settings", access: .account, endpoint: getSettings),
            Route(
                "changeSettings", .patch, "/api/v1/me/settings", access: .account, bodyLimit: 16 * 1024,
                endpoint: changeSettings),
        ]
    }

    /// Answers `getSettings` with the settings of the caller's account.
    func getSettings(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let account = context.caller?.userID else { throw APIError.notLoggedIn }
        return try Self.answer(await store.settings(of: account, in: context.tenant.id))
    }

    /// Answers `changeSettings`: changes only the settings in the request and returns all settings; 422 for invalid settings.
    func changeSettings(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let account = context.caller?.userID else { throw APIError.notLoggedIn }
        let change = try request.json(as: AccountSettingsChange.self)
        return try Self.answer(await store.change(change, of: account, in: context.tenant.id))
    }

    private static func answer(_ settings: AccountSettings) throws -> Response {
        try .json(AccountSettingsView(settings), fields: ["Cache-Control": "no-store"])
    }
}
