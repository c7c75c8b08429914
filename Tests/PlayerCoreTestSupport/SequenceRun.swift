import PlayerCore

/// A run of many random sequences.
public struct SequenceRun: Sendable {
    /// The number of sequences without a violated invariant.
    public var sequences = 0
    /// The number of steps in these sequences.
    public var steps = 0
    /// The rows of the table that were applied.
    public var rows: Set<PlayerTransition> = []
    /// A shortened form of the first sequence that violates an invariant, as text; `nil` if no sequence does.
    public var failure: String?

    /// Runs sequences until one fails. The same seed gives the same sequences.
    public init(seed: UInt64, sequences count: Int) {
        var check = SequenceCheck()
        for number in 0..<count {
            var generator = SequenceGenerator(seed: seed &+ UInt64(number) &* 0x1_0000_0001)
            let sequence = generator.sequence()
            if check.violation(in: sequence) != nil {
                let short = SequenceShrinker.shrink(sequence)
                var last = SequenceCheck()
                failure =
                    "seed \(seed), sequence \(number): \(last.violation(in: short) ?? "")\n"
                    + short.map(\.description).joined(separator: "\n")
                break
            }
            sequences += 1
        }
        (steps, rows) = (check.steps, check.rows)
    }
}
