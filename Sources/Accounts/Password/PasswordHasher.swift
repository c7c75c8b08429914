import FoundationEssentials
import Glibc
import Synchronization
import Web

/// Hashes and checks passwords off the event loops, at most two at a time, so that a rush of log-ins takes 256 MiB
/// and not all there is (spec Decided 10; ASVS 5.0 V13.1.2), and one core at least is left to the concert.
public final class PasswordHasher: Sendable {
    private let cost: PasswordCost
    let workers: Workers
    private let spent = Atomic<Int>(0)

    /// The processor time that checks have taken so far, without what others did meanwhile: what a guesser's clock would
    /// tell, if it were a good one.
    var work: Duration { .nanoseconds(spent.load(ordering: .relaxed)) }

    /// What a check found.
    public struct Verdict: Sendable, Hashable {
        public let isRight: Bool
        /// The password hashed anew, when it was right and its stored hash costs a guesser less than today's.
        public let rehash: String?
    }

    /// - Parameters:
    ///   - cost: of new hashes.
    ///   - waiting: how many log-ins may wait for their turn; one more is answered 503.
    public init(cost: PasswordCost = .standard, waiting: Int = 64) {
        self.cost = cost
        let width = Self.width(cores: ProcessInfo.processInfo.activeProcessorCount)
        workers = Workers("tutti.password", width: width, limit: waiting)
    }

    /// How many passwords are hashed at once on a machine of so many cores.
    static func width(cores: Int) -> Int { max(1, min(2, cores - 1)) }

    /// The text to store for a password.
    ///
    /// - Parameter realm: the tenant whose account it is; those of different tenants take turns.
    public func hash(_ password: String, for realm: String = "") async throws -> String {
        try await workers.run(for: realm) { [cost] in try PasswordHash(of: password, cost: cost).description }
    }

    /// Checks a password against what is stored. Without a stored hash, when the login is unknown, as much is
    /// computed and the verdict is wrong, so that time does not tell who has an account (ASVS 5.0 V6.3.8).
    ///
    /// - Parameter realm: the tenant whose account it is; those of different tenants take turns.
    public func check(
        _ password: String, against stored: String?, for realm: String = ""
    ) async throws -> Verdict {
        try await workers.run(for: realm) { [self] in
            let start = Self.processorTime
            defer { spent.add(Self.processorTime - start, ordering: .relaxed) }
            guard let stored = stored.flatMap(PasswordHash.init) else {
                _ = try PasswordHash(of: password, cost: cost)
                return Verdict(isRight: false, rehash: nil)
            }
            guard try stored.matches(password) else { return Verdict(isRight: false, rehash: nil) }
            let rehash = stored.cost.isBelow(cost) ? try PasswordHash(of: password, cost: cost).description : nil
            return Verdict(isRight: true, rehash: rehash)
        }
    }

    /// Of this thread, in nanoseconds.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The text that a password is stored as, when it is the one that was hashed with this cost and salt: for a
    /// database that compares by itself and gives no hash away. Without a salt, when the login is unknown, as much is
    /// computed, and what comes out is nobody's.
    public func proof(of password: String, salt: String?) async throws -> String {
        try await workers.run { [cost] in
            let hash = try salt.flatMap { try PasswordHash(of: password, salt: $0) }
            return try (hash ?? PasswordHash(of: password, cost: cost)).description
        }
    }
}
