import PlayerCore
import Testing

/// A session under test, with a clock and the device "phone".
struct PlayerPlay {
    var session = PlayerSession()
    var now = PlayerTime(milliseconds: 1_000_000)
    var effects: [PlayerEffect] = []
    var rule = ""

    static let phone = "phone"
    static let web = "web"

    /// Creates a silent player with three tracks of 100 s.
    init(_ items: [PlayerItem] = ["a", "b", "c"].map { PlayerItem(id: $0, durationMs: 100_000) }, at index: Int = 0)
        throws
    {
        try send(.replaceQueue(PlayerQueue(context: "songs", items, index: index), positionMs: 0, play: false))
        try send(.transfer(to: Self.phone, play: nil))
    }

    /// Creates a player in a state.
    init(in state: PlayerState, _ items: [PlayerItem]? = nil, at index: Int = 0) throws {
        if let items { try self.init(items, at: index) } else { try self.init(at: index) }
        guard state != .silent else { return }
        try send(.tapAnywhere)
        guard state != .expanded else { return }
        try send(.tapPlay)
        guard state != .beginPlay else { return }
        try send(.streamReady(attempt: session.attempt))
        guard state != .expandedPlay else { return }
        try send(.tapText)
    }

    /// Creates a collapsed player that is loading.
    static func loading(_ items: [PlayerItem]? = nil) throws -> Self {
        var play = try items.map { try Self(in: .silent, $0) } ?? Self(in: .silent)
        try play.send(.toggle)
        return play
    }

    mutating func send(_ event: PlayerEvent, from sender: String = phone) throws {
        let reaction = try session.handle(event, from: sender, at: now)
        (session, effects, rule) = (reaction.session, reaction.effects, reaction.transition.rule)
    }

    mutating func wait(ms: Int64) { now = PlayerTime(milliseconds: now.milliseconds + ms) }

    var audio: [AudioEffect] { effects.compactMap(\.audio) }
    var position: Int64 { session.positionMs(at: now) }

    /// Returns the error of an event, without changing the session.
    func refusal(_ event: PlayerEvent) -> PlayerRefusal? {
        do throws(PlayerRefusal) {
            _ = try session.handle(event, from: Self.phone, at: now)
            return nil
        } catch {
            return error
        }
    }
}
