/// A session in which several listeners hear the same item at the same time (spec Decided 24). The owner is the member who joined first.
///
/// The player is a collapsed `PlayerSession` on one virtual device. The value has no I/O: the same inputs always give the same result.
public struct SharedSession: Sendable, Hashable {
    public internal(set) var player: PlayerSession
    public internal(set) var rule: SharedRule
    /// The members in the order in which they joined.
    public internal(set) var members: [SharedMember]
    /// The member whose turn it is, as stored; `nil` counts as the owner. `turnHolder(at:)` skips absent members.
    public internal(set) var turn: SharedMember.ID?
    /// The time of the first answer to the current attempt, ready or failed; `nil` while the attempt does not wait for further answers.
    public internal(set) var readySince: PlayerTime?
    /// A number that increases with each change, except for measurements and the times at which members were seen.
    public internal(set) var revision: Int

    public static let memberLimit = 50
    public static let queueLimit = 1000
    /// The time since `SharedMember.seenAt`, in milliseconds, after which a member counts as absent.
    public static let presenceLimitMs: Int64 = 60_000
    /// The time since `SharedMember.seenAt`, in milliseconds, after which a member is removed, as in spec P24.
    public static let silenceLimitMs: Int64 = 30 * 60_000
    /// The time for which an attempt waits for further answers after the first answer, in milliseconds.
    public static let readyLimitMs: Int64 = 3000
    /// The time between the decision to start and the start, in milliseconds, so that the decision reaches every device in time.
    public static let leadMs: Int64 = 600
    /// The time after the end of an item at which the next item follows if no device has reported the end, in milliseconds.
    public static let overrunMs: Int64 = 3000
    /// The time before the end of an item from which a device may report the end, in milliseconds.
    static let endToleranceMs: Int64 = 2000

    /// The virtual device of the player.
    static let device: PlayerDeviceID = "shared"

    /// Creates a session from stored values.
    public init(
        player: PlayerSession = PlayerSession(), rule: SharedRule = .everyone, members: [SharedMember] = [],
        turn: SharedMember.ID? = nil, readySince: PlayerTime? = nil, revision: Int = 0
    ) {
        (self.player, self.rule, self.members) = (player, rule, members)
        (self.turn, self.readySince, self.revision) = (turn, readySince, revision)
    }

    /// Creates a session with one member, the owner. Playback is stopped at a position in milliseconds. An index outside the items is clamped.
    public init(
        owner: SharedMember, rule: SharedRule, items: [PlayerItem], index: Int, positionMs: Int64, at now: PlayerTime
    ) {
        self.init(rule: rule, members: [owner], turn: owner.id, revision: 1)
        guard !items.isEmpty else { return }
        let queue = PlayerQueue(items, index: min(max(0, index), items.count - 1))
        // A silent player accepts every queue within the limit.
        let event = PlayerEvent.replaceQueue(queue, positionMs: positionMs, play: false)
        if let reaction = try? player.handle(event, from: Self.device, at: now) { player = reaction.session }
    }

    /// The owner; `nil` for a session that has ended.
    public var owner: SharedMember? { members.first }

    /// Returns a member; `nil` if the session has no such member. O(members).
    public func member(_ id: SharedMember.ID) -> SharedMember? { members.first { $0.id == id } }

    /// Returns the members who are present: seen within `presenceLimitMs`. O(members).
    public func present(at now: PlayerTime) -> [SharedMember] { members.filter { $0.isPresent(at: now) } }

    /// Returns the number of votes with which an item is skipped: more than half of the present members.
    public func votesNeeded(at now: PlayerTime) -> Int { present(at: now).count / 2 + 1 }

    /// Returns the number of present members who have voted to skip the current item. O(members).
    public func votes(at now: PlayerTime) -> Int { members.count { $0.hasVoted && $0.isPresent(at: now) } }

    /// Returns the member who may add the next item under the rule `turns`; `nil` under another rule.
    public func turnHolder(at now: PlayerTime) -> SharedMember? {
        guard rule == .turns, !members.isEmpty else { return nil }
        let start = members.firstIndex { $0.id == turn } ?? 0
        let circle = members[start...] + members[..<start]
        return circle.first { $0.isPresent(at: now) } ?? circle.first
    }

    /// Returns whether a member may control playback, and move and remove items.
    public func steers(_ id: SharedMember.ID) -> Bool { rule == .everyone || owner?.id == id }

    /// Returns the kinds of actions that a member may send.
    public func allowedActions(of id: SharedMember.ID, at now: PlayerTime) -> [SharedAction.Kind] {
        let (steers, isOwner) = (steers(id), owner?.id == id)
        return SharedAction.Kind.allCases.filter { kind in
            switch kind {
            case .play: steers && !player.audio.isActive
            case .pause: steers && player.audio.isActive
            case .next, .previous, .select, .seek, .move, .remove: steers && !player.queue.isEmpty
            case .setShuffle, .setRepeat: steers
            case .add: rule != .turns || turnHolder(at: now)?.id == id
            case .voteToSkip: rule != .everyone && !player.queue.isEmpty && member(id)?.hasVoted == false
            case .withdrawVote: member(id)?.hasVoted == true
            case .passTurn: rule == .turns && (isOwner || turnHolder(at: now)?.id == id)
            case .setRule, .removeMember: isOwner
            case .ready, .failed, .ended, .inStep, .silent: true
            }
        }
    }

    /// A position and the time to which it applies. A time in the future is the start of playback.
    public struct Anchor: Sendable, Hashable {
        public let positionMs: Int64
        public let at: PlayerTime
    }

    /// Returns the position from which devices compute the current position. While no audio is playing, the time of the anchor is `now`.
    public func anchor(at now: PlayerTime) -> Anchor {
        let at = player.audio == .playing ? max(now, player.knownAt) : now
        return Anchor(positionMs: player.positionMs(at: at), at: at)
    }

    /// The next time at which `timePassed` may change the session; `nil` if time changes nothing. The time at which a vote succeeds because a member
    /// becomes absent is not included.
    public var deadline: PlayerTime? {
        var times = members.map { $0.seenAt.advanced(byMs: Self.silenceLimitMs + 1) }
        if let readySince, player.audio == .loading { times.append(readySince.advanced(byMs: Self.readyLimitMs)) }
        if let end = overrun { times.append(end) }
        if let deadline = player.deadline { times.append(deadline) }
        return times.min()
    }

    /// The time at which the next item follows if no device reports the end; `nil` while no item of a known duration is playing.
    var overrun: PlayerTime? {
        guard player.audio == .playing, let duration = player.item?.timing.durationMs else { return nil }
        return player.knownAt.advanced(byMs: duration - player.knownPositionMs + Self.overrunMs)
    }

    /// The items of the queue, which are stored separately from the session.
    public var content: PlayerQueueContent { PlayerQueueContent(player.queue) }
}
