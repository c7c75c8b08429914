import FoundationEssentials
import Glibc
import Synchronization
import Web

/// A hasher of passwords on at most two worker threads, so that simultaneous sign-ins take at most about 256 MiB at the standard cost (spec
/// Decided 10; ASVS 5.0 V13.1.2) and leave a core for other work. Its methods throw 503 if too many jobs are waiting, or `CryptographyError`. Jobs of
/// different realms, such as tenants, take turns.
public final class PasswordHasher: Sendable {
    private let cost: PasswordCost
    let workers: Workers
    private let spent = Atomic<Int>(0)

    /// The processor time of all checks so far, for tests of timing differences.
    var work: Duration { .nanoseconds(spent.load(ordering: .relaxed)) }

    /// The result of checking a password against a stored hash.
    public struct Verification: Sendable, Hashable {
        public let isRight: Bool
        /// A new hash if the password is right and the stored hash has a lower cost than new hashes; otherwise `nil`.
        public let rehash: String?
    }

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: the cost of new hashes.
    ///   - waiting: the maximum number of waiting jobs.
    public init(cost: PasswordCost = .standard, waiting: Int = 64) {
        self.cost = cost
        let width = Self.width(cores: ProcessInfo.processInfo.activeProcessorCount)
        workers = Workers("tutti.password", width: width, limit: waiting)
    }

    /// Returns the number of passwords to hash simultaneously on a machine with `cores` cores.
    static func width(cores: Int) -> Int { max(1, min(2, cores - 1)) }

    /// Hashes a password and returns the text to store.
    public func hash(_ password: String, for realm: String = "") async throws -> String {
        try await workers.run(for: realm) { [cost] in try PasswordHash(of: password, cost: cost).description }
    }

    /// Checks a password against a stored hash. Without one, as for an unknown login, a hash is computed anyway, so that the time does not reveal
    /// whether an account exists (ASVS 5.0 V6.3.8).
    public func check(
        _ password: String, against stored: String?, for realm: String = ""
    ) async throws -> Verification {
        try await workers.run(for: realm) { [self] in
            let start = Self.processorTime
            defer { spent.add(Self.processorTime - start, ordering: .relaxed) }
            guard let stored = stored.flatMap(PasswordHash.init) else {
                _ = try PasswordHash(of: password, cost: cost)
                return Verification(isRight: false, rehash: nil)
            }
            guard try stored.matches(password) else { return Verification(isRight: false, rehash: nil) }
            let rehash = stored.cost.isBelow(cost) ? try PasswordHash(of: password, cost: cost).description : nil
            return Verification(isRight: true, rehash: rehash)
        }
    }

    /// The processor time of this thread, in nanoseconds.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Returns the hash of a password with a stored cost and salt, for a database function that compares hashes without revealing them. Without a
    /// salt, as for an unknown login, the hash takes as long and matches no account.
    public func proof(of password: String, salt: String?) async throws -> String {
        try await workers.run { [cost] in
            let hash = try salt.flatMap { try PasswordHash(of: password, salt: $0) }
            return try (hash ?? PasswordHash(of: password, cost: cost)).description
        }
    }
}
