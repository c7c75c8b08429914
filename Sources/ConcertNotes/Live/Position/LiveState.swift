/// The state of the live concert (spec Decided 4).
public enum LiveState: String, Sendable, Hashable, Codable, CaseIterable {
    /// On the air, before the first step or jump.
    case ready
    /// The position follows the music.
    case running
    /// Moves by software (`LiveSource.isAutomatic`) are refused. The operator and a console can still move the position.
    case held
    /// The screens are dark, while the position can still move.
    case blackout
    /// The screens show that the concert is over, and steps are refused.
    case ended

    /// Whether packets with the position are sent (spec Decided 4).
    package var showsPosition: Bool { self != .blackout && self != .ended }
}

/// The source of a position: an operator, the follower, the automatic advance (`auto`) or a console (`osc`) (spec Decided 4).
public enum LiveSource: String, Sendable, Hashable, Codable, CaseIterable {
    case `operator`, follower, auto, osc

    /// Whether software made the move by itself. A person's console sends OSC, so `osc` is not automatic.
    package var isAutomatic: Bool { self == .follower || self == .auto }
}
