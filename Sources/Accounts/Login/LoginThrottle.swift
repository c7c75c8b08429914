import Web

/// A throttle that slows down password guessing (ASVS 5.0 V6.3.1; docs/decisions/0020-known-devices-have-priority.md). Times are in milliseconds of a
/// monotonic clock.
///
/// The throttle counts attempts in four ways:
/// - a known device has its own allowance, which no other device can use up;
/// - an address that fails repeatedly at one account waits longer each time, from 1 s to 15 min;
/// - an address has an allowance for failures at all accounts, large enough for all visitors of a concert hall to share the address;
/// - an account has an allowance for unknown addresses. When it is used up, these addresses get turns (`LoginQueue`), and those with few failures
///   wait less.
///
/// An attempt is charged on admission, and the charge is reversed if the password is right, so that simultaneous attempts all count. Unknown logins
/// are treated like known logins (spec S1.10).
struct LoginThrottle: Sendable {
    /// The account that an attempt names. An account with this login need not exist.
    struct AccountKey: Sendable, Hashable {
        private let digest: ShortDigest

        init(tenant: Int32, login: LoginName) {
            digest = ShortDigest(Array(String(tenant).utf8), Array(login.key.utf8))
        }
    }

    /// A known device of an account.
    struct Device: Sendable, Hashable {
        private let account: AccountKey
        private let digest: ShortDigest

        init(_ account: AccountKey, hash: [UInt8]) {
            self.account = account
            digest = ShortDigest(hash)
        }
    }

    /// An admitted attempt, and the counters to which it was charged.
    struct Attempt: Sendable {
        fileprivate let pair: Pair
        fileprivate let lane: Lane

        /// Whether the attempt comes from a known device or a known address.
        var isKnown: Bool {
            switch lane {
            case .device, .knownAddress: true
            case .allowance, .turn: false
            }
        }
    }

    /// The decision about an attempt to sign in.
    enum Answer: Sendable {
        case admitted(Attempt)
        /// Refused. The client can try again after this number of seconds.
        case wait(Int)
    }

    fileprivate enum Lane: Sendable {
        case device(Device)
        /// An address from which the account has signed in within the last 30 days.
        case knownAddress
        case allowance, turn
    }

    fileprivate struct Pair: Sendable, Hashable {
        let account: AccountKey
        let address: Address
    }

    /// The failed attempts from one address at one account.
    private struct History {
        var failures = 0
        /// The earliest time of the next attempt.
        var until: Int64 = 0
        /// The time of the assigned turn; `nil` if there is none.
        var turn: Int64?
    }

    /// The number of attempts at one account that an address may make before the first delay.
    static let free = 5
    /// The number of failures at one account after which an address is queued behind addresses with fewer failures.
    static let patience = 3
    /// The delay after `free` failures. Each further failure doubles it, up to `longestDelay`.
    private static let firstDelay: Int64 = 1000
    private static let longestDelay: Int64 = 15 * 60_000
    /// The time after the beginning of a turn during which the turn can still be used.
    static let turnLifetime: Int64 = 10 * 60_000
    /// The time for which failures are remembered.
    private static let memory: Int64 = 86_400_000
    /// The time for which an address counts as known after a sign-in.
    private static let monthly: Int64 = 30 * 86_400_000

    private var histories: BoundedTable<Pair, History>
    private var devices: AllowanceTable<Device>
    private var addresses: AllowanceTable<Address>
    private var accounts: AllowanceTable<AccountKey>
    private var lines: BoundedTable<AccountKey, LoginQueue>
    private var knownAddresses: BoundedTable<Pair, Void>

    /// Creates a throttle without entries.
    ///
    /// - Parameter capacity: the maximum number of entries per table. Beyond it, at least the older half is removed.
    init(capacity: Int = 40_000) {
        histories = BoundedTable(capacity: capacity)
        devices = AllowanceTable(most: 10, perSecond: 1.0 / 30, capacity: capacity)
        addresses = AllowanceTable(most: 60, perSecond: 0.5, capacity: capacity)
        accounts = AllowanceTable(most: 100, perSecond: 1.0 / 36, capacity: capacity)
        lines = BoundedTable(capacity: capacity)
        knownAddresses = BoundedTable(capacity: capacity)
    }

    /// The number of entries in the largest table.
    var size: Int {
        [histories.count, devices.count, addresses.count, accounts.count, lines.count, knownAddresses.count].max() ?? 0
    }

    /// Admits or refuses an attempt. `device` is `nil` unless the account knows the device. A known device whose allowance is used up counts as
    /// unknown.
    mutating func admit(_ account: AccountKey, from address: Address, device: Device? = nil, now: Int64) -> Answer {
        let pair = Pair(account: account, address: address.subscriber)
        if let device, devices.wait(for: device, now: now) == nil {
            devices.take(from: device, now: now)
            return .admitted(Attempt(pair: pair, lane: .device(device)))
        }
        var history = histories.value(pair, now: now, lifetime: Self.memory) ?? History()
        guard history.until <= now else { return .wait(Self.seconds(history.until - now)) }
        if let wait = addresses.wait(for: pair.address, now: now) { return .wait(wait) }
        let lane: Lane
        if knownAddresses.value(pair, now: now, lifetime: Self.monthly) != nil {
            lane = .knownAddress
        } else if accounts.wait(for: account, now: now) == nil {
            lane = .allowance
            accounts.take(from: account, now: now)
        } else {
            lane = .turn
            let turn = turn(of: history, at: account, now: now)
            guard turn <= now else {
                history.turn = turn
                histories.set(history, for: pair, now: now)
                return .wait(Self.seconds(turn - now))
            }
        }
        history.turn = nil
        history.failures += 1
        history.until = now + Self.delay(after: history.failures)
        histories.set(history, for: pair, now: now)
        addresses.take(from: pair.address, now: now)
        return .admitted(Attempt(pair: pair, lane: lane))
    }

    private mutating func turn(of history: History, at account: AccountKey, now: Int64) -> Int64 {
        if let turn = history.turn, now <= turn + Self.turnLifetime { return turn }
        var line = lines.value(account, now: now, lifetime: Self.memory) ?? LoginQueue()
        let turn = line.turn(for: history.failures < Self.patience ? .firstAttempt : .laterAttempt, now: now)
        lines.set(line, for: account, now: now)
        return turn
    }

    /// Reverses the charges for an attempt whose password was right, forgets the address's failures at the account, and records the address as known.
    mutating func succeeded(_ attempt: Attempt, now: Int64) {
        release(attempt, now: now)
        histories.remove(attempt.pair)
        knownAddresses.set((), for: attempt.pair, now: now)
    }

    /// Reverses the charges for an attempt that was not checked, for example because the database was not available. Its turn remains valid.
    ///
    /// - Parameter isCrowded: whether the attempt was refused because too many sign-ins were running. The account's allowance then stays charged, so
    ///   that unknown addresses get turns.
    mutating func release(_ attempt: Attempt, isCrowded: Bool = false, now: Int64) {
        if case .device(let device) = attempt.lane {
            return devices.take(-1, from: device, now: now)
        }
        if var history = histories.value(attempt.pair, now: now, lifetime: .max) {
            history.failures -= 1
            history.until = now
            if case .turn = attempt.lane { history.turn = now }
            histories.set(history, for: attempt.pair, now: now)
        }
        addresses.take(-1, from: attempt.pair.address, now: now)
        if case .allowance = attempt.lane, !isCrowded {
            accounts.take(-1, from: attempt.pair.account, now: now)
        }
    }

    private static func delay(after failures: Int) -> Int64 {
        guard failures >= free else { return 0 }
        return min(firstDelay << min(failures - free, 20), longestDelay)
    }

    private static func seconds(_ milliseconds: Int64) -> Int { Int((milliseconds + 999) / 1000) }
}
