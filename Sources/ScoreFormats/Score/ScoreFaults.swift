/// The faults of a file, in line order. A file with faults is refused as a whole.
public struct ScoreFaults: Error, Sendable, Hashable {
    /// The faults, at least one and at most `ScoreLimits.remarks`.
    public let faults: [ScoreFault]
}
