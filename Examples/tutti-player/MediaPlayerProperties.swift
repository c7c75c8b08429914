import PlayerCore

/// The properties of MPRIS, computed from a snapshot of the player.
enum MediaPlayerProperties {
    /// The properties of the interface `org.mpris.MediaPlayer2`.
    static let root: [String: BusValue] = [
        "CanQuit": .boolean(true), "CanRaise": .boolean(false), "HasTrackList": .boolean(false),
        "Identity": .string("Tutti"), "SupportedMimeTypes": .strings([]), "SupportedUriSchemes": .strings([]),
    ]

    /// Returns the properties of the interface `org.mpris.MediaPlayer2.Player` whose changes are announced: all except `Position`.
    ///
    /// - Parameter isStopped: Whether a player that was paused at the start of a track counts as stopped.
    static func player(_ snapshot: PlayerSnapshot, isStopped: Bool) -> [String: BusValue] {
        let hasTrack = snapshot.track != nil
        return [
            "PlaybackStatus": .string(snapshot.playbackStatus(isStopped: isStopped)),
            "LoopStatus": .string(snapshot.repeatMode.loopStatus),
            "Rate": .double(Double(snapshot.rate) / 1000),
            "MinimumRate": .double(Double(PlayerSession.rates.lowerBound) / 1000),
            "MaximumRate": .double(Double(PlayerSession.rates.upperBound) / 1000),
            "Shuffle": .boolean(snapshot.isShuffled), "Metadata": .dictionary(snapshot.metadata),
            // The volume belongs to the device.
            "Volume": .double(1), "CanControl": .boolean(true), "CanPlay": .boolean(hasTrack),
            "CanPause": .boolean(hasTrack), "CanSeek": .boolean(snapshot.canSeek),
            "CanGoNext": .boolean(snapshot.canGoNext),
            // At the first track, `previous` restarts the track.
            "CanGoPrevious": .boolean(hasTrack),
        ]
    }

    /// The properties of the player that clients may set.
    static let writable: Set<String> = ["LoopStatus", "Rate", "Shuffle", "Volume"]
}

extension PlayerSnapshot {
    /// Returns the status of playback. Requested audio counts as playing, as in the member `mini` of the server's player, so that the status stays
    /// the same from track to track.
    fileprivate func playbackStatus(isStopped: Bool) -> String {
        if audio.isActive { return "Playing" }
        return audio == .stopped || isStopped ? "Stopped" : "Paused"
    }

    var canSeek: Bool { track.map { !$0.isLive } ?? false }

    /// Whether another track follows. A blocked track that follows is not known, and counts as a track.
    var canGoNext: Bool { track != nil && (index + 1 < count || repeatMode == .all) }

    /// The object path of the current track; `nil` for an empty queue. The path contains the index, because a queue may contain a track several
    /// times.
    var trackPath: String? { track.map { "/tutti/queue/\(index)/\(Self.pathElement($0.id))" } }

    /// Returns a text as an element of an object path, which contains only letters and digits of ASCII and "_" (D-Bus Specification, "Valid Object
    /// Paths"). Other bytes are written as "_" and two hexadecimal digits.
    private static func pathElement(_ text: String) -> String {
        text.utf8.reduce(into: "id") { element, byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                element.unicodeScalars.append(Unicode.Scalar(byte))
            default: element += (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
            }
        }
    }

    /// The metadata of the current track (MPRIS v2 metadata guidelines); empty for an empty queue.
    var metadata: [String: BusValue] {
        guard let track, let trackPath else { return [:] }
        var metadata: [String: BusValue] = [
            "mpris:trackid": .objectPath(trackPath), "xesam:title": .string(track.title),
        ]
        metadata["mpris:length"] = track.durationMs.map { .integer($0 * 1000) }
        metadata["mpris:artUrl"] = track.artworkURL.map { .string($0) }
        metadata["xesam:artist"] = track.artist.map { .strings([$0]) }
        return metadata
    }
}

extension RepeatMode {
    /// The name of the mode in MPRIS.
    var loopStatus: String {
        switch self {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }
}
