import HTTP
import MusicLibrary
import SoundCloud
import Web

extension SubsonicRoutes {
    /// Redirects to the temporary address from which SoundCloud streams the track to this listener. The server neither
    /// relays nor stores audio (spec L39).
    func stream(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        return try await recordListen(song, call)
    }

    /// Redirects to the audio stream of a track whose uploader allows downloads.
    func download(_ call: Call) async throws -> Reply {
        let urn = try call.track()
        guard let song = try await songs.song(urn, of: call.listener) else { throw SubsonicError.notFound }
        guard song.isDownloadable else {
            throw SubsonicError.notAllowed("the uploader does not allow downloads of this track")
        }
        return try await recordListen(song, call)
    }

    private func recordListen(_ song: Song, _ call: Call) async throws -> Reply {
        guard song.isHeard else {
            throw SubsonicError(.notFound, "SoundCloud does not allow apps to play this track")
        }
        let isInPieces = ["hls", "m3u8", "aac"].contains(call.parameters.text("format")?.lowercased())
        let address = try await streams.address(
            of: song.urn, as: isInPieces ? .pieces : .file, for: call.listener)
        return .elsewhere(address, of: call.request, fields: ["Cache-Control": "no-store"])
    }

    /// Redirects to an item's picture on SoundCloud in a suitable size. Returns a generated cover for an item without a picture,
    /// because apps would otherwise show an empty space.
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
