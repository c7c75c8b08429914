import HTTP
import Logging
import Synchronization
import Web

/// The use case of signing in to a platform account. Its throttle works like that of a tenant's sign-in, but without known devices.
///
/// The server hashes the password and the database compares the hashes, so that the database reveals only the cost and the salt
/// (docs/decisions/0022-platform-administrators-act-through-database-functions.md).
public final class PlatformLogin: Sendable {
    private let sessions: PlatformSessionStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(LoginThrottle())
    private let now: @Sendable () -> Int64

    /// Creates the use case. `now` returns the time of a monotonic clock in milliseconds.
    public init(
        sessions: PlatformSessionStore, hasher: PasswordHasher,
        now: @escaping @Sendable () -> Int64 = PasswordLogin.uptime
    ) {
        self.sessions = sessions
        self.hasher = hasher
        self.now = now
    }

    /// Opens a session. Throws the same 401 for an unknown login and a wrong password, 429 with the seconds to wait, or 503 if the hasher is
    /// overloaded. `address` is the client's IP address.
    func open(
        login: String, password: String, kind: Session.Kind, from address: String, logger: Logger
    ) async throws -> PlatformSessionStore.Opened {
        // The ID 0 stands for the platform, because no tenant has it.
        let account = LoginThrottle.AccountKey(tenant: 0, login: LoginName(login))
        let source = Address(address) ?? Address.none
        let attempt = try throttle.withLock { $0.admit(account, from: source, now: now()) }.admitted(logger)
        let opened: PlatformSessionStore.Opened?
        do {
            let hash = try await hasher.proof(of: password, salt: try await sessions.salt(login: login))
            opened = try await sessions.open(login: login, hash: hash, kind: kind, seconds: Self.life(of: kind))
        } catch {
            throttle.withLock { $0.release(attempt, now: now()) }
            throw error
        }
        guard let opened else {
            throw APIError(.unauthorized, code: .invalidCredentials, "the login or the password is wrong")
        }
        throttle.withLock { $0.succeeded(attempt, now: now()) }
        return opened
    }

    /// The maximum lifetime of a session, in seconds. A program's session has a shorter lifetime, because it has no limit on idle time and can delete
    /// tenants. Long-lived tokens can be created only on the command line.
    private static func life(of kind: Session.Kind) -> Int64 { kind == .browser ? 7 * 86_400 : 12 * 3600 }
}
