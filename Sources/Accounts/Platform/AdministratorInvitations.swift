import FoundationEssentials
import Postgres
import Tenancy
import Web

/// Invitations by which those who look after all tenants hand a tenant over to its first administrator: links as
/// administrators make them (`AccountLink`), stored through a door of `control` that asks for a session of the platform.
public struct AdministratorInvitations: Sendable {
    private let database: Database
    private let mail: AccountMail
    private let address: PublicAddress

    /// - Parameters:
    ///   - database: the service's own client; no tenant is set.
    ///   - address: how clients reach the installation; the address of a link has the tenant's own host.
    public init(database: Database, mail: AccountMail, address: PublicAddress) {
        self.database = database
        self.mail = mail
        self.address = address
    }

    /// The person who is invited.
    public struct Invitee: Sendable, Hashable {
        let login: String?
        let email: String?
        /// In milliseconds.
        let life: Int64

        /// - Parameters:
        ///   - login: the login that the link suggests.
        ///   - email: where the link goes, too, if the installation sends mail.
        ///   - life: how long the link can be used, in milliseconds; a week without it.
        /// - Throws: 422 for what a login, an address or a length of time cannot be.
        public init(login: String?, email: String?, life: Int64?) throws(APIError) {
            if let login { try AccountRules.check(login: login) }
            if let email { try AccountRules.check(email: email) }
            // The door counts in seconds.
            let lives = 1000...AccountLink.Life.longestInvitation
            guard life.map(lives.contains) ?? true else {
                throw .invalid("expiresInMs", "must be from \(lives.lowerBound) to \(lives.upperBound)")
            }
            self.login = login
            self.email = email
            self.life = life ?? AccountLink.Life.invitation
        }
    }

    /// A link as it was made: its address is known now and never again.
    public struct Made: Sendable, Hashable {
        /// On the tenant's own host.
        public let url: String
        public let expiresAt: Date
        /// Whether mail with it is on its way.
        public let mailed: Bool
    }

    /// Invites the first administrator, in place of an invitation that nobody has used. One transaction with its audit
    /// events, the platform's and the tenant's.
    ///
    /// - Throws: 404 for an unknown tenant; 409 for one that has an administrator or no host; 429 after ten in an hour.
    public func invite(
        _ invitee: Invitee, to tenant: Tenant, by caller: PlatformCaller, requestID: String
    ) async throws -> Made {
        let secret = SecretKey()
        let rows: [Row]
        do throws(PostgresError) {
            rows = try await database.rows(
                """
                select expires_at, host
                  from control.platform_invite_administrator(
                           \(caller.key), \(tenant.slug), \(secret.hash), \(invitee.login), \(invitee.email),
                           \(invitee.life / 1000), \(requestID))
                """)
        } catch {
            throw Self.refusal(error) ?? error
        }
        guard let row = rows.first else { throw APIError(.notFound, code: "no-such-tenant", "no such tenant") }
        let url = address.origin(ofHost: try row("host")).url(LinkAddress.path(secret))
        return Made(
            url: url, expiresAt: try row("expires_at"), mailed: mail.invite(invitee.email, to: tenant, url: url))
    }

    /// What a client reads of a constraint that the door decides by (migration 0039).
    private static func refusal(_ error: PostgresError) -> APIError? {
        // The session ended between the look at it and the act.
        if error.sqlState == "28000" { return APIError(.unauthorized, code: "not-logged-in", "sign in first") }
        switch error.constraint {
        case "administrator_invitation_first":
            return APIError(
                .conflict, code: "administrator-exists",
                "the tenant already has an administrator; administrators invite others at /admin/accounts")
        case "administrator_invitation_host":
            return APIError(
                .conflict, code: "no-host", "the tenant has no host name for the link; add a host name first")
        case "administrator_invitation_hourly":
            return APIError(
                .tooManyRequests, code: "too-many-invitations",
                "10 invitations for this tenant's first administrator were created within an hour; try again in an hour",
                retryAfter: 3600)
        default: return nil
        }
    }
}
