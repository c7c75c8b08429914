import Logging
import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store of connections. Each change is one transaction. Decrypted tokens are used only for requests to SoundCloud.
public struct ConnectionStore: Sendable {
    private let database: TenantDatabase
    let vault: TokenVault
    private let applications: TenantApplications
    private let tokenEndpoint: TokenEndpoint
    private let logger: Logger
    /// The limit on simultaneous token refreshes, each of which holds a database connection while it waits for SoundCloud.
    private let refreshes = AsyncSemaphore(permits: 2)

    /// The time in seconds within which the listener must authorize the connection.
    private static let authorizationLife: Int64 = 600
    /// The remaining lifetime, in milliseconds, at which an access token is replaced.
    private static let margin: Int64 = 60_000

    init(database: TenantDatabase, vault: TokenVault, tokenEndpoint: TokenEndpoint, logger: Logger) {
        self.database = database
        self.vault = vault
        applications = TenantApplications(database: database, vault: vault)
        self.tokenEndpoint = tokenEndpoint
        self.logger = logger
    }

    /// Returns the token endpoint with the tenant's own application, or else with the installation's. Throws `CloudError.secretUnreadable` if the
    /// secret of the tenant's application cannot be decrypted.
    func endpoint(of tenant: TenantID) async throws -> TokenEndpoint {
        var endpoint = tokenEndpoint
        endpoint.app = try await applications.app(of: tenant, default: endpoint.app)
        return endpoint
    }

    // MARK: - Connecting

    /// Starts a connection, and cancels earlier attempts of the account. Returns the encrypted state and the address where the listener authorizes
    /// the connection within ten minutes.
    ///
    /// `origin` is the scheme and host on which the connection starts, `browser` the hash of the browser's session cookie (``ConnectionState``), and
    /// `returnTo` the page to open afterwards, which `take` returns. Throws `CloudError.secretUnreadable` if the secret of the tenant's application
    /// cannot be decrypted.
    func begin(
        _ listener: Listener, at origin: String, browser: String, returnTo: LocalPath
    ) async throws -> (url: String, state: String) {
        let endpoint = try await endpoint(of: listener.tenant)
        let (key, verifier) = (SecretKey(), SecretKey())
        let state = try ConnectionState(tenant: listener.tenant, origin: origin, browser: browser, key: key)
            .sealed(by: vault)
        let sealed = try vault.seal(verifier.text, as: label(.verifier, listener))
        let end = Date(
            timeIntervalSince1970: Double(tokenEndpoint.clock.now().milliseconds / 1000 + Self.authorizationLife))
        _ = try await database.batch(
            in: listener.tenant,
            [
                "delete from app.cloud_authorization where tenant_id = \(listener.tenant) and user_id = \(listener.account)",
                """
                insert into app.cloud_authorization (tenant_id, state_hash, user_id, verifier, return_to, expires_at)
                values (\(listener.tenant), \(key.hash), \(listener.account), \(sealed), \(returnTo.description), \(end))
                """,
            ])
        return (
            endpoint.authorizeURL(
                state: state, challenge: Base64URL.text(of: verifier.hash), redirect: endpoint.app.redirect(at: origin)),
            state
        )
    }

    /// Deletes the stored attempt and returns its PKCE verifier and the page to open; `nil` if the state is unknown, already used, expired or belongs
    /// to another account.
    func take(_ state: ConnectionState, of listener: Listener) async throws -> (verifier: String, returnTo: LocalPath)?
    {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            delete from app.cloud_authorization
             where tenant_id = \(listener.tenant)
               and state_hash = \(state.key.hash)
               and user_id = \(listener.account)
            returning verifier, return_to, expires_at
            """)
        guard let row = rows.first else { return nil }
        guard Instant(try row("expires_at", as: Date.self)) > tokenEndpoint.clock.now() else { return nil }
        let verifier = try vault.open(try row("verifier"), as: label(.verifier, listener))
        return (verifier, LocalPath(try row("return_to", as: String.self)) ?? "/")
    }

    /// Exchanges the code for tokens, then stores the connection, the user and the audit event in one transaction. Replaces an earlier connection. A
    /// code works once, so after an error the listener must begin again.
    func complete(
        _ listener: Listener, code: String, verifier: String, at origin: String, cloud: any MusicService,
        audit: AuditEvent
    ) async throws -> CloudConnection {
        let endpoint = try await endpoint(of: listener.tenant)
        let grant = try await endpoint.grant(
            code: code, verifier: verifier, redirect: endpoint.app.redirect(at: origin))
        let me = try await cloud.me(as: FixedToken(grant.access))
        let statements = CloudRows.users([me], in: listener.tenant)
        let rows = try await database.batch(
            in: listener.tenant,
            statements + [
                """
                insert into app.cloud_connection
                            (tenant_id, user_id, cloud_user_id, scopes, access_token, refresh_token, expires_at)
                select tenant_id, \(listener.account), cloud_user_id, \(String(grant.scope.prefix(1000))),
                       \(try vault.seal(grant.access.text, as: label(.access, listener))),
                       \(try vault.seal(grant.refresh, as: label(.refresh, listener))), \(grant.expiresAt.date)
                  from app.cloud_user
                 where tenant_id = \(listener.tenant)
                   and urn = \(me.urn)
                    on conflict (tenant_id, user_id, service) do update
                   set cloud_user_id = excluded.cloud_user_id, scopes = excluded.scopes,
                       access_token = excluded.access_token, refresh_token = excluded.refresh_token,
                       expires_at = excluded.expires_at, state = 'connected', fault = '', connected_at = now(),
                       refreshed_at = null
                """,
                audit.insertion(in: listener.tenant), Self.selection(of: listener),
            ])
        guard let row = rows.last?.first else { throw CloudError.notConnected }
        return try CloudConnection(row: row)
    }

    // MARK: - The stored connection

    func connection(of listener: Listener) async throws(PostgresError) -> CloudConnection? {
        try await database.first(in: listener.tenant, Self.selection(of: listener))
    }

    /// Returns the statement that selects the connection without its tokens.
    public static func selection(of listener: Listener) -> SQL {
        """
        select c.state, c.fault, c.scopes, c.expires_at, c.connected_at, u.urn, u.username, u.permalink_url, u.avatar_url
          from app.cloud_connection c
          left join app.cloud_user u on u.tenant_id = c.tenant_id and u.cloud_user_id = c.cloud_user_id
         where c.tenant_id = \(listener.tenant)
           and c.user_id = \(listener.account)
           and c.service = 'soundcloud'
        """
    }

    /// Returns the statements that delete a connection, mark its unsent changes as failed, and write the audit event. The first returns the encrypted
    /// `access_token`, or no row if there was no connection. Synced data remains.
    static func removal(of listener: Listener, audit: AuditEvent) -> [SQL] {
        [
            """
            delete from app.cloud_connection
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and service = 'soundcloud'
            returning access_token
            """,
            """
            update app.cloud_write
               set state = 'failed', fault = 'the account was disconnected', finished_at = now()
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and state = 'pending'
            """, audit.insertion(in: listener.tenant),
        ]
    }

    /// Signs out at SoundCloud with `sealed`, the encrypted access token of a deleted connection. Ignores errors.
    func withdraw(_ sealed: [UInt8], of listener: Listener) async {
        guard let token = try? vault.open(sealed, as: label(.access, listener)) else { return }
        await tokenEndpoint.signOut(AccessToken(token))
    }

    // MARK: - Tokens

    /// Returns the access token and the time at which it expires. A token that expires within a minute is renewed first.
    ///
    /// Throws `CloudError.notConnected`, or `.grantLost` if the account must be connected again.
    func token(of listener: Listener) async throws -> (token: AccessToken, expiresAt: Instant) {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select access_token, expires_at, state, fault
              from app.cloud_connection
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and service = 'soundcloud'
            """)
        guard let row = rows.first else { throw CloudError.notConnected }
        guard try row("state", as: CloudConnection.State.self) == .connected else {
            throw CloudError.grantLost(reason: try row("fault"))
        }
        let token = AccessToken(try opened(try row("access_token"), as: .access, of: listener))
        let expiresAt = Instant(try row("expires_at", as: Date.self))
        guard expiresAt.milliseconds - Self.margin > tokenEndpoint.clock.now().milliseconds else {
            return try await refresh(listener, after: token)
        }
        return (token, expiresAt)
    }

    private enum Refreshed: Sendable {
        case kept(AccessToken, Instant)
        case lost(String)
    }

    /// Replaces a token that was refused or is about to expire. A refresh token works only once, so the row stays locked during the request to
    /// SoundCloud, and concurrent callers get the same new tokens.
    ///
    /// Throws `CloudError.notConnected`, or `.grantLost` if the account must be connected again. Stores the connection as `broken` if its
    /// refresh token is missing, cannot be decrypted or is refused by SoundCloud.
    func refresh(_ listener: Listener, after refused: AccessToken) async throws -> (
        token: AccessToken, expiresAt: Instant
    ) {
        let pair = try await refreshes.withPermit { try await renewed(listener, after: refused) }
        return (pair.token, pair.expiresAt)
    }

    private struct Pair: Sendable {
        let token: AccessToken
        let expiresAt: Instant
    }

    private func renewed(_ listener: Listener, after refused: AccessToken) async throws -> Pair {
        let endpoint = try await endpoint(of: listener.tenant)
        var given: (grant: TokenGrant, spent: [UInt8])?
        let outcome: Refreshed
        do {
            outcome = try await database.transaction(in: listener.tenant) { transaction in
                let rows = try await transaction.rows(
                    """
                    select access_token, refresh_token, expires_at, state, fault
                      from app.cloud_connection
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and service = 'soundcloud'
                       for update
                    """)
                guard let row = rows.first else { throw CloudError.notConnected }
                guard try row("state", as: CloudConnection.State.self) == .connected else {
                    return .lost(try row("fault"))
                }
                let token = AccessToken(try opened(try row("access_token"), as: .access, of: listener))
                if token != refused { return .kept(token, Instant(try row("expires_at", as: Date.self))) }
                guard let sealed = try row.optional("refresh_token", as: [UInt8].self) else {
                    let reason = "SoundCloud issued no refresh token for this connection"
                    _ = try await transaction.rows(Self.breaking(listener, because: reason))
                    return .lost(reason)
                }
                let grant: TokenGrant
                do {
                    grant = try await endpoint.grant(refresh: try opened(sealed, as: .refresh, of: listener))
                } catch CloudError.grantLost(let reason) {
                    _ = try await transaction.rows(Self.breaking(listener, because: reason))
                    return .lost(reason)
                }
                given = (grant, sealed)
                _ = try await transaction.rows(try update(listener, grant, spent: sealed))
                return .kept(grant.access, grant.expiresAt)
            }
        } catch {
            guard let given else { throw error }
            // The old refresh token was used, and only this process has the new tokens.
            try await storeIssuedTokens(listener, given.grant, spent: given.spent)
            return Pair(token: given.grant.access, expiresAt: given.grant.expiresAt)
        }
        switch outcome {
        case .kept(let token, let expiresAt): return Pair(token: token, expiresAt: expiresAt)
        case .lost(let reason): throw CloudError.grantLost(reason: reason)
        }
    }

    /// Returns the statement that stores a connection as `broken`, so that its account must be connected again.
    private static func breaking(_ listener: Listener, because reason: String) -> SQL {
        """
        update app.cloud_connection
           set state = 'broken', fault = \(reason)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and service = 'soundcloud'
        """
    }

    private func update(_ listener: Listener, _ grant: TokenGrant, spent: [UInt8]) throws -> SQL {
        """
        update app.cloud_connection
           set access_token = \(try vault.seal(grant.access.text, as: label(.access, listener))),
               refresh_token = \(try vault.seal(grant.refresh, as: label(.refresh, listener))),
               expires_at = \(grant.expiresAt.date), refreshed_at = now()
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and service = 'soundcloud'
           and refresh_token = \(spent)
        """
    }

    /// Stores tokens that SoundCloud issued but the failed transaction did not store. Logs their loss after eight attempts.
    private func storeIssuedTokens(_ listener: Listener, _ grant: TokenGrant, spent: [UInt8]) async throws {
        let statement = try update(listener, grant, spent: spent)
        for attempt in 1...8 {
            do {
                _ = try await database.batch(in: listener.tenant, [statement], idempotent: true)
                return
            } catch {
                logger.warning("SoundCloud token not stored yet, will retry", metadata: ["attempt": "\(attempt)"])
                try await tokenEndpoint.clock.pause(.milliseconds(250 * (1 << min(attempt, 6))))
            }
        }
        logger.error(
            "SoundCloud token lost: the account must be connected again",
            metadata: ["account": "\(listener.account)"])
    }

    /// Decrypts a token. Throws `grantLost` if the token cannot be decrypted with the configured keys.
    private func opened(
        _ sealed: [UInt8], as kind: TokenVault.Label.Kind, of listener: Listener
    ) throws(CloudError) -> String {
        do {
            return try vault.open(sealed, as: label(kind, listener))
        } catch {
            throw .grantLost(reason: "the stored connection cannot be decrypted with the server's current keys")
        }
    }

    private func label(_ kind: TokenVault.Label.Kind, _ listener: Listener) -> TokenVault.Label {
        TokenVault.Label(kind: kind, tenant: listener.tenant, account: listener.account)
    }
}

/// A source of one token that was just issued and that cannot be replaced.
private struct FixedToken: TokenSource {
    let fixed: AccessToken

    init(_ token: AccessToken) { fixed = token }

    func token() async throws -> AccessToken { fixed }

    func token(after refused: AccessToken) async throws -> AccessToken {
        throw CloudError.grantLost(reason: "SoundCloud refused a token that it had just issued")
    }
}
