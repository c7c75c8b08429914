import PlayerCore

/// A run of many random sequences.
public struct SequenceRun: Sendable {
    /// The number of sequences and steps that kept every invariant.
    public var sequences = 0
    public var steps = 0
    /// The rows of the table that matched an event.
    public var rows: Set<PlayerTransition> = []
    /// The shortest form of the first sequence that broke an invariant, in words; `nil` if every sequence kept every invariant.
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
