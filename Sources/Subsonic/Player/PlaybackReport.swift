import PlayerCore
import Web

/// A report of an app about playback on its device (extension playbackReport).
struct PlaybackReport: Sendable, Hashable {
    enum State: String, Sendable, Hashable, CaseIterable {
        case starting, playing, paused, stopped
    }

    var state: State
    var positionMs: Int64
    /// The speed of playback in thousandths.
    var rate: Int64 = 1000
}

extension PlayerScript {
    /// Applies the report of an app to the player. A listener has one player, so an app that plays ends the audio of any other device. A paused or
    /// stopped app changes nothing unless it is the playing device with this track.
    mutating func report(_ report: PlaybackReport, of item: PlayerItem, from app: PlayerDeviceID) {
        let isCurrent = session.item?.id == item.id && session.device == app
        switch report.state {
        case .starting, .playing:
            if report.state == .starting || !isCurrent || !session.state.isActive {
                begin(item, at: report.positionMs, isNew: report.state == .starting, on: app)
            }
            if report.rate != session.rate { send(.setRate(report.rate)) }
            // The player skips a blocked track.
            guard report.state == .playing, session.item?.id == item.id else { return }
            switch session.audio {
            case .loading: send(.streamReady(attempt: session.attempt))
            case .stalled: send(.bufferFilled(attempt: session.attempt))
            default: break
            }
            self.report(positionMs: report.positionMs)
        case .paused, .stopped:
            guard isCurrent else { return }
            if session.audio.isStarted { self.report(positionMs: report.positionMs) }
            pause()
            if !session.state.isActive { seek(to: report.positionMs) }
        }
    }

    /// Reports a position, in milliseconds, in the audio of the current attempt. Does nothing if the audio has not started. The session replaces the
    /// time `.max` by the time of arrival.
    mutating func report(positionMs: Int64) {
        guard session.audio.isStarted else { return }
        send(.position(attempt: session.attempt, positionMs: positionMs, at: PlayerTime(milliseconds: .max)))
    }

    /// Starts a track on the app. A track that is not in the queue is inserted after the current one, or replaces an empty or full queue.
    private mutating func begin(_ item: PlayerItem, at positionMs: Int64, isNew: Bool, on app: PlayerDeviceID) {
        if session.device != app { send(.transfer(to: app, play: false)) }
        if session.item?.id != item.id {
            if let place = place(of: item) {
                send(.select(index: place, play: false))
            } else if session.queue.isEmpty || session.queue.count >= PlayerQueue.limit {
                send(.replaceQueue(PlayerQueue([item]), positionMs: 0, play: false))
            } else {
                send(.insert([item], at: .next))
                send(.select(index: session.queue.index + 1, play: false))
            }
        } else if isNew {
            send(.select(index: session.queue.index, play: false))
        }
        seek(to: positionMs)
        play()
    }

    /// Returns the first place of an item in the order of play, from the current track to the end and then from the start, or `nil` if the item is
    /// not in the queue.
    private func place(of item: PlayerItem) -> Int? {
        let (count, start) = (session.queue.count, session.queue.index)
        return (0..<count).lazy.map { (start + $0) % count }.first { session.queue[$0].id == item.id }
    }
}
