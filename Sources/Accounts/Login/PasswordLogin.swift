import HTTP
import Logging
import Synchronization
import Tenancy
import Web

/// The use case of signing in with login and password (spec S1.9).
public final class PasswordLogin: Sendable {
    private let users: UserStore
    private let devices: KnownDeviceStore
    private let subscriptions: SubscriptionStore
    private let help: LoginHelpStore
    private let hasher: PasswordHasher
    private let throttle = Mutex(LoginThrottle())
    private let slots = Mutex(LoginSlots())
    private let now: @Sendable () -> Int64

    /// Creates the use case. `now` returns the time of a monotonic clock in milliseconds.
    public init(
        users: UserStore, hasher: PasswordHasher, now: @escaping @Sendable () -> Int64 = PasswordLogin.uptime
    ) {
        self.users = users
        devices = KnownDeviceStore(database: users.database)
        subscriptions = SubscriptionStore(database: users.database)
        help = LoginHelpStore(database: users.database)
        self.hasher = hasher
        self.now = now
    }

    /// The number of slots that sign-ins of all tenants have taken.
    var taken: Int { slots.withLock { $0.count } }

    /// A monotonic clock: the milliseconds since its first use in this process.
    public static let uptime: @Sendable () -> Int64 = {
        Int64((ContinuousClock.now - start) / .milliseconds(1))
    }
    private static let start = ContinuousClock.now

    /// A successful sign-in: the account and the device's secret for the next sign-in.
    struct SignIn: Sendable {
        let user: User
        let device: SecretKey
    }

    /// Signs in to an account if the password is right and, for a listener, the subscription is active. The device, which sent the secret `device` or
    /// none, becomes a known device. Throws the errors of `user(login:password:device:from:in:logger:)`, and 403 if the subscription has lapsed or
    /// the listener must contact the tenant's support (spec R4).
    func signIn(
        login: String, password: String, device: SecretKey?, from address: String, in tenant: TenantID, logger: Logger
    ) async throws -> SignIn {
        let user = try await user(
            login: login, password: password, device: device, from: address, in: tenant, logger: logger)
        try await subscriptions.requireSubscription(of: user.id, user.role, in: tenant)
        return SignIn(user: user, device: try await devices.remember(device, of: user.id, in: tenant))
    }

    /// Returns the account of a login and password. Throws the same 401 for an unknown login and a wrong password, 429 with the seconds to wait, or
    /// 503 if too many sign-ins wait for the hasher.
    ///
    /// - Parameters:
    ///   - device: the secret that the device sent; `nil` if it sent none.
    ///   - address: the client's IP address as text. All other texts count as one address.
    func user(
        login: String, password: String, device: SecretKey? = nil, from address: String, in tenant: TenantID,
        logger: Logger
    ) async throws -> User {
        let attempt = try await admit(login: login, device: device, from: address, in: tenant, logger: logger)
        guard slots.withLock({ $0.enter(tenant: tenant.rawValue, isKnown: attempt.isKnown) }) else {
            throttle.withLock { $0.release(attempt, isCrowded: true, now: now()) }
            throw APIError(
                .serviceUnavailable, code: .busy, "too many people are signing in; try again in 2 s",
                retryAfter: 2)
        }
        defer { slots.withLock { $0.leave(tenant: tenant.rawValue) } }
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
        let account = LoginThrottle.AccountKey(tenant: tenant.rawValue, login: LoginName(login))
        var known: LoginThrottle.Device?
        if let device, try await devices.isKnown(device, to: login, in: tenant) {
            known = LoginThrottle.Device(account, hash: device.hash)
        }
        // All peers without an address, such as Unix sockets, count as one address.
        let source = Address(address) ?? Address.none
        return try throttle.withLock { $0.admit(account, from: source, device: known, now: now()) }.admitted(logger)
    }

    /// Returns the account; `nil` if the login is unknown, the account is disabled or the password is wrong. If the password is right and its stored
    /// hash has a lower cost than new hashes, replaces the hash. Known devices and addresses have their own queue at the hasher.
    private func check(login: String, password: String, isKnown: Bool, in tenant: TenantID) async throws -> User? {
        let credentials = try await users.credentials(login: login, in: tenant)
        let realm = isKnown ? "\(tenant) known" : "\(tenant)"
        let verification = try await hasher.check(password, against: credentials?.hash, for: realm)
        guard let credentials, verification.isRight else { return nil }
        if let rehash = verification.rehash {
            try await users.replace(credentials.hash, with: rehash, of: credentials.user.id, in: tenant)
        }
        return credentials.user
    }
}
