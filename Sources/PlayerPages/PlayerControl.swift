import PlayerCore
import Players
import Web

/// The player in its five states (spec P1-P24): collapsed to one line, or expanded with artwork, text and controls.
struct PlayerControl: Sendable {
    let session: PlayerSession
    let now: PlayerTime
    /// The texts of the current item; `nil` for an empty queue or an unknown item.
    let text: PlayerItemDescription?
    /// The hidden field that protects the form against forged requests.
    let field: HTML

    private var title: String { text?.title ?? session.item?.id ?? "Nothing to play" }
    private var artist: String { text?.artist ?? "" }
    private var isCollapsed: Bool { session.state == .silent || session.state == .collapsedPlay }
    private var isActive: Bool { session.state.isActive }

    var html: HTML {
        """
        <form class="player \(isCollapsed ? "collapsed" : "expanded") \(session.state.rawValue)" method="post" action="/player/events" \
        aria-label="Player" data-state="\(session.state.rawValue)">\(field)
        \(isCollapsed ? collapsed : expanded)
        \(session.lastError.map { "<p class=\"fault\" role=\"status\">\($0.sentence)</p>" as HTML })</form>
        """
    }

    /// The player on one line. A tap anywhere expands it (spec P3, P11).
    private var collapsed: HTML {
        """
        <button class="text" name="event" value="tapAnywhere" aria-expanded="false">\(Artwork(title, url: text?.picture?.small, size: .small).html)\
        <span class="grow">\(words)</span>\(equaliser)</button>
        """
    }

    /// The whole player. A tap on the text collapses it (spec P4, P6, P10).
    private var expanded: HTML {
        """
        \(Artwork(title, url: text?.picture?.large, size: .large).html)
        <div class="side">
        <button class="text" name="event" value="tapText" aria-expanded="true"><span class="grow">\(words)</span>\(equaliser)</button>
        <p class="controls">\(PlayerBar.button("previous", .previous, "Previous track"))\
        \(isActive
            ? "<button class=\"main\" name=\"event\" value=\"pause\">\(Icon.pause.html) Pause</button>" as HTML
            : "<button class=\"main\" name=\"event\" value=\"play\">\(Icon.play.html) Play</button>")\
        \(PlayerBar.button("next", .next, "Next track"))</p>
        \(PlayerBar.position(
            session.positionMs(at: now), of: session.item?.timing.durationMs, isLoading: session.audio == .loading,
            isLive: session.item?.timing.isLive == true))
        \(text?.credit?.line ?? .empty)
        \(settings)
        \(noScript)
        </div>
        """
    }

    private var words: HTML {
        "<strong>\(title)</strong>\(artist.isEmpty ? .empty : "<span class=\"faint\">\(artist)</span>" as HTML)"
    }

    private var equaliser: HTML {
        switch session.audio {
        case .playing: "<span class=\"equaliser\" role=\"img\" aria-label=\"Playing\"><i></i><i></i><i></i></span>"
        case .loading, .stalled: "<span class=\"tag soon\">loading</span>"
        case .paused, .stopped: .empty
        }
    }

    private var settings: HTML {
        let shuffled = session.queue.isShuffled
        return """
            <p class="settings">\
            <button class="quiet" name="event" value="\(shuffled ? "unshuffle" : "shuffle")" aria-pressed="\(shuffled ? "true" : "false")">\
            \(Icon.shuffle.html) Shuffle</button>\
            <button class="quiet" name="event" value="\(repeatPress)" aria-pressed="\(session.repeatMode == .off ? "false" : "true")">\
            \(Icon.repeat.html) Repeat: \(session.repeatMode.rawValue)</button></p>
            """
    }

    private var repeatPress: String {
        switch session.repeatMode {
        case .off: "repeatAll"
        case .all: "repeatOne"
        case .one: "repeatOff"
        }
    }

    private var noScript: HTML {
        guard session.item != nil, let audio = text?.audioPath else { return .empty }
        return """
            <noscript><p>Without JavaScript, play one track at a time:</p>
            <audio controls preload="none" src="\(HTML.address(audio))"></audio></noscript>
            """
    }
}

extension PlayerBar.Audio {
    /// Creates the audio state of the bar: stalled audio is shown as loading, and stopped audio as paused.
    init(_ audio: PlayerAudio) {
        switch audio {
        case .loading, .stalled: self = .loading
        case .playing: self = .playing
        case .paused, .stopped: self = .paused
        }
    }
}

extension PlayerError {
    /// The error as a sentence for listeners, with the next step.
    var sentence: String {
        // The identifiers of SoundCloud's tracks are URNs. Other items are channels and episodes of the radio.
        let isTrack = item?.hasPrefix("soundcloud:") ?? true
        return switch code {
        case .noTrack: "There is no track to play: choose a song, an album or a playlist."
        case .noAnswer: "The device did not start playback within 30 seconds. Press Play to try again."
        case .deviceLost: "The playing device has not answered for 30 minutes. Press Play to continue here."
        case .refused:
            isTrack
                ? "SoundCloud refused the track. Press Next, or connect SoundCloud again in your profile."
                : "The station's audio could not be played. Press Play to try again, or choose another channel or episode."
        case .notConnected: "Your SoundCloud account is not connected. Connect it in your profile, then press Play."
        case .tooManyStreams:
            "Your account is already playing the maximum number of tracks at the same time. Stop playback in another app or on another device, then press Play."
        case .notFound:
            isTrack
                ? "The track is no longer on SoundCloud. Press Next for the following track."
                : "The station does not offer this audio. Choose another channel or episode."
        case .unreachable: "The audio could not be loaded. Check the connection, then press Play."
        case .undecodable:
            isTrack
                ? "The playing device cannot play this track. Press Next for the following track."
                : "The playing device cannot play this audio. Choose another channel or episode."
        case .failed: "Playback failed. Press Play to try again."
        }
    }
}
