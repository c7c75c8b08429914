import HTTP
import Postgres
import Synchronization
import Tenancy
import Web

/// The use case in which visitors create an account, in tenants that allow signing up.
public final class SignUp: Sendable {
    private let accounts: AccountStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(SignUpThrottle())
    private let now: @Sendable () -> Int64

    /// Creates the use case. `now` returns the time of a monotonic clock in milliseconds.
    public init(
        accounts: AccountStore, hasher: PasswordHasher, now: @escaping @Sendable () -> Int64 = PasswordLogin.uptime
    ) {
        self.accounts = accounts
        self.hasher = hasher
        self.now = now
    }

    /// The input of a visitor, before any check.
    struct Choice: Sendable, Decodable {
        let login: String
        let password: String
        let displayName: String?
        let email: String?
    }

    /// Returns whether the tenant allows signing up. Reads the database, so that a change takes effect immediately.
    func isOpen(in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await accounts.database.rows(
            in: tenant,
            """
            select sign_up
              from app.tenant_profile
             where tenant_id = \(tenant)
            """)
        return try rows.first?("sign_up") ?? false
    }

    /// Creates an account with the role listener. Throws 403 if the tenant does not allow signing up, 422 for invalid input, 429 for too many
    /// attempts from one address, 409 if the login is taken or the limit of accounts is reached, 503 if the hasher is overloaded. After an error of
    /// the database, the account may exist.
    func createAccount(_ choice: Choice, _ request: Request, _ context: RequestContext) async throws -> Account {
        guard try await isOpen(in: context.tenant.id) else { throw Self.closed }
        let new = try NewAccount(
            login: choice.login, role: .listener, displayName: choice.displayName, email: choice.email)
        try PasswordRules.check(choice.password, login: choice.login)
        let address = Address(request.peer) ?? Address.none
        if let seconds = throttle.withLock({ $0.admit(address, now: now()) }) {
            throw APIError(
                .tooManyRequests, code: .tooManyAccountsMade,
                "too many attempts to create an account from this IP address; try again in \(seconds) s",
                retryAfter: seconds)
        }
        let hash = try await hasher.hash(choice.password)
        return try await accounts.create(new, hash: hash, in: context.tenant) { context.privilegedActor(as: $0.user) }
    }

    private static let closed = APIError(
        .forbidden, code: .signUpClosed,
        "accounts are by invitation only; ask an administrator for an invitation")
}
