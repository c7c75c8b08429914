import HTTP
import MusicLibrary
import SoundCloud
import Web

extension SubsonicRoutes {
    /// Sends the file of a track, or redirects to SoundCloud's playlist if the server does not pass audio on. The server makes
    /// the file from SoundCloud's stream during the response, and stores no audio (spec L39, decision 0071). The stream with 160
    /// kbit/s is preferred, or the stream with 96 kbit/s if `maxBitRate` is below 160. Throws error 70 for a track that is not
    /// stored or that SoundCloud does not allow apps to play.
    ///
    /// If the app requests another format, or a lower bit rate than SoundCloud offers, the transcoder converts the audio. Without
    /// a transcoder, or if too many conversions are running, the app gets SoundCloud's format with its own media type.
    func stream(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        if song.form == .whole, let cloud, let (format, rate) = try conversion(call),
            let response = try await cloud.audio.response(
                of: urn, as: format, maxBitRate: rate, by: transcoder, for: call.listener)
        {
            return .response(response)
        }
        return try await audio(of: song, call)
    }

    /// Returns the format and bit rate into which the audio must be converted for the app, or `nil` if SoundCloud offers the requested
    /// format and bit rate, or if this server does not offer the format.
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

    /// Sends the audio of a track whose uploader allows downloads. Throws error 50 for other tracks, and error 70 for a track
    /// that is not stored or that SoundCloud does not allow apps to play.
    func download(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        guard song.isDownloadable else {
            throw SubsonicError.notAllowed("the uploader does not allow downloads of this track")
        }
        return try await audio(of: song, call)
    }

    private func audio(of song: Song, _ call: Call) async throws -> Reply {
        guard song.isHeard else {
            throw SubsonicError(.notFound, "SoundCloud does not allow apps to play this track")
        }
        guard let cloud else { throw APIError.noCloud }
        // 0 means no limit.
        let most = try call.parameters.number("maxBitRate", 0, in: 0...10_000)
        return .response(
            try await cloud.audio.response(of: song.urn, maxBitRate: most == 0 ? nil : most, for: call.listener))
    }

    /// Redirects to an item's picture on SoundCloud in a suitable size. Returns a generated cover for an item without a picture, because apps would
    /// otherwise show an empty space. Throws error 70 for an unknown item.
    func getCoverArt(_ call: Call) async throws -> Reply {
        let size = try call.parameters.number("size").map { Int(clamping: $0) }
        let id = try call.id()
        if let address = try await covers.address(of: id, for: call.listener) {
            return try picture(address, size, call)
        }
        guard try await covers.isThere(id, for: call.listener) else { throw SubsonicError.notFound }
        return .response(
            .bytes(
                try drawings.picture(CoverDrawing(of: id), wanted: size), mediaType: "image/png",
                fields: ["Cache-Control": "private, max-age=86400"]))
    }

    func getAvatar(_ call: Call) async throws -> Reply {
        let name = try call.parameters.required("username")
        guard LoginName(name) == LoginName(call.client.login) else { throw SubsonicError.notFound }
        return try picture(try await covers.avatar(of: call.listener), nil, call)
    }

    private func picture(_ address: String?, _ size: Int?, _ call: Call) throws(SubsonicError) -> Reply {
        guard let address, address.hasPrefix("https://") || address.hasPrefix("http://"),
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .notFound }
        // The response is private because the request address contains a password.
        return .elsewhere(
            CoverStore.sized(address, size), of: call.request, fields: ["Cache-Control": "private, max-age=86400"])
    }
}
