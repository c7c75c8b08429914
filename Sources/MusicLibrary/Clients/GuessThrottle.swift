import Tenancy
import Web

/// A limit on wrong app passwords, as a pure state machine: callers pass in the time.
///
/// App passwords have 120 random bits and cannot be guessed, so the limit only saves work. The throttle allows 200 failures per
/// address, then one a second, and 20 failures per combination of tenant, login and address, then one every ten seconds. Failures
/// at one address do not lock out users at other addresses, and a phone with a removed password hardly delays other phones behind
/// the same address.
struct GuessThrottle: Sendable {
    /// The tenant, login and address of an attempt.
    struct Guess: Sendable, Hashable {
        let tenant: TenantID
        /// The attempted login; `nil` for an API key.
        let login: LoginName?
        let address: Address

        init(tenant: TenantID, login: String?, address: Address) {
            self.tenant = tenant
            // Cuts the login to the maximum length; longer logins cannot exist and would waste memory.
            self.login = login.map { LoginName(String(String.UnicodeScalarView($0.unicodeScalars.prefix(254)))) }
            self.address = address
        }
    }

    private typealias Rule = (most: Double, perSecond: Double)

    private static let guessRule: Rule = (most: 20, perSecond: 0.1)
    private static let addressRule: Rule = (most: 200, perSecond: 1)

    private var guesses: BoundedTable<Guess, Double>
    private var addresses: BoundedTable<Address, Double>

    /// Creates an empty throttle.
    ///
    /// - Parameter capacity: The maximum number of entries of each table. A table that exceeds the maximum drops the older half of its
    ///   entries.
    init(capacity: Int = 20_000) {
        guesses = BoundedTable(capacity: capacity)
        addresses = BoundedTable(capacity: capacity)
    }

    /// Returns the number of seconds to wait before the next attempt, or `nil` if an attempt is allowed now.
    ///
    /// - Parameter now: The time of a monotonic clock, in milliseconds.
    func wait(_ guess: Guess, now: Int64) -> Int? {
        let waits = [
            Self.wait(guesses, guess, Self.guessRule, now),
            Self.wait(addresses, guess.address, Self.addressRule, now),
        ]
        return waits.compactMap { $0 }.max()
    }

    /// Counts a failed attempt against the guess and against the address of the guess.
    ///
    /// - Parameter now: The time of a monotonic clock, in milliseconds.
    mutating func failed(_ guess: Guess, now: Int64) {
        guesses.set(Self.left(guesses, guess, Self.guessRule, now) - 1, for: guess, now: now)
        addresses.set(
            Self.left(addresses, guess.address, Self.addressRule, now) - 1, for: guess.address, now: now)
    }

    private static func wait<Key>(_ table: BoundedTable<Key, Double>, _ key: Key, _ rule: Rule, _ now: Int64) -> Int? {
        let left = left(table, key, rule, now)
        return left >= 1 ? nil : Int(((1 - left) / rule.perSecond).rounded(.up))
    }

    private static func left<Key>(
        _ table: BoundedTable<Key, Double>, _ key: Key, _ rule: Rule, _ now: Int64
    ) -> Double {
        guard let entry = table.entry(key) else { return rule.most }
        return min(rule.most, entry.value + Double(now - entry.setAt) / 1000 * rule.perSecond)
    }
}
