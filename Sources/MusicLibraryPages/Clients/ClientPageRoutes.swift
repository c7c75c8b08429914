import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/clients` and its forms: the apps that can play the listener's library.
public struct ClientPageRoutes: Sendable {
    private let passwords: AppPasswordStore

    /// Creates the pages. Without a vault, no password can be created.
    public init(database: TenantDatabase, vault: TokenVault?) {
        passwords = AppPasswordStore(database: database, vault: vault)
    }

    public var routes: [Route] {
        [
            page("getClientsPage", .get, "/library/clients", getClientsPage),
            page("postClient", .post, "/library/clients", postClient),
            page("postClientEnd", .post, "/library/clients/end", postClientEnd),
        ]
    }

    private func page(
        _ operation: String, _ method: HTTP.Method, _ path: String, _ endpoint: @escaping Route.Endpoint
    ) -> Route {
        Route(operation, method, path, access: .account, errors: .page, bodyLimit: 8 * 1024, endpoint: endpoint)
    }

    /// Answers `getClientsPage`: the page with the server's address for apps and the list of app passwords.
    func getClientsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        switch try request.queryFields().optional("notice") {
        case "ended": page.above = .successNotice("Password removed. The app can no longer sign in.")
        case "gone": page.above = .successNotice("This password had already been removed.")
        default: break
        }
        return page.response()
    }

    /// Answers `postClient`: creates an app password and returns the page itself instead of a redirect, because only this response contains the
    /// password. An invalid name (422) or too many passwords (409) show the page again; 503 without a key.
    func postClient(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let typed = try request.form().optional("name") ?? ""
        do {
            let name = try AppPassword.name(typed)
            let made = try await passwords.create(
                name, for: listener, audit: context.audit("app-password.create", subject: name))
            var page = try await page(request, context)
            page.above = .shownOnce("This is the password for \(name).", made.text)
            return page.response()
        } catch let error as APIError where [.conflict, .unprocessableContent].contains(error.status) {
            var page = try await page(request, context)
            page.above = .fault(error, labels: ["name": "The app name"], ids: ["name": "name"])
            (page.name, page.fault, page.status) = (typed, error, error.status)
            return page.response()
        }
    }

    /// Answers `postClientEnd`: deletes an app password and redirects to the page of apps, even if the password does not exist, for example after a
    /// double click.
    func postClientEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let id = AppPassword.ID(try request.form()("appPassword")),
            try await passwords.delete(
                id, of: listener, audit: { try context.audit("app-password.delete", subject: $0) }) != nil
        else { return .seeOther("/library/clients?notice=gone") }
        return .seeOther("/library/clients?notice=ended")
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> ClientsPage {
        ClientsPage(
            context: context,
            address: "\(context.isSecure ? "https" : "http")://\(request.authority ?? context.tenant.slug)",
            passwords: try await passwords.passwords(of: context.listener), now: .now)
    }
}
