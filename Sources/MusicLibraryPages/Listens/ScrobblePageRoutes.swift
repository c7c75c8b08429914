import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/listenbrainz` and its forms: the listener's account at a ListenBrainz server.
public struct ScrobblePageRoutes: Sendable {
    private let database: TenantDatabase
    private let connections: ScrobbleConnections

    /// Creates the page for the allowed servers. Without a vault, no account can be connected.
    public init(
        database: TenantDatabase, vault: TokenVault?, servers: ListenBrainzServers,
        fetcher: any Fetcher = SessionFetcher()
    ) {
        self.database = database
        connections = ScrobbleConnections(database: database, vault: vault, servers: servers, fetcher: fetcher)
    }

    private static let path = "/library/listenbrainz"

    public var routes: [Route] {
        [
            .accountPage("getScrobblePage", Self.path, endpoint: getScrobblePage),
            .accountForm("postScrobbleConnection", Self.path, bodyLimit: 8 * 1024, endpoint: postScrobbleConnection),
            .accountForm("postScrobbleEnd", Self.path + "/end") { request, context in
                _ = try request.form()
                do {
                    try await connections.end(of: context.listener, context)
                } catch let error as APIError where error.status == .notFound {
                    // A connection that does not exist has already ended, for example by a double click.
                }
                return .seeOther(Self.path, LibraryNotice.scrobblingEnded)
            },
        ]
    }

    /// Answers `getScrobblePage`: the state of the connection and, without a working connection, the form for connecting an account.
    func getScrobblePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await page(request, context).response()
    }

    /// Answers `postScrobbleConnection`: stores the connection, if the server confirms the token, in place of an earlier connection, and redirects to
    /// the page. A refused token (422) or an unavailable server (503) shows the page again.
    func postScrobbleConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let form = try request.form()
        do {
            _ = try await connections.connect(
                token: form.optional("userToken") ?? "", server: form.optional("server"),
                sendsHistory: form.optional("sendsHistory") != nil, of: listener, context)
            return .seeOther(Self.path, LibraryNotice.scrobbling)
        } catch let error as APIError where [.unprocessableContent, .serviceUnavailable].contains(error.status) {
            var page = try await page(request, context)
            page.above = .fault(
                error, labels: ["userToken": "The user token", "server": "The server"],
                ids: ["userToken": "userToken", "server": "server"])
            (page.fault, page.status) = (error, error.status)
            return page.response()
        }
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> ScrobblePage {
        let pageContext = try await CloudPageContext(request, context, database)
        return ScrobblePage(
            pageContext: pageContext, servers: connections.servers.addresses,
            connection: try await connections.store.connection(of: context.listener))
    }
}
