import PlayerCore
import Web

/// A shared session as JSON for one of its members.
struct SharedSessionView: Encodable, Sendable {
    let rule: String
    let audio: String
    let attempt: Int
    let revision: Int
    let track: PlayerItemView?
    let positionMs: Int64
    /// The time to which `positionMs` applies, by the session's clock (`getPlayerClock`). A time in the future is the start of playback.
    let asOf: Instant
    let durationMs: Int64?
    let queue: Queue
    let shuffle: Bool
    let `repeat`: String
    let members: [Member]
    /// The votes to skip the track; absent under the rule `everyone`.
    let skip: Skip?
    let you: OwnMembership

    struct Queue: Encodable, Sendable {
        let index: Int
        let length: Int
    }

    struct Member: Encodable, Sendable {
        let id: Int64
        let name: String
        let isOwner: Bool
        let isPresent: Bool
        let isListening: Bool
        let hasVoted: Bool
        let hasTurn: Bool
        let differenceUs: Int64?
        let errorBoundUs: Int64?
    }

    struct Skip: Encodable, Sendable {
        let votes: Int
        let needed: Int
    }

    /// The values that only this member receives.
    struct OwnMembership: Encodable, Sendable {
        let member: Int64
        let allowedEvents: [String]
        /// Whether the listener's own account cannot play the track; `false` for an empty queue.
        let isBlocked: Bool
        /// The reason why the current attempt failed on the listener's device; absent if it has not failed there.
        let error: String?
    }

    init(_ stored: StoredSharedSession, _ me: SharedMember, _ text: SharedTrackText?) {
        let (session, now) = (stored.session, stored.now)
        let player = session.player
        rule = session.rule.rawValue
        audio = player.audio.rawValue
        (attempt, revision) = (player.attempt, session.revision)
        track = player.item.map { item in
            var view = PlayerItemView(item.id, text?.description)
            (view.durationMs, view.isLive, view.isBlocked) = (item.timing.durationMs, false, text?.isBlocked ?? true)
            return view
        }
        let anchor = session.anchor(at: now)
        (positionMs, asOf) = (anchor.positionMs, anchor.at.instant)
        durationMs = player.item?.timing.durationMs
        queue = Queue(index: player.queue.index, length: player.queue.count)
        shuffle = player.queue.isShuffled
        `repeat` = player.repeatMode.rawValue
        let (owner, holder) = (session.owner?.id, session.turnHolder(at: now)?.id)
        members = session.members.map { member in
            Member(
                id: member.id.rawValue, name: member.name, isOwner: member.id == owner,
                isPresent: member.isPresent(at: now), isListening: member.isListening, hasVoted: member.hasVoted,
                hasTurn: member.id == holder, differenceUs: member.step?.differenceUs,
                errorBoundUs: member.step?.errorBoundUs)
        }
        skip =
            session.rule == .everyone
            ? nil : Skip(votes: session.votes(at: now), needed: session.votesNeeded(at: now))
        you = OwnMembership(
            member: me.id.rawValue, allowedEvents: session.allowedActions(of: me.id, at: now).map(\.rawValue),
            isBlocked: player.item != nil && text?.isBlocked ?? true,
            error: me.failedAttempt == player.attempt ? me.failure?.rawValue : nil)
    }
}

/// The texts of the current track that a member may see, and whether the member's account can play it.
package struct SharedTrackText: Sendable, Hashable {
    package let description: PlayerItemDescription?
    package let isBlocked: Bool
}

extension PlayerCatalogue {
    /// Returns the texts of the session's current track, as far as the listener may see them, and whether the listener's account can play the track;
    /// `nil` for an empty queue.
    package func text(of session: SharedSession, for owner: PlayerOwner) async throws -> SharedTrackText? {
        guard let id = session.player.item?.id else { return nil }
        let item = try await items([id], of: owner)[id]
        let description = try await descriptions(of: [id], of: owner)[id]
        return SharedTrackText(description: description, isBlocked: item?.isBlocked ?? true)
    }
}
