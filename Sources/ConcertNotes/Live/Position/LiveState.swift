/// What the live concert is doing (spec Decided 4).
public enum LiveState: String, Sendable, Hashable, Codable, CaseIterable {
    /// On the air, before the first step: first piece, measure 1.
    case ready
    /// The music plays and the position follows it.
    case running
    /// The operator keeps the position where it is: followers may not move it.
    case held
    /// The screens are to be dark; the position goes on underneath.
    case blackout
    /// The concert is over, and screens say so, until it is taken off the air.
    case ended
}

/// Who set a position (spec Decided 4).
public enum LiveSource: String, Sendable, Hashable, Codable, CaseIterable {
    case `operator`, follower, auto, osc

    /// Whether a program decided by itself. A person's console speaks OSC, so `osc` counts as a person.
    var isAutomatic: Bool { self == .follower || self == .auto }
}
