import Foundation
import PlayerCore

/// A player without a server: a session of PlayerCore and a simulated device, which plays no audio and only follows the clock.
actor LocalPlayer: ControlledPlayer {
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
    func send(_ event: PlayerEvent) -> String? {
        do {
            let reaction = try session.handle(event, from: device, at: Self.now)
            session = reaction.session
            for effect in reaction.effects where effect.device == device { perform(effect) }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns the reason why there is no such list.
    func play(context: String) -> String? { "lists need a server: start the player with --server URL" }

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

    var snapshot: PlayerSnapshot? {
        PlayerSnapshot(
            state: session.state, audio: session.audio,
            track: session.item.map { .init(id: $0.id, title: $0.id, durationMs: $0.timing.durationMs) },
            positionMs: session.positionMs(at: Self.now), index: session.queue.index, count: session.queue.count,
            isShuffled: session.queue.isShuffled, repeatMode: session.repeatMode, rate: session.rate,
            attempt: session.attempt, device: session.device)
    }
}
