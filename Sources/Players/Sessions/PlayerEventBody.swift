import PlayerCore
import Web

/// The body of `sendPlayerEvent`.
struct PlayerEventBody: Decodable, Sendable {
    let event: String
    let device: String?
    let attempt: Int64?
    let positionMs: Int64?
    let behindMs: Int64?
    let at: Instant?
    let index: Int64?
    let play: Bool?
    let on: Bool?
    let seed: Int64?
    let mode: String?
    let rate: Double?
    let to: String?
    let error: String?

    /// The valid seeds. Every JSON reader can represent these numbers exactly.
    static let seeds: ClosedRange<Int64> = 0...(1 << 53 - 1)

    /// Returns a function that makes the event for a session. Throws 422 for members that are missing or not valid.
    func parsed() throws(APIError) -> @Sendable (PlayerSession) -> PlayerEvent {
        guard let kind = PlayerEvent.Kind(rawValue: event), kind.isSent else {
            let words = SentenceFormat.choice(PlayerEvent.Kind.sent.map(\.rawValue))
            throw .invalid("/event", "must be \(words), found \"\(event.prefix(100))\"")
        }
        if kind.isReport { return try report(kind) }
        let play = play
        switch kind {
        case .tapAnywhere: return { _ in .tapAnywhere }
        case .tapText: return { _ in .tapText }
        case .tapPlay: return { _ in .tapPlay }
        case .tapPause: return { _ in .tapPause }
        case .doubleTap: return { _ in .doubleTap }
        case .toggle: return { _ in .toggle }
        case .select:
            let index = try Self.required(index, "/index")
            return { _ in .select(index: Int(clamping: index), play: play ?? false) }
        case .next: return { _ in .next(play: play ?? false) }
        case .previous: return { _ in .previous(play: play ?? false) }
        case .goLive: return { _ in .goLive(play: play ?? false) }
        case .seek:
            let seek = try Self.seek(positionMs: positionMs, behindMs: behindMs)
            return { _ in seek }
        case .setShuffle:
            let on = try Self.required(on, "/on")
            let seed = try Self.checkedSeed(seed)
            return { Self.shuffle(on, seed: seed, $0) }
        case .setRepeat:
            let mode = try Self.repeatMode(Self.required(mode, "/mode"))
            return { _ in .setRepeat(mode) }
        case .setRate:
            let rate = try Self.checkedRate(Self.required(rate, "/rate"))
            return { _ in .setRate(rate) }
        default:
            let to = try PlayerDevice.checked(Self.required(to, "/to"), "/to")
            return { _ in .transfer(to: to, play: play) }
        }
    }

    private func report(_ kind: PlayerEvent.Kind) throws(APIError) -> @Sendable (PlayerSession) -> PlayerEvent {
        let attempt = Int(clamping: try Self.required(attempt, "/attempt"))
        switch kind {
        case .streamReady: return { _ in .streamReady(attempt: attempt) }
        case .bufferEmpty: return { _ in .bufferEmpty(attempt: attempt) }
        case .bufferFilled: return { _ in .bufferFilled(attempt: attempt) }
        case .trackEnded: return { _ in .trackEnded(attempt: attempt) }
        case .position:
            let position = try Self.checkedPosition(Self.required(positionMs ?? behindMs, "/positionMs"), "/positionMs")
            // Without a time, the position applies at the arrival of the request: `handle` replaces a time in the future by the current time.
            let at = PlayerTime(milliseconds: at?.milliseconds ?? .max)
            return { _ in .position(attempt: attempt, positionMs: position, at: at) }
        default:
            let code = try Self.errorCode(error)
            return { _ in
                kind == .streamFailed ? .streamFailed(attempt: attempt, code) : .streamLost(attempt: attempt, code)
            }
        }
    }

    /// Returns the code of an error; `failed` for `nil`. Throws 422 for a code that devices do not report.
    static func errorCode(_ error: String?) throws(APIError) -> PlayerError.Code {
        guard let error else { return .failed }
        let codes: [PlayerError.Code] = [
            .refused, .notConnected, .tooManyStreams, .notFound, .unreachable, .undecodable, .failed,
        ]
        guard let code = codes.first(where: { $0.rawValue == error }) else {
            throw .invalid(
                "/error", "must be \(SentenceFormat.choice(codes.map(\.rawValue))), found \"\(error.prefix(100))\"")
        }
        return code
    }

    /// Returns the value. Throws 422, which names `field`, if the value is `nil`.
    static func required<Value>(_ value: Value?, _ field: String) throws(APIError) -> Value {
        guard let value else { throw .invalid(field, "is missing: send this member with the event") }
        return value
    }

    /// Returns the event of a seek in a recording or in a live stream. Throws 422 unless exactly one of the positions is given and valid.
    static func seek(positionMs: Int64?, behindMs: Int64?) throws(APIError) -> PlayerEvent {
        switch (positionMs, behindMs) {
        case (let position?, nil): .seek(positionMs: try checkedPosition(position, "/positionMs"))
        case (nil, let behind?): .seekLive(behindMs: try checkedPosition(behind, "/behindMs"))
        default:
            throw .invalid(
                "/positionMs",
                "is required for a recording, and behindMs for a live stream: send exactly one of the two members")
        }
    }

    /// Returns the position unchanged. Throws 422, which names `field`, unless it is from 0 to `longest` milliseconds.
    static func checkedPosition(_ position: Int64, _ field: String) throws(APIError) -> Int64 {
        guard (0...Self.longest).contains(position) else {
            throw .invalid(field, "must be from 0 to \(longest) milliseconds, found \(position)")
        }
        return position
    }

    /// The maximum position in milliseconds: 30 days, longer than any recording or buffer.
    private static let longest: Int64 = 30 * 86_400_000

    /// Returns the seed; `nil` if none is given. Throws 422 for a seed outside `seeds`.
    static func checkedSeed(_ seed: Int64?) throws(APIError) -> UInt64? {
        guard let seed else { return nil }
        guard seeds.contains(seed) else {
            throw .invalid("/seed", "must be from 0 to \(seeds.upperBound), found \(seed)")
        }
        return UInt64(seed)
    }

    /// Returns the event that turns shuffling on or off. When shuffling is turned on without a seed, a queue that is already shuffled keeps its
    /// order, and any other queue gets a random seed.
    static func shuffle(_ on: Bool, seed: UInt64?, _ session: PlayerSession) -> PlayerEvent {
        let seed = seed ?? session.queue.seed ?? UInt64.random(in: 0...UInt64(seeds.upperBound))
        return .setShuffle(on: on, seed: seed)
    }

    static func repeatMode(_ word: String) throws(APIError) -> RepeatMode {
        guard let mode = RepeatMode(rawValue: word) else {
            let words = SentenceFormat.choice(RepeatMode.allCases.map(\.rawValue))
            throw .invalid("/mode", "must be \(words), found \"\(word.prefix(100))\"")
        }
        return mode
    }

    /// Returns a rate in thousandths of the normal speed, rounded. Throws 422 unless it is from 0.25 to 4.
    static func checkedRate(_ rate: Double) throws(APIError) -> Int64 {
        guard rate.isFinite, (0.25...4).contains(rate) else {
            throw .invalid("/rate", "must be from 0.25 to 4 times the normal speed, found \(rate)")
        }
        return Int64((rate * 1000).rounded())
    }
}
