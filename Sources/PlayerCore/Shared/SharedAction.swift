/// An action of a member of a shared session, or the passage of time.
public enum SharedAction: Sendable, Hashable {
    // Playback.
    case play
    case pause
    /// Go to the next item. With an item, the action is refused if another item is current, so that two members skip only once.
    case next(unless: String?)
    case previous
    /// Go to an item by its index in the order of play.
    case select(index: Int)
    /// Go to a position, in milliseconds from the start.
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

    // Reports of the member's devices. A report on another attempt changes nothing.
    case ready(attempt: Int)
    case failed(attempt: Int, PlayerError.Code)
    case ended(attempt: Int)
    case inStep(SharedStep)
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

/// Who steers a shared session.
public enum SharedRule: String, Codable, Sendable, Hashable, CaseIterable {
    /// Every member steers playback and edits the queue.
    case everyone
    /// Every member adds to the end of the queue. More than half of the members skip an item by votes. The owner does the rest.
    case votes
    /// Members add one item each in turn. More than half of the members skip an item by votes. The owner does the rest.
    case turns
}

/// A reason why an action was refused. A refused action changes nothing.
public enum SharedRefusal: Error, Sendable, Hashable {
    /// The account is not a member.
    case notAMember
    /// Under the rule, only the owner may do this.
    case ownerOnly(SharedRule)
    /// Another member adds the next item.
    case notYourTurn(of: String)
    /// A turn adds one item.
    case oneItemATurn(Int)
    /// The rule has no votes or no turns.
    case notInRule(SharedRule)
    /// Another item is current.
    case anotherItem
    case noSuchMember
    /// Another member has this name.
    case nameTaken
    case full
    /// The queue would have more than `SharedSession.queueLimit` items.
    case queueFull(Int)
    /// A live stream has no common position.
    case isLive
    /// The rules of the player refuse the event.
    case player(PlayerRefusal)
}
