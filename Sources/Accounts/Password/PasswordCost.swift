/// The cost parameters of scrypt (RFC 7914 §2). A hash takes about 128 · N · r bytes of memory, and time proportional to N · r · p.
public struct PasswordCost: Sendable, Hashable {
    /// The binary logarithm of N, 10 to 20.
    public let logN: Int
    /// The block size r, 1 to 32.
    public let blockSize: Int
    /// The parallelism p, 1 to 16.
    public let parallelism: Int

    /// The default cost: N = 2^17, r = 8, p = 1, which takes about 128 MiB for each hash (spec Decided 10).
    public static let standard = PasswordCost(logN: 17)

    /// Creates a cost with r = 8 and p = 1. `logN` must be 10 to 20; a value below 17 is only for tests and machines with little memory.
    public init(logN: Int) {
        precondition(Self.logNs.contains(logN))
        self.logN = logN
        blockSize = 8
        parallelism = 1
    }

    /// Creates a cost. Returns `nil` if a parameter is out of range. The ranges limit the memory that a stored hash can demand to about 4 GiB.
    init?(logN: Int, blockSize: Int, parallelism: Int) {
        guard Self.logNs.contains(logN), (1...32).contains(blockSize), (1...16).contains(parallelism) else {
            return nil
        }
        self.logN = logN
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    private static let logNs = 10...20

    /// Returns whether N · r · p is less than in the other cost.
    func isBelow(_ other: PasswordCost) -> Bool {
        (1 << logN) * blockSize * parallelism < (1 << other.logN) * other.blockSize * other.parallelism
    }
}
