import HTTP
import Tenancy
import Web

/// The operations for starting, completing and ending connections, for the API and for pages.
package struct ConnectionFlow: Sendable {
    /// The installation's SoundCloud application; `nil` if none is configured.
    let cloud: MusicCloud?
    let database: TenantDatabase

    package init(cloud: MusicCloud?, database: TenantDatabase) {
        self.cloud = cloud
        self.database = database
    }

    private var syncs: SyncStore { SyncStore(database: database) }

    /// Starts a connection, cancels earlier attempts of the account, and returns the encrypted state and the address where the listener authorizes
    /// the connection. The browser then returns to `returnTo`.
    ///
    /// Throws 400 without a host, 401 if the caller is not signed in, 503 without an application, and 409 if its secret cannot be decrypted.
    package func begin(
        returnTo: LocalPath, _ request: Request, _ context: RequestContext
    ) async throws -> (url: String, state: String) {
        guard let cloud else { throw APIError.noCloud }
        let (listener, origin) = (try context.listener, try Self.origin(request, context))
        return try await upstream {
            try await cloud.connections.begin(
                listener, at: origin, browser: ConnectionState.browser(of: context.caller), returnTo: returnTo)
        }
    }

    /// A completed connection and the page to open.
    struct Return: Sendable {
        let connection: CloudConnection
        let returnTo: LocalPath
    }

    /// Returns the address of the same request on the host on which the connection was started, if the parameter `state` belongs to another tenant
    /// than the host of the request; otherwise `nil`, also without a valid `state`.
    func addressOfOtherTenant(_ request: Request, _ context: RequestContext) throws -> String? {
        guard let cloud, let text = try request.queryFields().optional("state"),
            let state = ConnectionState(text, vault: cloud.connections.vault), state.tenant != context.tenant.id
        else { return nil }
        return "\(state.origin)\(request.path)?\(request.query ?? "")"
    }

    /// Completes a connection after SoundCloud's redirect, and starts a sync of the whole library (spec L3).
    ///
    /// The OAuth `state` is valid once, for ten minutes, and only for the account and the browser that started the connection, so that an attacker
    /// cannot complete a connection in another user's browser (RFC 9700 §4.7).
    ///
    /// Throws 401 if the caller is not signed in, 422 if the `state` is missing, 503 without an application, 400 if the `state` is not valid, and 409
    /// if the listener refused the connection on SoundCloud. If starting the sync fails, the connection is stored nevertheless.
    func complete(_ request: Request, _ context: RequestContext) async throws -> Return {
        let listener = try context.listener
        let query = try request.queryFields()
        let (text, code) = (try query("state"), try query.optional("code"))
        guard let cloud else { throw APIError.noCloud }
        guard let state = ConnectionState(text, vault: cloud.connections.vault), state.tenant == listener.tenant,
            state.browser == ConnectionState.browser(of: context.caller),
            let began = try await cloud.connections.take(state, of: listener)
        else {
            throw APIError(
                .badRequest, code: .unknownState,
                "the link back from SoundCloud has been used, has expired, or is not for this account and browser: connect again"
            )
        }
        guard let code else {
            throw APIError(
                .conflict, code: .connectionRefused,
                "the connection was not completed on SoundCloud: connect again, and allow the connection on SoundCloud")
        }
        let audit = try context.audit("connection.add", subject: "soundcloud")
        let connection = try await upstream {
            try await cloud.connections.complete(
                listener, code: code, verifier: began.verifier, at: state.origin, cloud: cloud.service, audit: audit)
        }
        _ = try await syncs.create(SyncPart.order, for: listener)
        return Return(connection: connection, returnTo: began.returnTo)
    }

    /// Deletes the connection, marks its unsent changes as failed and records the removal, in one transaction, and then signs out at SoundCloud,
    /// ignoring errors. Synced data remains. Succeeds if no account is connected.
    package func end(_ context: RequestContext) async throws {
        let listener = try context.listener
        let audit = try context.audit("connection.remove", subject: "soundcloud")
        let rows = try await database.batch(
            in: listener.tenant, ConnectionStore.removal(of: listener, audit: audit))
        if let row = rows[0].first { await cloud?.connections.withdraw(try row("access_token"), of: listener) }
    }

    /// Returns the scheme and host of a request. Throws 400 if the request has no host.
    private static func origin(_ request: Request, _ context: RequestContext) throws(APIError) -> String {
        guard let host = request.authority else {
            throw APIError(.badRequest, code: .badRequest, "the request has no host: send a Host header")
        }
        return "\(context.isSecure ? "https" : "http")://\(host)"
    }
}
