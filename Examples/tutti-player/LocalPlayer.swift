import Foundation
import PlayerCore

/// A player without a server: a session of PlayerCore and a device that simulates playback with a clock and produces no sound.
actor LocalPlayer {
    private var session = PlayerSession()
    private let device = "here"
    /// The number of the attempt that the device plays; `nil` while the device is silent.
    private var audible: Int?

    init(_ items: [PlayerItem]) throws {
        session = try session.handle(
            .replaceQueue(PlayerQueue(items), positionMs: 0, play: false), from: device, at: Self.now
        ).session
    }

    private static var now: PlayerTime {
        PlayerTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Applies an event and performs its effects. Returns the refusal, or `nil` if the event is accepted.
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

    /// Reports the end of a track, as a device does without a command.
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
        // A simulated track needs no loading.
        case .queue(_, let attempt, _, _): _ = send(.streamReady(attempt: attempt))
        case .start(_, let attempt): audible = attempt
        case .cancel, .pause, .stop: audible = nil
        case .seek, .setRate, .heard: break
        }
    }

    var line: String {
        let now = Self.now
        return PlayerLine(
            state: session.state.rawValue, audio: session.audio.rawValue, positionMs: session.positionMs(at: now),
            durationMs: session.item?.timing.durationMs, title: session.item?.id, index: session.queue.index,
            count: session.queue.count, attempt: session.attempt, device: session.device
        ).text
    }
}
