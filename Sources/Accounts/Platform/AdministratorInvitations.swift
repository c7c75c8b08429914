import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The use case in which platform administrators invite the first administrators of tenants. The links work like those of tenant administrators
/// (`AccountLink`), but a function of the schema `control`, which requires a platform session, stores them.
public struct AdministratorInvitations: Sendable {
    private let database: Database
    private let mail: AccountMail
    private let address: PublicAddress

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - database: the service's database client, not bound to a tenant.
    ///   - address: the public address of the server. In a link, the tenant's own host name replaces the host of this address.
    public init(database: Database, mail: AccountMail, address: PublicAddress) {
        self.database = database
        self.mail = mail
        self.address = address
    }

    /// The person to invite as a tenant's first administrator.
    public struct Invitee: Sendable, Hashable {
        let login: String?
        let email: String?
        /// The lifetime of the link in milliseconds.
        let life: Int64

        /// Creates the data of the person to invite. Throws 422 for an invalid login, address or lifetime.
        ///
        /// - Parameters:
        ///   - login: the login that the link suggests; `nil` for no suggestion.
        ///   - email: the address to which the link is also sent; `nil` to send no mail.
        ///   - life: the lifetime of the link in milliseconds, from one second to 30 days; `nil` for one week.
        public init(login: String?, email: String?, life: Int64?) throws(APIError) {
            if let login { try AccountRules.check(login: login) }
            if let email { try AccountRules.check(email: email) }
            // The database function takes whole seconds.
            let lifetimes = 1000...AccountLink.Lifetime.longestInvitation
            if let life, !lifetimes.contains(life) {
                throw .invalid(
                    "expiresInMs",
                    "must be from \(lifetimes.lowerBound) to \(lifetimes.upperBound) milliseconds, found \(life)")
            }
            self.login = login
            self.email = email
            self.life = life ?? AccountLink.Lifetime.invitation
        }
    }

    /// A new invitation link. Its URL cannot be read again.
    public struct Made: Sendable, Hashable {
        /// The URL, with the tenant's own host name.
        public let url: String
        public let expiresAt: Date
        /// Whether the server also sends the link by mail.
        public let mailed: Bool
    }

    /// Invites the first administrator and replaces an earlier unused invitation by the platform. Runs in one transaction with the audit events of
    /// the platform and of the tenant. Throws 401 if the platform session has ended, 404 for an unknown tenant, 409 if the tenant already has an
    /// administrator or has no host name, 429 after ten invitations to the tenant within an hour.
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
        guard let row = rows.first else {
            throw APIError(
                .notFound, code: .noSuchTenant,
                "there is no tenant with this short name: GET /api/v1/platform/tenants lists the tenants")
        }
        let url = address.origin(ofHost: try row("host")).url(LinkAddress.path(secret))
        let expiresAt: Date = try row("expires_at")
        let mailed = mail.invite(invitee.email, to: tenant, url: url, expiresAt: expiresAt)
        return Made(url: url, expiresAt: expiresAt, mailed: mailed)
    }

    /// Returns the error for a refusal of the database function (migration 0039); `nil` for any other error.
    private static func refusal(_ error: PostgresError) -> APIError? {
        // The session ended after the request was authenticated.
        if error.sqlState == "28000" { return .notLoggedIn }
        switch error.constraint {
        case "administrator_invitation_first":
            return APIError(
                .conflict, code: .administratorExists,
                "the tenant already has an administrator; administrators invite others at /admin/accounts")
        case "administrator_invitation_host":
            return APIError(
                .conflict, code: .noHost, "the tenant has no host name for the link; add a host name first")
        case "administrator_invitation_hourly":
            return APIError(
                .tooManyRequests, code: .tooManyInvitations,
                "10 invitations for this tenant's first administrator were created in the last hour; try again in an hour",
                retryAfter: 3600)
        default: return nil
        }
    }
}
