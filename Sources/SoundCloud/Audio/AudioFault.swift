import Web

/// A reason why the server cannot send a track's audio.
enum AudioFault: Error, Sendable, Hashable {
    /// SoundCloud does not let apps play the track for this account.
    case blocked
    /// SoundCloud offers no stream in a format that this server can send.
    case noStream
    /// The stream is encrypted for SoundCloud's own players.
    case encrypted
    /// The stream cannot be read, for the given reason: for example, the playlist is invalid or an address is no longer accepted.
    case unreadable(String)
    /// The stream is on a host that this server does not contact (`MediaHosts`).
    case foreignHost
    /// The server already sends `limit` files to the listener, which is the maximum number of simultaneous files.
    case tooMany(limit: Int)

    var problem: APIError {
        switch self {
        case .blocked:
            APIError(
                .conflict, code: .trackBlocked,
                "SoundCloud does not allow apps to play this track: choose another track")
        case .noStream:
            APIError(
                .notFound, code: .noAudio,
                "SoundCloud offers no stream of this track that an app can play: choose another track")
        case .encrypted:
            APIError(
                .conflict, code: .audioEncrypted,
                "SoundCloud encrypts this track for its own players, so this server cannot play the track: play the track on SoundCloud"
            )
        case .unreadable(let reason):
            APIError(
                .serviceUnavailable, code: .audioUnreadable,
                "SoundCloud's stream of this track cannot be read: \(reason); try again in 60 s", retryAfter: 60)
        case .foreignHost:
            APIError(
                .serviceUnavailable, code: .audioHostRefused,
                "SoundCloud's stream of this track is on a host that this server does not contact: try again in 600 s, or choose "
                    + "another track", retryAfter: 600)
        case .tooMany(let limit):
            APIError(
                .tooManyRequests, code: .tooManyStreams,
                "you are already playing \(limit) tracks at the same time: stop one of the tracks first", retryAfter: 10
            )
        }
    }
}
