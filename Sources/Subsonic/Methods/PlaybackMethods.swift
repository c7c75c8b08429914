import MusicLibrary
import PlayerCore
import SoundCloud
import Web

extension SubsonicRoutes {
    /// Applies the report of an app to the player (extension playbackReport). The player counts a track as heard after half of it or four minutes,
    /// whichever is less, unless the app sets `ignoreScrobble`. Throws error 0 for an invalid or refused report, and error 70 for an unknown track.
    func reportPlayback(_ call: Call) async throws -> Reply {
        let parameters = call.parameters
        let track = try call.track("mediaId")
        let type = try parameters.required("mediaType")
        guard ["song", "podcast"].contains(type) else {
            throw SubsonicError.invalid("mediaType", "must be song or podcast, found \"\(type.prefix(100))\"")
        }
        guard let position = try parameters.number("positionMs") else { throw SubsonicError.missing("positionMs") }
        guard (0...Int64(Self.longest)).contains(position) else {
            throw SubsonicError.invalid(
                "positionMs", "must be from 0 to \(Self.longest) milliseconds, found \(position)")
        }
        let word = try parameters.required("state")
        guard let state = PlaybackReport.State(rawValue: word) else {
            let words = SentenceFormat.choice(PlaybackReport.State.allCases.map(\.rawValue))
            throw SubsonicError.invalid("state", "must be \(words), found \"\(word.prefix(100))\"")
        }
        let report = PlaybackReport(state: state, positionMs: position, rate: try Self.rate(parameters))
        let isIgnored = try parameters.flag("ignoreScrobble", false)
        guard let item = try await items([track.description], of: call.listener).first else {
            throw SubsonicError.notFound
        }
        let app = call.device
        try await players.perform(as: app, of: call.listener, countsListens: !isIgnored) { session in
            var script = PlayerScript(session, device: app)
            script.report(report, of: item, from: app)
            return script.events
        }
        return .done
    }

    /// Returns the speed of playback in thousandths, by default 1000. Throws error 0 unless `playbackRate` is from 0.25 to 4.
    private static func rate(_ parameters: Parameters) throws(SubsonicError) -> Int64 {
        guard let text = parameters.text("playbackRate"), !text.isEmpty else { return 1000 }
        guard let rate = Double(text), rate.isFinite, (0.25...4).contains(rate) else {
            throw .invalid("playbackRate", "must be a number from 0.25 to 4, found \"\(text.prefix(100))\"")
        }
        return Int64((rate * 1000).rounded())
    }

    /// Returns the track that the listener's own player plays, or an empty list. Listeners cannot see what others play.
    func getNowPlaying(_ call: Call) async throws -> Reply {
        let player = try await players.session(of: call.listener)
        let session = player.session
        guard session.state.isActive, let urn = session.item.flatMap({ CloudURN($0.id, of: .track) }),
            let song = try await songs.song(urn, of: call.listener)
        else { return .one("nowPlaying", Element([], [.many("entry", [])])) }
        var entry = song.element
        let state = session.audio == .loading ? "starting" : "playing"
        let more: [(String, Element.Value)] = [
            ("username", .text(call.client.login)), ("minutesAgo", 0), ("playerId", 0),
            ("playerName", .text(session.device ?? "player")), ("state", .text(state)),
            ("positionMs", .number(session.positionMs(at: player.now))),
        ]
        entry.attributes += more.map { (name: $0.0, value: $0.1) }
        return .one("nowPlaying", Element([], [.many("entry", [entry])]))
    }
}
