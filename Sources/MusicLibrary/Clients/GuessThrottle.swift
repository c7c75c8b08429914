import Tenancy
import Web

/// Slows down whoever guesses app passwords, as a pure state machine: time is passed in.
///
/// They have 120 random bits, so that nobody guesses one; what is saved is the work of being asked. So only failures count,
/// those of one address, and those of one address at one account: nobody can lock anybody out elsewhere, and a phone that
/// still knows a password that was ended hardly hinders others behind the same address.
struct GuessThrottle: Sendable {
    /// Who tries what.
    struct Guess: Sendable, Hashable {
        let tenant: TenantID
        /// `nil` for an API key.
        let login: LoginName?
        let address: Address

        init(tenant: TenantID, login: String?, address: Address) {
            self.tenant = tenant
            // A login that cannot be is no reason to keep much in memory.
            self.login = login.map { LoginName(String(String.UnicodeScalarView($0.unicodeScalars.prefix(254)))) }
            self.address = address
        }
    }

    private typealias Rule = (most: Double, perSecond: Double)

    private static let guessRule: Rule = (most: 20, perSecond: 0.1)
    private static let addressRule: Rule = (most: 200, perSecond: 1)

    private var guesses: BoundedTable<Guess, Double>
    private var addresses: BoundedTable<Address, Double>

    /// - Parameter capacity: entries of each table; the longest untouched give way.
    init(capacity: Int = 20_000) {
        guesses = BoundedTable(capacity: capacity)
        addresses = BoundedTable(capacity: capacity)
    }

    /// After how many seconds to come again; `nil` where it may be tried now.
    ///
    /// - Parameter now: milliseconds of a clock that never steps back.
    func wait(_ guess: Guess, now: Int64) -> Int? {
        let waits = [
            Self.wait(guesses, guess, Self.guessRule, now),
            Self.wait(addresses, guess.address, Self.addressRule, now),
        ]
        return waits.compactMap { $0 }.max()
    }

    /// Charges a guess that was wrong.
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
