import HTTP
import Logging
import Synchronization
import Web

/// Where those log in who look after all tenants: as slowly for guessers as at a tenant's own desk.
///
/// The password is hashed here and compared in the database, which hands out cost and salt alone
/// (docs/decisions/0022-platform-doors.md).
public final class PlatformDesk: Sendable {
    private let sessions: PlatformSessionStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(LoginThrottle())
    private let now: @Sendable () -> Int64

    /// - Parameter now: milliseconds of a clock that never steps back.
    public init(
        sessions: PlatformSessionStore, hasher: PasswordHasher, now: @escaping @Sendable () -> Int64 = LoginDesk.uptime
    ) {
        self.sessions = sessions
        self.hasher = hasher
        self.now = now
    }

    /// A new session of a login and password.
    ///
    /// Throws 401, the same for an unknown login and a wrong password, or 429 with the seconds to wait.
    ///
    /// - Parameter address: of the other end, as text.
    func open(
        login: String, password: String, kind: Session.Kind, from address: String, logger: Logger
    ) async throws -> PlatformSessionStore.Opened {
        // No tenant has the key 0.
        let account = LoginThrottle.Account(tenant: 0, login: LoginName(login))
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
            throw APIError(.unauthorized, code: "invalid-credentials", "the login or the password is wrong")
        }
        throttle.withLock { $0.succeeded(attempt, now: now()) }
        return opened
    }

    /// In seconds. What may erase a tenant lives shorter than what plays music: a token of `POST …/sessions` half a
    /// day; what scripts keep is made on the command line.
    private static func life(of kind: Session.Kind) -> Int64 { kind == .browser ? 7 * 86_400 : 12 * 3600 }
}
