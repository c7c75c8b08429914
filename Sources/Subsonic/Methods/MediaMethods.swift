import HTTP
import MusicLibrary
import SoundCloud
import Web

extension SubsonicRoutes {
    /// Sends the file of a track, or redirects to SoundCloud's playlist if the server does not pass audio on. The server makes the file from
    /// SoundCloud's stream during the response, and stores no audio (spec L39, decision 0071). The stream with 160 kbit/s is preferred, or the stream
    /// with 96 kbit/s if `maxBitRate` is from 1 to 159. Throws error 10 without `id`; error 70 for a track that is not stored or that has no suitable
    /// stream; error 0 or 70 for a track that SoundCloud does not allow apps to play; and error 0 for an invalid parameter, without a connection to
    /// SoundCloud, if SoundCloud does not answer or encrypts the stream, or if the listener already receives the maximum number of files.
    ///
    /// If the app requests MP3 or Opus, or without a format a lower bit rate than SoundCloud offers, the transcoder converts the audio of a whole
    /// track. Without a transcoder, or if too many conversions are running, the app gets SoundCloud's format with its own media type.
    ///
    /// With `timeOffset` (extension transcodeOffset), the audio begins at that second. The transcoder leaves out the time before, or copies the
    /// frames of AAC from that second if no conversion is needed.
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

    /// Returns the format and the maximum bit rate, in kbit/s, of the conversion that the app requires; the bit rate is `nil` for no limit. Returns
    /// `nil` for any other format than MP3 and Opus, and without a format if SoundCloud offers the bit rate. Throws error 0 if `maxBitRate` is not an
    /// integer.
    private func conversion(_ call: Call) throws -> (format: TranscodedFormat, maxBitRate: Int?)? {
        let most = try call.parameters.number("maxBitRate", 0, in: 0...10_000)
        switch call.parameters.text("format")?.lowercased() ?? "" {
        case "mp3": return (.mp3, most == 0 ? nil : most)
        case "opus", "ogg", "oga": return (.opus, most == 0 ? nil : most)
        case "" where 1..<AudioQuality.aac96.bitRate ~= most: return (.mp3, most)
        // The value "raw" requests no conversion; this server does not offer any other format.
        default: return nil
        }
    }

    /// The largest accepted `timeOffset` in seconds, which is longer than any track.
    private static let longestOffset = 1_000_000

    /// Whether `stream` can begin within a track: the server passes audio on and has a transcoder.
    var startsWithinTracks: Bool { transcoder != nil && cloud?.audio.isPassedOn == true }

    /// Sends the audio of a track from the given time on. The whole track is never sent instead, because the app assumes that the response starts at
    /// that time.
    ///
    /// - Throws: Error 0 if this server cannot start within a track, if the track is not longer than `seconds`, if too many conversions are running,
    ///   for an invalid parameter, without a connection to SoundCloud, or if SoundCloud's audio cannot be read; error 70 for a track that has no
    ///   suitable stream; error 0 or 70 for a track that SoundCloud does not allow apps to play.
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
            throw SubsonicError(.notFound, "SoundCloud does not allow apps to play this track")
        }
    }

    /// Sends the audio of a track whose uploader allows downloads. Throws error 10 without `id`; error 50 for other tracks; and otherwise the errors
    /// of `stream(_:)`.
    func download(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        guard song.isDownloadable else {
            throw SubsonicError.notAllowed("the uploader does not allow downloads of this track")
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

    /// Redirects to an item's picture on SoundCloud in a suitable size. Returns a generated cover for an item without a picture, because apps would
    /// otherwise show an empty space. Throws error 10 without `id`, error 0 if `size` is not an integer, and error 70 for an item that does not exist
    /// (`CoverStore`) or whose picture has an invalid address.
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
        // The response is private because the request address contains a password.
        return .redirect(
            address.sized(size), of: call.request, fields: ["Cache-Control": "private, max-age=86400"])
    }
}
