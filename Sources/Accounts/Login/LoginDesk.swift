import HTTP
import Logging
import Synchronization
import Tenancy
import Web

/// Where passwords are checked: slowly for guessers, equally for logins that exist and that do not.
/// Spec S1.9.
public final class LoginDesk: Sendable {
    private let users: UserStore
    private let devices: KnownDeviceStore
    private let subscriptions: SubscriptionStore
    private let help: LoginHelpStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(LoginThrottle())
    private let places = Mutex(LoginPlaces())
    private let now: @Sendable () -> Int64

    /// - Parameter now: milliseconds of a clock that never steps back.
    public init(
        users: UserStore, hasher: PasswordHasher, now: @escaping @Sendable () -> Int64 = LoginDesk.uptime
    ) {
        self.users = users
        devices = KnownDeviceStore(database: users.database)
        subscriptions = SubscriptionStore(database: users.database)
        help = LoginHelpStore(database: users.database)
        self.hasher = hasher
        self.now = now
    }

    /// How many log-ins are at the hasher or wait for it.
    var taken: Int { places.withLock { $0.count } }

    /// Milliseconds since this program first asked.
    public static let uptime: @Sendable () -> Int64 = {
        Int64((ContinuousClock.now - start) / .milliseconds(1))
    }
    private static let start = ContinuousClock.now

    /// Whom a log-in lets in, and what the device is to say the next time.
    struct Welcome: Sendable {
        let user: User
        let device: SecretKey
    }

    /// Lets somebody in who has the password and, a listener, a subscription; from then on the device is known.
    ///
    /// Throws what `user` throws, and 403 for the two refusals of spec R4 that only the right password is told.
    ///
    /// - Parameter device: what the device says it is.
    func welcome(
        login: String, password: String, device: SecretKey?, from address: String, in tenant: TenantID, logger: Logger
    ) async throws -> Welcome {
        let user = try await user(
            login: login, password: password, device: device, from: address, in: tenant, logger: logger)
        try await subscriptions.requireSubscription(of: user.id, user.role, in: tenant)
        return Welcome(user: user, device: try await devices.remember(device, of: user.id, in: tenant))
    }

    /// The account of a login and password.
    ///
    /// Throws 401, the same for an unknown login and a wrong password, 429 with the seconds to wait, or 503 when too many
    /// of this tenant wait for the hasher.
    ///
    /// - Parameters:
    ///   - device: what the device says it is.
    ///   - address: of the other end, as text.
    func user(
        login: String, password: String, device: SecretKey? = nil, from address: String, in tenant: TenantID,
        logger: Logger
    ) async throws -> User {
        let attempt = try await admit(login: login, device: device, from: address, in: tenant, logger: logger)
        guard places.withLock({ $0.enter(tenant: tenant.rawValue, isKnown: attempt.isKnown) }) else {
            throttle.withLock { $0.release(attempt, isCrowded: true, now: now()) }
            throw APIError(
                .serviceUnavailable, code: "busy", "too many people are signing in: try again in a moment",
                retryAfter: 2)
        }
        defer { places.withLock { $0.leave(tenant: tenant.rawValue) } }
        let user: User?
        do {
            user = try await check(login: login, password: password, isKnown: attempt.isKnown, in: tenant)
        } catch {
            throttle.withLock { $0.release(attempt, now: now()) }
            throw error
        }
        guard let user else { throw LoginOutcome.invalidCredentials.error(try await help.help(in: tenant)) }
        throttle.withLock { $0.succeeded(attempt, now: now()) }
        return user
    }

    private func admit(
        login: String, device: SecretKey?, from address: String, in tenant: TenantID, logger: Logger
    ) async throws -> LoginThrottle.Attempt {
        let account = LoginThrottle.Account(tenant: tenant.rawValue, login: LoginName(login))
        var known: LoginThrottle.Device?
        if let device, try await devices.isKnown(device, to: login, in: tenant) {
            known = LoginThrottle.Device(account, hash: device.hash)
        }
        // A peer without an address, such as a Unix socket, counts as one and the same.
        let source = Address(address) ?? Address.none
        return try throttle.withLock { $0.admit(account, from: source, device: known, now: now()) }.admitted(logger)
    }

    /// A known device has a line of its own at the hasher: it waits for one hash, and not for the strangers before it.
    private func check(login: String, password: String, isKnown: Bool, in tenant: TenantID) async throws -> User? {
        let credentials = try await users.credentials(login: login, in: tenant)
        let realm = isKnown ? "\(tenant) known" : "\(tenant)"
        let verdict = try await hasher.check(password, against: credentials?.hash, for: realm)
        guard let credentials, verdict.isRight else { return nil }
        if let rehash = verdict.rehash {
            try await users.replace(credentials.hash, with: rehash, of: credentials.user.id, in: tenant)
        }
        return credentials.user
    }
}
