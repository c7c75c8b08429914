import MusicLibrary
import PlayerCore
import Web

extension SubsonicRoutes {
    /// Controls the listener's player from an app that does not play the audio itself. Returns the state of the player and, for the action `get`,
    /// also its queue. The jukebox is the device on which the listener's player plays.
    ///
    /// - Throws: Error 0 for an invalid parameter or a refused action, error 10 for a missing parameter, error 50 for a gain from 0 to below 1 or if
    ///   playback would start but no device has played yet, error 70 for an unknown track.
    func jukeboxControl(_ call: Call) async throws -> Reply {
        let word = try call.parameters.required("action")
        guard let action = JukeboxAction(rawValue: word) else {
            let words = SentenceFormat.choice(JukeboxAction.allCases.map(\.rawValue))
            throw SubsonicError.invalid("action", "must be \(words), found \"\(word.prefix(100))\"")
        }
        let events = try await events(for: action, call)
        if let events {
            try await players.perform(as: nil, of: call.listener, countsListens: true, events: events)
        }
        let player = try await players.session(of: call.listener)
        let shown = try await entries(player.session, of: call.listener)
        let status: [(String, Element.Value?)] = [
            ("currentIndex", .number(Int64(shown.index ?? -1))), ("playing", .flag(player.session.state.isActive)),
            ("gain", 1),
            ("position", .number(shown.index == nil ? 0 : player.session.positionMs(at: player.now) / 1000)),
        ]
        guard action == .get else { return .one("jukeboxStatus", Element(status)) }
        return .one("jukeboxPlaylist", Element(status, [.many("entry", shown.songs.map(\.element))]))
    }

    private typealias Events = @Sendable (PlayerSession) throws -> [PlayerEvent]

    /// Returns a closure that gives the events of an action; `nil` for an action that changes nothing.
    private func events(for action: JukeboxAction, _ call: Call) async throws -> Events? {
        switch action {
        case .get, .status: return nil
        case .start: return Self.script { $0.play() }
        case .stop: return Self.script { $0.pause() }
        case .clear: return Self.script { $0.replace([], index: 0, positionMs: 0, play: false) }
        case .shuffle:
            let seed = UInt64.random(in: 0...(1 << 53 - 1))
            return Self.script { $0.send(.setShuffle(on: true, seed: seed)) }
        case .skip:
            let index = try Self.index(call)
            let offset = Int64(try call.parameters.number("offset", 0, in: 0...Self.longest / 1000)) * 1000
            return Self.script { $0.select(index, positionMs: offset, play: true) }
        case .remove:
            let index = try Self.index(call)
            return Self.script { $0.send(.remove(index: index)) }
        case .add, .set:
            let ids = try Self.ids(call.parameters.all("id"))
            if ids.isEmpty, action == .add { throw SubsonicError.missing("id") }
            let items = try await items(ids, of: call.listener)
            return Self.script { action == .add ? $0.send(.insert(items, at: .last)) : $0.set(items) }
        case .setGain:
            let text = try call.parameters.required("gain")
            guard let gain = Double(text), (0...1).contains(gain) else {
                throw SubsonicError.invalid("gain", "must be a number from 0 to 1, found \"\(text.prefix(100))\"")
            }
            guard gain == 1 else {
                throw SubsonicError.notAllowed(
                    "this server allows only gain 1, the full volume: set the volume on the device that plays")
            }
            return nil
        }
    }

    /// Returns a closure that gives the events that `body` adds to an empty script for the current session, and throws error 50 if playback would
    /// start but no device has played yet.
    private static func script(_ body: @escaping @Sendable (inout PlayerScript) -> Void) -> Events {
        { session in
            var script = PlayerScript(session, device: nil)
            body(&script)
            if script.session.state.isActive, session.device == nil {
                throw SubsonicError.notAllowed(
                    "no device is playing for your account: start playback in a browser or an app first, then control the playback here"
                )
            }
            return script.events
        }
    }

    private static func index(_ call: Call) throws -> Int {
        guard let index = try call.parameters.number("index") else { throw SubsonicError.missing("index") }
        guard index >= 0 else { throw SubsonicError.invalid("index", "must be at least 0, found \(index)") }
        return Int(clamping: index)
    }
}

/// The values of the parameter `action` of `jukeboxControl`.
enum JukeboxAction: String, Sendable, Hashable, CaseIterable {
    case get, status, set, start, stop, skip, add, clear, remove, shuffle, setGain
}
