/// The facts about the newest readings that decide whether the follower may lead. All times are in milliseconds since 1970, by the clock of the
/// database.
public struct FollowerRecord: Sendable, Hashable, Codable {
    /// The number, in the whole programme, of the measure in the newest reading; `nil` before the first reading.
    public private(set) var ordinal: Int?
    public private(set) var confidence = 0.0
    /// The time of the newest reading; `nil` before the first reading.
    public private(set) var readAt: Int64?
    /// The time since which all readings have been sure and continuous; `nil` before the first reading, if the newest reading was not sure, and after
    /// a loss of the lead or a call of `forget`.
    public private(set) var sureSince: Int64?
    /// The time since which the readings of the leading follower could not be used; `nil` while they can be used or the follower does not lead.
    var unusableSince: Int64?
    /// Whether the follower has lost the lead and, since then, has neither led nor been reset by `forget`.
    public internal(set) var isLost = false
    /// The number of times that the follower has lost the lead since the last call of `forget`.
    public private(set) var losses = 0

    /// The time for which the readings must be sure before the follower leads, in milliseconds.
    var probation: Int64 {
        min(LiveArbiter.Limit.longestProbation, LiveArbiter.Limit.probation << Int64(min(losses, 8)))
    }

    /// Records the newest reading, and updates `sureSince`.
    mutating func note(ordinal: Int, confidence: Double, isSure: Bool, at now: Int64) {
        let isContinuous =
            readAt.map { now - $0 <= LiveArbiter.Limit.pause } ?? false
            && self.ordinal.map { LiveArbiter.Limit.reach.contains(ordinal - $0) } ?? false
        sureSince = isSure ? (isContinuous ? sureSince ?? now : now) : nil
        (self.ordinal, self.confidence, readAt) = (ordinal, confidence, now)
    }

    /// Records that the follower has lost the lead, counts the loss, and clears `sureSince` and `unusableSince`.
    mutating func lose() {
        isLost = true
        losses += 1
        sureSince = nil
        unusableSince = nil
    }

    /// Clears `isLost`, `losses`, `sureSince` and `unusableSince`. The newest reading stays for the display.
    mutating func forget() {
        isLost = false
        losses = 0
        sureSince = nil
        unusableSince = nil
    }

    /// Returns whether this record must be stored in place of an earlier one: if it can lead to another decision, or is at least half a second
    /// newer. Readings arrive many times per second.
    func mustReplace(_ stored: FollowerRecord) -> Bool {
        var same = stored
        (same.ordinal, same.confidence, same.readAt) = (ordinal, confidence, readAt)
        if same != self { return true }
        guard let before = stored.readAt, let now = readAt else { return stored.readAt != readAt }
        return now - before >= Self.storedInterval
    }

    private static let storedInterval: Int64 = 500
}
