import Cryptography
import HTTP
import SoundCloud
import Synchronization
import Tenancy
import Web

/// The authentication of apps by an app password, sent as plain text, API key or salted digest. The account's own password is never accepted.
public struct ClientAuthentication: Sendable {
    /// The credentials that an app sends.
    public enum Proof: Sendable, Hashable {
        /// The MD5 digest, in hexadecimal, of the password followed by the salt, as in Subsonic 1.13 and later.
        case digest(login: String, token: String, salt: String)
        case password(login: String, password: String)
        case key(String)
    }

    /// An authenticated app and the account to which its password belongs.
    public struct Client: Sendable, Hashable {
        public let listener: Listener
        public let login: String
        public let email: String?
        /// The name that the listener gave to the app.
        public let name: String
    }

    /// A reason why an app was not authenticated.
    public enum Refusal: Error, Sendable, Hashable {
        case wrongPassword
        case wrongKey
        /// Too many failed attempts; the value is the number of seconds to wait.
        case wait(Int)
    }

    private let passwords: AppPasswordStore
    private let throttle = Throttle()
    private let now: @Sendable () -> Int64

    private final class Throttle: Sendable {
        let state = Mutex(GuessThrottle())
    }

    /// Creates the authentication. Without a vault, digests never match. `now` returns the time of a monotonic clock, in milliseconds.
    public init(
        database: TenantDatabase, vault: TokenVault?, now: @escaping @Sendable () -> Int64 = RateGuard.uptime
    ) {
        passwords = AppPasswordStore(database: database, vault: vault)
        self.now = now
    }

    /// Authenticates an app. Throws `Refusal`, which does not reveal whether the login is unknown, the account is disabled or the password is wrong.
    ///
    /// `peer` is the IP address of the app. A failure counts against the limits of `GuessThrottle`. A success updates the time of last use if it is
    /// older than five minutes, and encrypts the password again if an older key was used.
    public func client(_ proof: Proof, from peer: String, in tenant: TenantID) async throws -> Client {
        let guess = GuessThrottle.Guess(
            tenant: tenant, login: proof.login, address: (Address(peer) ?? .none).subscriber)
        if let wait = throttle.state.withLock({ $0.wait(guess, now: now()) }) { throw Refusal.wait(wait) }
        guard let (candidate, text) = try await candidate(proof, in: tenant) else {
            throttle.state.withLock { $0.failed(guess, now: now()) }
            throw proof.login == nil ? Refusal.wrongKey : Refusal.wrongPassword
        }
        let listener = Listener(tenant: tenant, account: candidate.account)
        if passwords.isOutdated(candidate) { try await passwords.reseal(candidate, text, of: listener) }
        if candidate.isStale { try await passwords.touch(candidate.id, of: listener) }
        return Client(listener: listener, login: candidate.login, email: candidate.email, name: candidate.name)
    }

    /// Returns the stored password that matches the credentials, and its text, or `nil` if no password matches.
    private func candidate(
        _ proof: Proof, in tenant: TenantID
    ) async throws -> (AppPasswordStore.Candidate, text: String)? {
        switch proof {
        case .key(let key): return try await passwords.candidate(key: key, in: tenant).map { ($0, key) }
        case .password(let login, let password):
            let hash = AppSecret.hash(password)
            return try await passwords.candidates(login: login, in: tenant).first {
                ConstantTime.equal($0.keyHash, hash)
            }.map { ($0, password) }
        case .digest(let login, let token, let salt):
            let token = token.lowercased()
            // A password whose key is no longer configured cannot match; continue with the others.
            for candidate in try await passwords.candidates(login: login, in: tenant) {
                guard let text = try? passwords.text(of: candidate, in: tenant) else { continue }
                if ConstantTime.equal(Self.digest(text, salt), token) { return (candidate, text) }
            }
            return nil
        }
    }

    private static func digest(_ secret: String, _ salt: String) -> String {
        Insecure.MD5.hash(data: (secret + salt).utf8).hexadecimal
    }
}

extension ClientAuthentication.Proof {
    /// The login in the credentials; `nil` for an API key, which contains no login.
    fileprivate var login: String? {
        switch self {
        case .digest(let login, _, _), .password(let login, _): login
        case .key: nil
        }
    }
}
