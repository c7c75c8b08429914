import HTTP

/// The media hosts of the stand-in: playlists, segments and previews under signed addresses that expire, as SoundCloud's do.
struct StandInMedia: Sendable {
    /// The number of seconds for which an address is valid.
    var life: Int64 = 300
    /// Part of the signature. Addresses with another number are no longer valid.
    var epoch = 0
    /// The faults by the number of the media request, from 1.
    var faults: [Int: StandInFault] = [:]
    var requests = 0
    /// The method and path of each request.
    var log: [String] = []
    /// Whether lengths are told in answers to HEAD.
    var tellsLengths = true

    /// The signature of an address.
    func query(at now: Int64) -> String { "expires=\(now + life)&sign=\(epoch)" }

    /// Answers a request below "/_media/".
    func respond(to request: Request, world: StandInWorld, now: Int64) -> Response {
        let form = Form(request.query ?? "")
        guard form["sign"] == String(epoch), let expires = form["expires"].flatMap({ Int64($0) }), expires > now else {
            return Response(Status(403), fields: ["Content-Type": "text/xml"], content: .bytes(Array("<Error/>".utf8)))
        }
        let path = request.path.split(separator: "/").dropFirst().map(String.init)
        guard let number = path.first.flatMap({ Int($0) }), let track = world.tracks[number] else {
            return Response(.notFound)
        }
        if path.count == 2, path[1] == "preview.mp3" {
            return Self.answer("audio/mpeg", StandInSound.preview)
        }
        guard path.count == 3, let kind = StandInSound.Kind(rawValue: path[1]) else { return Response(.notFound) }
        let stream = StandInStream(track: number, durationMs: track.durationMs, kind: kind)
        switch path[2] {
        case "playlist.m3u8":
            return Self.answer(
                "application/vnd.apple.mpegurl", Array(stream.playlist(query: request.query ?? "").utf8))
        case "init.mp4": return Self.answer("video/mp4", StandInStream.initialization)
        case let name where name.hasPrefix("data") && name.hasSuffix(".m4s"):
            guard request.method != .head || tellsLengths else { return Response(.methodNotAllowed) }
            guard let number = Int(name.dropFirst(4).dropLast(4)), let segment = stream.segment(number) else {
                return Response(.notFound)
            }
            return Self.answer("video/mp4", segment)
        default: return Response(.notFound)
        }
    }

    private static func answer(_ type: String, _ bytes: [UInt8]) -> Response {
        Response(fields: ["Content-Type": type], content: .bytes(bytes))
    }
}
