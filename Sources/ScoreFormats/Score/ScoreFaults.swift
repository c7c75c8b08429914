/// The faults of a file, in the order in which they were found. A file with faults is refused as a whole.
public struct ScoreFaults: Error, Sendable, Hashable {
    /// The faults, at least one and at most `ScoreLimits.remarks`.
    public let faults: [ScoreFault]
}
