import HTTP
import MusicLibrary
import SoundCloud
import Web

extension SubsonicRoutes {
    /// Sends the file of a track, or redirects to SoundCloud's playlist if the server does not pass audio on. The server makes the file from
    /// SoundCloud's stream during the response, and stores no audio (spec L39, decision 0071).
    ///
    /// The transcoder converts to MP3 or Opus on request, and to a lower bit rate than SoundCloud offers. If there is no transcoder or it is busy,
    /// the app gets SoundCloud's format. With `timeOffset` (extension transcodeOffset), the audio begins at that second.
    ///
    /// Throws error 70 for a track that is unknown or has no suitable stream, and error 0 if SoundCloud does not deliver the track or the server
    /// cannot begin at `timeOffset`.
    func stream(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        let seconds = try call.parameters.number("timeOffset", 0, in: 0...Self.longestOffset)
        try check(song)
        if seconds > 0 { return try await audio(of: song, from: seconds, call) }
        if song.form == .whole, let cloud, let (format, rate) = try conversion(call),
            let response = try await cloud.audio.response(
                of: urn, as: format, maxBitRate: rate, by: transcoder, for: call.listener)
        {
            return .response(response)
        }
        return try await audio(of: song, call)
    }

    /// Returns the conversion for the parameters `format` and `maxBitRate`, or `nil` if the app gets SoundCloud's format. The maximum bit rate is in
    /// kbit/s; `nil` means no limit.
    private func conversion(_ call: Call) throws -> (format: TranscodedFormat, maxBitRate: Int?)? {
        let most = try call.parameters.number("maxBitRate", 0, in: 0...10_000)
        switch call.parameters.text("format")?.lowercased() ?? "" {
        case "mp3": return (.mp3, most == 0 ? nil : most)
        case "opus", "ogg", "oga": return (.opus, most == 0 ? nil : most)
        case "" where 1..<AudioQuality.aac96.bitRate ~= most: return (.mp3, most)
        // This server offers no other format, and "raw" requests no conversion.
        default: return nil
        }
    }

    /// The largest accepted `timeOffset` in seconds, longer than any track.
    private static let longestOffset = 1_000_000

    /// Whether `stream` can begin within a track.
    var startsWithinTracks: Bool { transcoder != nil && cloud?.audio.isPassedOn == true }

    /// Sends the audio of a track from the given time on, never the whole track, because the app assumes that the response starts there. Throws error
    /// 0 if the server cannot start within a track or is busy.
    private func audio(of song: Song, from seconds: Int, _ call: Call) async throws -> Reply {
        guard let cloud else { throw APIError.noCloud }
        guard startsWithinTracks else {
            throw SubsonicError(
                .generic,
                "this server cannot start within a track: leave out timeOffset, or request a range of bytes")
        }
        let most = try call.parameters.number("maxBitRate", 0, in: 0...10_000)
        let (format, rate) = try conversion(call) ?? (.original, most == 0 ? nil : most)
        guard
            let response = try await cloud.audio.response(
                of: song.urn, as: format, maxBitRate: rate, from: seconds, by: transcoder, for: call.listener)
        else {
            var error = SubsonicError(
                .generic, "this server is already converting as many tracks as it can: try again in 5 seconds")
            error.retryAfter = 5
            throw error
        }
        return .response(response)
    }

    private func check(_ song: Song) throws(SubsonicError) {
        guard song.isHeard else {
            throw SubsonicError(.notFound, "SoundCloud does not allow apps to play this track: choose another track")
        }
    }

    /// Sends the audio of a track. Throws error 50 if its uploader does not allow downloads, and otherwise the errors of `stream(_:)`.
    func download(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        guard song.isDownloadable else {
            throw SubsonicError.notAllowed(
                "the uploader does not allow downloads of this track: stream the track instead")
        }
        try check(song)
        return try await audio(of: song, call)
    }

    private func audio(of song: Song, _ call: Call) async throws -> Reply {
        guard let cloud else { throw APIError.noCloud }
        // 0 means no limit.
        let most = try call.parameters.number("maxBitRate", 0, in: 0...10_000)
        return .response(
            try await cloud.audio.response(of: song.urn, maxBitRate: most == 0 ? nil : most, for: call.listener))
    }

    /// Redirects to an item's picture on SoundCloud, or returns a generated cover for an item without one. `size` is the wanted width in pixels;
    /// SoundCloud has sizes up to 500. Throws error 70 for an unknown item.
    func getCoverArt(_ call: Call) async throws -> Reply {
        let size = try call.parameters.number("size").map { Int(clamping: $0) }
        let id = try call.id()
        if let address = try await covers.address(of: id, for: call.listener) {
            return try picture(address, size, call)
        }
        guard try await covers.exists(id, for: call.listener) else { throw SubsonicError.notFound }
        return .response(
            .bytes(
                try drawings.picture(CoverDrawing(of: id.description), wanted: size), mediaType: "image/png",
                fields: ["Cache-Control": "private, max-age=86400"]))
    }

    /// Redirects to the avatar of the listener's SoundCloud account. Throws error 70 for another account, or if there is no avatar.
    func getAvatar(_ call: Call) async throws -> Reply {
        let name = try call.parameters.required("username")
        guard LoginName(name) == LoginName(call.client.login) else { throw SubsonicError.notFound }
        return try picture(try await covers.avatar(of: call.listener), nil, call)
    }

    private func picture(_ address: String?, _ size: Int?, _ call: Call) throws(SubsonicError) -> Reply {
        guard let address = address.flatMap({ CloudPictureAddress($0) }),
            address.text.hasPrefix("https://") || address.text.hasPrefix("http://"),
            address.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .notFound }
        // The address contains a password.
        return .redirect(
            address.sized(size), of: call.request, fields: ["Cache-Control": "private, max-age=86400"])
    }
}
