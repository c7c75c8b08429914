/// All the faults of a file, in the order of its lines. Nothing of a file with faults is used.
public struct ScoreFaults: Error, Sendable, Hashable {
    /// At least one fault, and at most as many as were asked for.
    public let faults: [ScoreFault]
}
