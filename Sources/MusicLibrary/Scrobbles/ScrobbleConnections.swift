import SoundCloud
import Tenancy
import Web

/// The use cases of a listener's ListenBrainz connection, for the API and the page.
package struct ScrobbleConnections: Sendable {
    package let store: ScrobbleStore
    package let servers: ListenBrainzServers
    private let vault: TokenVault?
    private let client: ListenBrainzClient

    package init(
        database: TenantDatabase, vault: TokenVault?, servers: ListenBrainzServers,
        fetcher: any Fetcher = SessionFetcher()
    ) {
        store = ScrobbleStore(database: database)
        self.servers = servers
        self.vault = vault
        client = ListenBrainzClient(fetcher: fetcher)
    }

    /// Stores the listener's token after the server has confirmed it, and records an audit event. Replaces an earlier connection. `server` is the
    /// root of the server's API, `nil` for the default; with `sendsHistory`, all listens in the history are sent, also those already sent. Throws 422
    /// for a server that is not allowed or an invalid token, and 503 if the server does not confirm the token or the installation has no key.
    package func connect(
        token: String, server: String?, sendsHistory: Bool, of listener: Listener, _ context: RequestContext
    ) async throws -> ScrobbleConnection {
        guard let standard = servers.addresses.first else { throw Self.notConfigured }
        guard let vault else { throw Self.noKey }
        let address = server.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? standard
        guard servers.addresses.contains(address) else {
            throw APIError.invalid(
                "/server", "must be \(SentenceFormat.choice(servers.addresses)), found \"\(address.prefix(100))\"")
        }
        guard (1...200).contains(token.utf8.count), token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw APIError.invalid(
                "/userToken",
                "must have 1 to 200 printable ASCII characters without spaces: "
                    + "copy the user token from the settings of your ListenBrainz account")
        }
        guard let username = try await client.user(of: token, at: address) else {
            throw APIError.invalid(
                "/userToken",
                "is not a valid token for \(address): copy the user token from the settings of your account there")
        }
        let sealed = try vault.seal(token, as: Self.label(listener))
        let audit = try context.audit("listenbrainz.connect", subject: username)
        guard
            let connection = try await store.set(
                server: address, username: username, token: sealed, sendsHistory: sendsHistory, of: listener,
                audit: audit)
        else { throw Self.notConnected }
        return connection
    }

    /// Deletes the connection and records an audit event. Unsent listens are no longer sent. Throws 404 if no account is connected.
    package func end(of listener: Listener, _ context: RequestContext) async throws {
        guard try await store.delete(of: listener, audit: context.audit("listenbrainz.disconnect")) else {
            throw Self.notConnected
        }
    }

    static func label(_ listener: Listener) -> TokenVault.Label {
        TokenVault.Label(kind: .listenBrainz, tenant: listener.tenant, account: listener.account)
    }

    static let notConnected = APIError(
        .notFound, code: .listenBrainzNotConnected, "no ListenBrainz account is connected: connect an account first")
    private static let notConfigured = APIError(
        .serviceUnavailable, code: .listenBrainzNotConfigured,
        "this server sends nothing to ListenBrainz: its administrator must set TUTTI_LISTENBRAINZ")
    private static let noKey = APIError(
        .serviceUnavailable, code: .noSecretKey,
        "this server has no key for encrypting tokens: its administrator must set TUTTI_SECRET_KEY_FILE")
}
