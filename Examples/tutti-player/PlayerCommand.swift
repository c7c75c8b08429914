import Foundation
import PlayerCore

/// A command that a person types on one line.
enum PlayerCommand {
    case event(PlayerEvent)
    case state
    /// Print the position in milliseconds, with the time at which it holds.
    case position
    case wait(seconds: Double)
    /// Replace the queue with a list on the server, such as "artist:12".
    case context(String)
    case help
    case quit

    static let list = """
        tap | text | play | pause | double | toggle          taps on the player
        next | previous | select N | seek SECONDS            other tracks and positions
        shuffle on|off | repeat off|one|all | rate NUMBER    how the queue is played
        context NAME                                         play a list of the server, such as songs
        transfer DEVICE                                      continue on another device
        state | position | wait SECONDS | help | quit
        """

    /// Parses a line. Returns `nil` if the line is not a command.
    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first else { return nil }
        let rest = words.dropFirst().first
        switch (word, rest) {
        case ("tap", nil): self = .event(.tapAnywhere)
        case ("text", nil): self = .event(.tapText)
        case ("play", nil): self = .event(.tapPlay)
        case ("pause", nil): self = .event(.tapPause)
        case ("double", nil): self = .event(.doubleTap)
        case ("toggle", nil): self = .event(.toggle)
        case ("next", nil): self = .event(.next(play: false))
        case ("previous", nil): self = .event(.previous(play: false))
        case ("select", let text?):
            guard let index = Int(text) else { return nil }
            self = .event(.select(index: index, play: true))
        case ("seek", let text?):
            guard let seconds = Double(text), (0...1_000_000).contains(seconds) else { return nil }
            self = .event(.seek(positionMs: Int64(seconds * 1000)))
        case ("shuffle", "on"?): self = .event(.setShuffle(on: true, seed: UInt64.random(in: 0..<1 << 53)))
        case ("shuffle", "off"?): self = .event(.setShuffle(on: false, seed: 0))
        case ("repeat", let text?):
            guard let mode = RepeatMode(rawValue: text) else { return nil }
            self = .event(.setRepeat(mode))
        case ("rate", let text?):
            guard let rate = Double(text), (0...100).contains(rate) else { return nil }
            self = .event(.setRate(Int64(rate * 1000)))
        case ("transfer", let device?): self = .event(.transfer(to: device, play: nil))
        case ("context", let name?): self = .context(name)
        case ("wait", let text?):
            guard let seconds = Double(text), (0...3600).contains(seconds) else { return nil }
            self = .wait(seconds: seconds)
        case ("state", nil): self = .state
        case ("position", nil): self = .position
        case ("help", nil): self = .help
        case ("quit", nil): self = .quit
        default: return nil
        }
    }
}
