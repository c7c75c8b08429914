import Web

/// Slows down whoever guesses passwords (ASVS 5.0 V6.3.1), as a pure state machine: time is passed in.
///
/// Three counts, each for what the others miss:
/// - an address that fails at one account waits longer each time, from 1 s to 15 min;
/// - an address that fails at many accounts has an allowance, wide enough for a hall behind one address;
/// - an account that fails from many addresses has an allowance, from which addresses that have logged in to
///   it before are exempt. It refills at once, so nobody can lock an account for good.
///
/// An attempt is charged when it is admitted and credited when the password was right: a hundred attempts at
/// the same moment are counted as a hundred. Logins that do not exist count like others.
struct LoginThrottle: Sendable {
    /// An account as it is tried: whether it exists is not known here.
    struct Account: Sendable, Hashable {
        let tenant: Int32
        /// In lower case.
        let login: String
    }

    private struct Pair: Hashable {
        let account: Account
        let address: Address
    }

    private struct Streak {
        var failures = 0
        /// The earliest time of the next attempt.
        var until: Int64 = 0
    }

    private struct Allowance {
        var left: Double
    }

    /// Attempts at one account from one address before the first delay.
    static let free = 5
    /// In milliseconds.
    private static let firstDelay: Int64 = 1000
    private static let longestDelay: Int64 = 15 * 60_000
    private static let addressAllowance = (most: 60.0, perSecond: 0.5)
    private static let accountAllowance = (most: 100.0, perSecond: 0.5)

    private var streaks: BoundedTable<Pair, Streak>
    private var addresses: BoundedTable<Address, Allowance>
    private var accounts: BoundedTable<Account, Allowance>
    private var known: BoundedTable<Pair, Void>

    /// - Parameter capacity: entries of each table; the longest untouched give way.
    init(capacity: Int = 10_000) {
        streaks = BoundedTable(capacity: capacity)
        addresses = BoundedTable(capacity: capacity)
        accounts = BoundedTable(capacity: capacity)
        known = BoundedTable(capacity: capacity)
    }

    /// Charges an attempt.
    ///
    /// - Parameter now: in milliseconds, of a clock that never steps back.
    /// - Returns: `nil` when the password may be checked, else after how many seconds to come again.
    mutating func admit(_ account: Account, from address: Address, now: Int64) -> Int? {
        let address = address.subscriber
        let pair = Pair(account: account, address: address)
        var streak = streaks.value(pair, now: now, lifetime: Self.longestDelay * 4) ?? Streak()
        guard streak.until <= now else { return Self.seconds(streak.until - now) }
        if let wait = Self.wait(for: addresses, address, Self.addressAllowance, now) { return wait }
        let isKnown = known.value(pair, now: now, lifetime: Self.monthly) != nil
        if !isKnown, let wait = Self.wait(for: accounts, account, Self.accountAllowance, now) { return wait }

        streak.failures += 1
        streak.until = now + Self.delay(after: streak.failures)
        streaks.set(streak, for: pair, now: now)
        Self.take(from: &addresses, address, Self.addressAllowance, now)
        if !isKnown { Self.take(from: &accounts, account, Self.accountAllowance, now) }
        return nil
    }

    /// Credits an admitted attempt whose password was right.
    mutating func succeeded(_ account: Account, from address: Address, now: Int64) {
        let pair = Pair(account: account, address: address.subscriber)
        release(account, from: address, now: now)
        streaks.remove(pair)
        known.set((), for: pair, now: now)
    }

    /// Credits an admitted attempt that was not checked, such as with the database away.
    mutating func release(_ account: Account, from address: Address, now: Int64) {
        let address = address.subscriber
        let pair = Pair(account: account, address: address)
        if var streak = streaks.value(pair, now: now, lifetime: .max) {
            streak.failures -= 1
            streak.until = now
            streaks.set(streak, for: pair, now: now)
        }
        Self.take(from: &addresses, address, Self.addressAllowance, now, amount: -1)
        if known.value(pair, now: now, lifetime: Self.monthly) == nil {
            Self.take(from: &accounts, account, Self.accountAllowance, now, amount: -1)
        }
    }

    /// How long an address that logged in stays known to the account, in milliseconds.
    private static let monthly: Int64 = 30 * 86_400_000

    private static func delay(after failures: Int) -> Int64 {
        guard failures >= free else { return 0 }
        return min(firstDelay << min(failures - free, 20), longestDelay)
    }

    private static func wait<Key>(
        for table: BoundedTable<Key, Allowance>, _ key: Key, _ rule: (most: Double, perSecond: Double), _ now: Int64
    ) -> Int? {
        let left = Self.left(in: table, key, rule, now)
        return left >= 1 ? nil : Int(((1 - left) / rule.perSecond).rounded(.up))
    }

    private static func take<Key>(
        from table: inout BoundedTable<Key, Allowance>, _ key: Key, _ rule: (most: Double, perSecond: Double),
        _ now: Int64, amount: Double = 1
    ) {
        let left = Self.left(in: table, key, rule, now) - amount
        if left >= rule.most { table.remove(key) } else { table.set(Allowance(left: left), for: key, now: now) }
    }

    private static func left<Key>(
        in table: BoundedTable<Key, Allowance>, _ key: Key, _ rule: (most: Double, perSecond: Double), _ now: Int64
    ) -> Double {
        guard let (allowance, since) = table.entry(key) else { return rule.most }
        return min(rule.most, allowance.left + Double(now - since) / 1000 * rule.perSecond)
    }

    private static func seconds(_ milliseconds: Int64) -> Int { Int((milliseconds + 999) / 1000) }
}
