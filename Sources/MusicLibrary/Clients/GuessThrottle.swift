import Tenancy
import Web

/// A limit on wrong app passwords, as a pure state machine: callers pass in the time of a monotonic clock, in milliseconds.
///
/// The throttle allows 200 failures per address, then one a second, and 20 failures per combination of tenant, login and address, then one every ten
/// seconds. App passwords have 120 random bits and cannot be guessed, so the limit only saves work.
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

    private var guesses: AllowanceTable<Guess>
    private var addresses: AllowanceTable<Address>

    /// Creates an empty throttle. When one of its two tables has more than `capacity` entries, at least the older half of them is removed.
    init(capacity: Int = 20_000) {
        guesses = AllowanceTable(most: 20, perSecond: 0.1, capacity: capacity)
        addresses = AllowanceTable(most: 200, perSecond: 1, capacity: capacity)
    }

    /// Returns the number of seconds to wait before the next attempt, or `nil` if an attempt is allowed now.
    func wait(_ guess: Guess, now: Int64) -> Int? {
        [guesses.wait(for: guess, now: now), addresses.wait(for: guess.address, now: now)].compactMap { $0 }.max()
    }

    /// Counts a failed attempt against the guess and against the address of the guess.
    mutating func failed(_ guess: Guess, now: Int64) {
        guesses.take(from: guess, now: now)
        addresses.take(from: guess.address, now: now)
    }
}
