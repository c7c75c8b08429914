import HTTP
import Postgres
import Synchronization
import Tenancy
import Web

/// Where people make accounts for themselves, in tenants that let them.
public final class SignUpDesk: Sendable {
    private let accounts: AccountStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(SignUpThrottle())
    private let now: @Sendable () -> Int64

    /// - Parameter now: milliseconds of a clock that never steps back.
    public init(
        accounts: AccountStore, hasher: PasswordHasher, now: @escaping @Sendable () -> Int64 = LoginDesk.uptime
    ) {
        self.accounts = accounts
        self.hasher = hasher
        self.now = now
    }

    /// What somebody chose.
    struct Choice: Sendable, Decodable {
        let login: String
        let password: String
        let displayName: String?
        let email: String?
    }

    /// Whether the tenant lets people sign up. Asked each time: a switch that is turned off is off at once.
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

    /// Makes a listener's account.
    ///
    /// - Throws: 403 where the tenant is closed, 422 for a choice that cannot be, 429 for an address that makes too many,
    ///   409 when the login is taken or the tenant is full.
    func signUp(_ choice: Choice, _ request: Request, _ context: RequestContext) async throws -> Account {
        guard try await isOpen(in: context.tenant.id) else { throw Self.closed }
        let new = try NewAccount(
            login: choice.login, role: .listener, displayName: choice.displayName, email: choice.email)
        try PasswordRules.check(choice.password, login: choice.login)
        let address = Address(request.peer) ?? Address.none
        if let seconds = throttle.withLock({ $0.admit(address, now: now()) }) {
            throw APIError(
                .tooManyRequests, code: "too-many-accounts-made",
                "too many accounts were created from this address; try again in \(seconds) s", retryAfter: seconds)
        }
        let hash = try await hasher.hash(choice.password)
        return try await accounts.create(new, hash: hash, in: context.tenant) { context.steward(as: $0.user) }
    }

    private static let closed = APIError(
        .forbidden, code: "sign-up-closed",
        "accounts are by invitation only: ask an administrator for an invitation")
}
