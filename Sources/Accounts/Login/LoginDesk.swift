import HTTP
import Logging
import Synchronization
import Tenancy
import Web

/// Where passwords are checked: slowly for guessers, equally for logins that exist and that do not.
public final class LoginDesk: Sendable {
    private let users: UserStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(LoginThrottle())
    private let now: @Sendable () -> Int64

    /// - Parameter now: milliseconds of a clock that never steps back.
    public init(
        users: UserStore, hasher: PasswordHasher, now: @escaping @Sendable () -> Int64 = LoginDesk.uptime
    ) {
        self.users = users
        self.hasher = hasher
        self.now = now
    }

    /// Milliseconds since this program first asked.
    public static let uptime: @Sendable () -> Int64 = {
        Int64((ContinuousClock.now - start) / .milliseconds(1))
    }
    private static let start = ContinuousClock.now

    /// The account of a login and password.
    ///
    /// Throws 401, the same for an unknown login and a wrong password, or 429 with the seconds to wait.
    ///
    /// - Parameter address: of the other end, as text.
    func user(
        login: String, password: String, from address: String, in tenant: TenantID, logger: Logger
    ) async throws -> User {
        let account = LoginThrottle.Account(tenant: tenant.rawValue, login: login.lowercased())
        // A peer without an address, such as a Unix socket, counts as one and the same.
        let source = Address(address) ?? Address.none
        if let seconds = throttle.withLock({ $0.admit(account, from: source, now: now()) }) {
            logger.notice("log-in slowed down", metadata: ["seconds": "\(seconds)"])
            throw APIError(
                .tooManyRequests, code: "too-many-attempts", "too many attempts; try again in \(seconds) s",
                retryAfter: seconds)
        }
        let user: User?
        do {
            user = try await check(login: login, password: password, in: tenant)
        } catch {
            throttle.withLock { $0.release(account, from: source, now: now()) }
            throw error
        }
        guard let user else {
            throw APIError(.unauthorized, code: "wrong-login", "the login or the password is wrong")
        }
        throttle.withLock { $0.succeeded(account, from: source, now: now()) }
        return user
    }

    private func check(login: String, password: String, in tenant: TenantID) async throws -> User? {
        let credentials = try await users.credentials(login: login, in: tenant)
        let verdict = try await hasher.check(password, against: credentials?.hash, for: tenant.description)
        guard let credentials, verdict.isRight else { return nil }
        if let rehash = verdict.rehash {
            try await users.replace(credentials.hash, with: rehash, of: credentials.user.id, in: tenant)
        }
        return credentials.user
    }
}
