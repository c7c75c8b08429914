/// An action of a member of a shared session, or the passage of time.
public enum SharedAction: Sendable, Hashable {
    // Playback.
    case play
    case pause
    /// Go to the next item. If an item is given, it must be current, so that two members who skip at the same time skip only one item; `nil` skips
    /// any item.
    case next(unless: String?)
    case previous
    case select(index: Int)
    case seek(positionMs: Int64)
    case setShuffle(on: Bool, seed: UInt64)
    case setRepeat(RepeatMode)

    // The queue.
    case add([PlayerItem], at: PlayerQueue.InsertionPoint)
    case move(from: Int, to: Int)
    case remove(index: Int)

    // Members.
    /// Vote to skip the current item, which must be the named item.
    case voteToSkip(item: String)
    case withdrawVote
    case passTurn
    case setRule(SharedRule)
    case removeMember(SharedMember.ID)

    // Reports of the member's devices. A report on another attempt does not change playback.
    case ready(attempt: Int)
    case failed(attempt: Int, PlayerError.Code)
    case ended(attempt: Int)
    case inStep(SharedOffset)
    /// The member's devices stopped playing the session. The member stays in the session.
    case silent
    /// A device of the member is connected.
    case seen

    case timePassed

    /// The kinds of actions. The raw values are the names in the HTTP interface.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case play, pause, next, previous, select, seek, setShuffle, setRepeat
        case add, move, remove
        case voteToSkip, withdrawVote, passTurn, setRule, removeMember
        case ready, failed, ended, inStep, silent
    }

    /// The kind; `nil` for actions that clients do not send.
    public var kind: Kind? {
        switch self {
        case .play: .play
        case .pause: .pause
        case .next: .next
        case .previous: .previous
        case .select: .select
        case .seek: .seek
        case .setShuffle: .setShuffle
        case .setRepeat: .setRepeat
        case .add: .add
        case .move: .move
        case .remove: .remove
        case .voteToSkip: .voteToSkip
        case .withdrawVote: .withdrawVote
        case .passTurn: .passTurn
        case .setRule: .setRule
        case .removeMember: .removeMember
        case .ready: .ready
        case .failed: .failed
        case .ended: .ended
        case .inStep: .inStep
        case .silent: .silent
        case .seen, .timePassed: nil
        }
    }
}

/// The rule that determines which members may control a shared session.
public enum SharedRule: String, Codable, Sendable, Hashable, CaseIterable {
    /// Every member may control playback and edit the queue.
    case everyone
    /// Every member may add items to the end and vote to skip. Other actions on playback and the queue are reserved for the owner.
    case votes
    /// Members add one item each, in turn, and vote to skip an item. Other actions on playback and the queue are reserved for the owner.
    case turns
}

/// A reason why an action was refused. A refused action changes nothing.
public enum SharedRefusal: Error, Sendable, Hashable {
    /// The account is not a member.
    case notAMember
    /// Only the owner may perform the action under this rule.
    case ownerOnly(SharedRule)
    /// The turn belongs to the named member.
    case notYourTurn(of: String)
    /// In a turn, a member adds exactly one item, at the end of the queue. The value is the number of items in the action.
    case oneItemATurn(Int)
    /// The action needs votes or turns, but the rule has none.
    case notInRule(SharedRule)
    /// The item that the action names is not the current item.
    case anotherItem
    /// The session has no such member, or the owner tries to remove the owner.
    case noSuchMember
    case nameTaken
    /// The session has `SharedSession.memberLimit` members.
    case full
    /// The queue would have this number of items, which is more than `SharedSession.queueLimit`.
    case queueFull(Int)
    /// An item is a live stream, which has no common position for all members.
    case isLive
    /// The player refused the event.
    case player(PlayerRefusal)
}
