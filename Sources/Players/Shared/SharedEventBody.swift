import PlayerCore
import Web

/// The body of `sendSharedEvent`.
package struct SharedEventBody: Decodable, Sendable {
    let event: String
    var attempt: Int64?
    var track: String?
    var tracks: [String]?
    var context: String?
    var at: String?
    var index: Int64?
    var from: Int64?
    var to: Int64?
    var positionMs: Int64?
    var on: Bool?
    var seed: Int64?
    var mode: String?
    var rule: String?
    var member: Int64?
    var error: String?
    var differenceUs: Int64?
    var errorBoundUs: Int64?

    /// Creates the body of a form.
    package init(
        event: String, track: String? = nil, tracks: [String]? = nil, context: String? = nil, at: String? = nil,
        index: Int64? = nil, from: Int64? = nil, to: Int64? = nil, positionMs: Int64? = nil, rule: String? = nil,
        member: Int64? = nil
    ) {
        (self.event, self.track, self.tracks, self.context) = (event, track, tracks, context)
        (self.at, self.index) = (at, index)
        (self.from, self.to, self.positionMs, self.rule, self.member) = (from, to, positionMs, rule, member)
    }

    /// Returns the action that the event requests. Throws 422 for fields that are missing or not valid, and 404 for an unknown list.
    func action(_ source: PlayerQueueSource, of owner: PlayerOwner) async throws -> SharedAction {
        guard let kind = SharedAction.Kind(rawValue: event) else {
            throw APIError.invalid("/event", oneOf: SharedAction.Kind.allCases.map(\.rawValue), found: event)
        }
        switch kind {
        case .play: return .play
        case .pause: return .pause
        case .next: return .next(unless: track)
        case .previous: return .previous
        case .select: return .select(index: Int(clamping: try PlayerEventBody.required(index, "/index")))
        case .seek:
            let position = try PlayerEventBody.required(positionMs, "/positionMs")
            return .seek(positionMs: try PlayerEventBody.checkedPosition(position, "/positionMs"))
        case .setShuffle:
            let seed = try PlayerEventBody.checkedSeed(seed)
            return .setShuffle(
                on: try PlayerEventBody.required(on, "/on"),
                seed: seed ?? UInt64.random(in: 0...UInt64(PlayerEventBody.seeds.upperBound)))
        case .setRepeat: return .setRepeat(try PlayerEventBody.repeatMode(PlayerEventBody.required(mode, "/mode")))
        case .add: return try await addition(source, owner)
        case .move:
            return .move(
                from: Int(clamping: try PlayerEventBody.required(from, "/from")),
                to: Int(clamping: try PlayerEventBody.required(to, "/to")))
        case .remove: return .remove(index: Int(clamping: try PlayerEventBody.required(index, "/index")))
        case .voteToSkip: return .voteToSkip(item: try PlayerEventBody.required(track, "/track"))
        case .withdrawVote: return .withdrawVote
        case .passTurn: return .passTurn
        case .setRule: return .setRule(try Self.rule(PlayerEventBody.required(rule, "/rule")))
        case .removeMember:
            return .removeMember(SharedMember.ID(rawValue: try PlayerEventBody.required(member, "/member")))
        case .ready: return .ready(attempt: try checkedAttempt())
        case .failed: return .failed(attempt: try checkedAttempt(), try PlayerEventBody.errorCode(error))
        case .ended: return .ended(attempt: try checkedAttempt())
        case .inStep: return .inStep(try step())
        case .silent: return .silent
        }
    }

    /// Returns the action that adds single tracks, or the tracks of the list `context`, or only `track` of this list. Blocked tracks of a list are
    /// omitted, and so are its live streams if the list also has recordings; a single track in `tracks` that is blocked gets 422.
    private func addition(_ source: PlayerQueueSource, _ owner: PlayerOwner) async throws -> SharedAction {
        guard let point = PlayerQueue.InsertionPoint(rawValue: at ?? "last") else {
            throw APIError.invalid("/at", oneOf: ["next", "last"], found: at ?? "")
        }
        switch (context, tracks) {
        case (let name?, nil):
            let queue = try await source.queue(context: name, index: nil, track: track, of: owner)
            let items = track == nil ? queue.items[...] : queue.items[queue.index...].prefix(1)
            let playable = items.filter { !$0.isBlocked }
            let recordings = playable.filter { !$0.timing.isLive }
            return .add(recordings.isEmpty ? playable : recordings, at: point)
        case (nil, let ids?):
            let items = try await source.items(ids, of: owner)
            let faults = items.enumerated().filter { $0.element.isBlocked }.prefix(20).map { index, item in
                APIError.Fault(
                    field: "/tracks/\(index)", reason: "must be a track that you can play, found \"\(item.id)\"")
            }
            guard faults.isEmpty else { throw APIError.invalid(Array(faults)) }
            return .add(items, at: point)
        default:
            throw APIError.invalid("/tracks", "is missing: list the tracks, or name a list in context")
        }
    }

    static func rule(_ word: String) throws(APIError) -> SharedRule {
        guard let rule = SharedRule(rawValue: word) else {
            throw .invalid("/rule", oneOf: SharedRule.allCases.map(\.rawValue), found: word)
        }
        return rule
    }

    private func checkedAttempt() throws(APIError) -> Int {
        Int(clamping: try PlayerEventBody.required(attempt, "/attempt"))
    }

    private func step() throws(APIError) -> SharedOffset {
        let difference = try PlayerEventBody.required(differenceUs, "/differenceUs")
        let bound = try PlayerEventBody.required(errorBoundUs, "/errorBoundUs")
        guard (-Self.longestUs...Self.longestUs).contains(difference) else {
            throw .invalid(
                "/differenceUs",
                "must be from -\(Self.longestUs) to \(Self.longestUs) microseconds (one day), found \(difference)")
        }
        guard (0...Self.longestUs).contains(bound) else {
            throw .invalid(
                "/errorBoundUs", "must be from 0 to \(Self.longestUs) microseconds (one day), found \(bound)")
        }
        return SharedOffset(differenceUs: difference, errorBoundUs: bound)
    }

    /// The maximum of `errorBoundUs`, and of the magnitude of `differenceUs`, in microseconds: a day.
    private static let longestUs: Int64 = 86_400_000_000
}

/// The rules for the name of a member.
package enum SharedName {
    package static let limit = 50

    /// Returns the name unchanged. Throws 422, which names `field`, for a name that is blank, has more than `limit` Unicode scalars or has control
    /// characters.
    package static func checked(_ text: String, _ field: String) throws(APIError) -> String {
        if let rule = PlayerDevice.brokenRule(of: text, limit: limit) { throw .invalid(field, rule) }
        guard text.contains(where: { !$0.isWhitespace }) else { throw .invalid(field, "must not be blank") }
        return text
    }
}
