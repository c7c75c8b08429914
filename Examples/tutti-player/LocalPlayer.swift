import Foundation
import PlayerCore

/// A player without a server: a session of PlayerCore and a simulated device, which plays no audio and only follows the clock.
actor LocalPlayer {
    private var session = PlayerSession()
    private let device = "here"
    /// The attempt that the device plays; `nil` while the device plays nothing.
    private var audible: Int?

    init(_ items: [PlayerItem]) throws {
        session = try session.handle(
            .replaceQueue(PlayerQueue(items), positionMs: 0, play: false), from: device, at: Self.now
        ).session
    }

    private static var now: PlayerTime {
        PlayerTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Applies an event and performs its effects. Returns the reason for a refused event, otherwise `nil`.
    func send(_ event: PlayerEvent) -> PlayerRefusal? {
        do {
            let reaction = try session.handle(event, from: device, at: Self.now)
            session = reaction.session
            for effect in reaction.effects where effect.device == device { perform(effect) }
            return nil
        } catch {
            return error
        }
    }

    /// Reports the passage of time and, if the current track has reached its end, the end of the track.
    func tick() {
        _ = send(.timePassed)
        if let attempt = audible, let duration = session.item?.timing.durationMs,
            session.positionMs(at: Self.now) >= duration
        {
            audible = nil
            _ = send(.trackEnded(attempt: attempt))
        }
    }

    private func perform(_ effect: PlayerEffect) {
        switch effect {
        // The simulated device is ready immediately.
        case .queue(_, let attempt, _, _): _ = send(.streamReady(attempt: attempt))
        case .start(_, let attempt): audible = attempt
        case .cancel, .pause, .stop: audible = nil
        case .seek, .setRate, .heard: break
        }
    }

    /// The position in milliseconds.
    var positionMs: Int64 { session.positionMs(at: Self.now) }

    var line: String {
        let now = Self.now
        return PlayerLine(
            state: session.state.rawValue, audio: session.audio.rawValue, positionMs: session.positionMs(at: now),
            durationMs: session.item?.timing.durationMs, title: session.item?.id, index: session.queue.index,
            count: session.queue.count, attempt: session.attempt, device: session.device
        ).text
    }
}
