import Foundation
import HTTP

/// One request to the API of the stand-in.
struct StandInAPI {
    var world: StandInWorld
    let address: String
    /// The signature of the addresses of media.
    var signature = ""

    mutating func respond(to request: Request) -> Response {
        let query = Form(request.query ?? "")
        let path = request.path.split(separator: "/").map(String.init)
        let bodies = StandInBodies(world: world)
        switch (request.method, path.first, path.count) {
        case (.get, "me", 1): return StandIn.json(bodies.me())
        case (.get, "me", _): return mine(path, request, query, bodies)
        case (.post, "likes", 3), (.delete, "likes", 3): return like(path, request.method)
        case (.put, "me", 3), (.delete, "me", 3): return follow(path, request.method)
        case (.get, "tracks", _): return tracks(path, request, query, bodies)
        case (.get, "users", _): return users(path, request, query, bodies)
        case (.get, "playlists", 2):
            guard let number = Self.number(path[1]), world.playlists[number] != nil else { return Self.absent }
            return StandIn.json(bodies.playlist(number))
        case (.get, "playlists", 1):
            let words = (query["q"] ?? "").lowercased()
            let found = world.playlists.values.filter { $0.title.lowercased().contains(words) }.map(\.number).sorted()
            return page(request, query, found.map { (-$0, $0) }) { bodies.playlist($0) }
        case (.post, "playlists", 1), (.put, "playlists", 2): return edit(path, request)
        case (.delete, "playlists", 2):
            guard let number = Self.number(path[1]), world.playlists[number]?.user == StandInWorld.me else {
                return Self.absent
            }
            world.remove(playlist: number)
            return StandIn.json(["status": "200 - OK"])
        case (.get, "resolve", 1):
            let number = (query["url"] ?? "").split(separator: "-").last.flatMap { Int($0) } ?? 0
            guard world.tracks[number] != nil else { return Self.absent }
            return Response(Status(302), fields: ["Location": "\(address)/tracks/soundcloud:tracks:\(number)"])
        default: return Self.absent
        }
    }

    private static var absent: Response { StandIn.problem(404, "404 - Not Found") }

    private static func number(_ urn: String) -> Int? { urn.split(separator: ":").last.flatMap { Int($0) } }

    private func mine(_ path: [String], _ request: Request, _ query: Form, _ bodies: StandInBodies) -> Response {
        switch path.dropFirst().joined(separator: "/") {
        case "likes/tracks": page(request, query, world.likedTracks.map { ($0, $1) }) { bodies.track($0) }
        case "likes/playlists": page(request, query, world.likedPlaylists.map { ($0, $1) }) { bodies.playlist($0) }
        case "playlists": page(request, query, world.ownPlaylists.map { ($0, $1) }) { bodies.playlist($0) }
        case "followings": page(request, query, world.followings.map { ($0, $1) }) { bodies.user($0) }
        case "feed", "feed/tracks":
            page(request, query, world.feed.map { ($0.sequence, $0.sequence) }) { sequence in
                world.feed.first { $0.sequence == sequence }.map { bodies.activity($0.activity, sequence: sequence) }
                    ?? [:]
            }
        case "tracks", "reposts/tracks", "recently-played/tracks": page(request, query, []) { bodies.track($0) }
        default: Self.absent
        }
    }

    private func tracks(_ path: [String], _ request: Request, _ query: Form, _ bodies: StandInBodies) -> Response {
        if path.count == 1 {
            let found: [Int]
            if let urns = query["urns"] {
                found = urns.split(separator: ",").compactMap { Self.number(String($0)) }.filter {
                    world.tracks[$0] != nil
                }
            } else {
                let words = (query["q"] ?? "").lowercased()
                found = world.tracks.values.filter { $0.title.lowercased().contains(words) }.map(\.number).sorted()
            }
            return page(request, query, found.map { (-$0, $0) }) { bodies.track($0) }
        }
        guard let number = Self.number(path[1]), let track = world.tracks[number] else { return Self.absent }
        switch path.dropFirst(2).joined(separator: "/") {
        case "": return StandIn.json(bodies.track(number))
        case "streams":
            guard track.access != "blocked" else { return StandIn.problem(403, "403 - Forbidden") }
            let streams = "\(address)/tracks/soundcloud:tracks:\(number)/streams/\(UUID().uuidString)"
            guard track.access == "playable" else {
                return StandIn.json(["preview_mp3_128_url": "\(streams)/preview"])
            }
            return StandIn.json([
                "hls_aac_160_url": "\(streams)/hls_160", "hls_aac_96_url": "\(streams)/hls_96",
                "preview_mp3_128_url": "\(streams)/preview",
            ])
        case let stream where stream.hasPrefix("streams/"):
            // The target of the redirect needs no token.
            let target =
                switch path.last {
                case "hls_160": "aac_160k/playlist.m3u8"
                case "hls_96": "aac_96k/playlist.m3u8"
                default: "preview.mp3"
                }
            return Response(
                Status(302), fields: ["Location": "\(address)/_media/\(number)/\(target)?\(signature)"])
        case "related":
            let related =
                world.related[number]
                ?? (1...20).map { 100_000 + (number + $0 * 13) % max(1, world.tracks.count) }
            return page(request, query, related.enumerated().map { (-$0.offset - 1, $0.element) }) { bodies.track($0) }
        default: return Self.absent
        }
    }

    private func users(_ path: [String], _ request: Request, _ query: Form, _ bodies: StandInBodies) -> Response {
        if path.count == 1 {
            let words = (query["q"] ?? "").lowercased()
            let found = world.users.values.filter { $0.name.lowercased().contains(words) }.map(\.number).sorted()
            return page(request, query, found.map { (-$0, $0) }) { bodies.user($0) }
        }
        guard let number = Self.number(path[1]), world.users[number] != nil else { return Self.absent }
        switch path.dropFirst(2).joined(separator: "/") {
        case "": return StandIn.json(bodies.user(number))
        case "tracks":
            let own = world.tracks.values.filter { $0.user == number }.map(\.number).sorted()
            return page(request, query, own.map { (-$0, $0) }) { bodies.track($0) }
        case "playlists":
            let own = world.playlists.values.filter { $0.user == number }.map(\.number).sorted()
            return page(request, query, own.map { (-$0, $0) }) { bodies.playlist($0) }
        case "reposts/tracks":
            let reposts = world.reposts[number] ?? []
            return page(request, query, reposts.enumerated().map { (-$0.offset - 1, $0.element) }) { bodies.track($0) }
        case "likes/tracks": return page(request, query, []) { bodies.track($0) }
        default: return Self.absent
        }
    }

    // MARK: - Changes

    private mutating func like(_ path: [String], _ method: HTTP.Method) -> Response {
        guard let number = Self.number(path[2]) else { return Self.absent }
        switch (path[1], method) {
        case ("tracks", .post) where world.tracks[number] != nil: world.like(track: number)
        case ("tracks", .delete): world.unlike(track: number)
        case ("playlists", .post) where world.playlists[number] != nil: world.like(playlist: number)
        case ("playlists", .delete): world.unlike(playlist: number)
        default: return Self.absent
        }
        return StandIn.json(["status": "200 - OK"])
    }

    private mutating func follow(_ path: [String], _ method: HTTP.Method) -> Response {
        guard path[1] == "followings", let number = Self.number(path[2]), world.users[number] != nil else {
            return Self.absent
        }
        if method == .put { world.follow(user: number) } else { world.unfollow(user: number) }
        return StandIn.json(["status": "200 - OK"])
    }

    private mutating func edit(_ path: [String], _ request: Request) -> Response {
        let content = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
        guard let draft = content?["playlist"] as? [String: Any], let title = draft["title"] as? String else {
            return StandIn.problem(422, "the title is missing")
        }
        let tracks = (draft["tracks"] as? [[String: Any]] ?? []).compactMap {
            ($0["urn"] as? String).flatMap(Self.number)
        }
        guard tracks.allSatisfy({ world.tracks[$0] != nil }) else {
            return StandIn.problem(422, "a track of it is not there")
        }
        let isPublic = draft["sharing"] as? String == "public"
        let about = draft["description"] as? String
        if path.count == 2 {
            guard let number = Self.number(path[1]), world.playlists[number]?.user == StandInWorld.me else {
                return Self.absent
            }
            world.playlists[number]?.title = title
            world.playlists[number]?.tracks = tracks
            world.playlists[number]?.isPublic = isPublic
            if let about { world.playlists[number]?.about = about }
            return StandIn.json(StandInBodies(world: world).playlist(number))
        }
        let number = (world.playlists.keys.max() ?? 4999) + 1
        world.add(
            .init(
                number: number, title: title, user: StandInWorld.me, tracks: tracks, isPublic: isPublic,
                about: about ?? ""))
        return StandIn.json(StandInBodies(world: world).playlist(number), status: 201)
    }

    // MARK: - Paging

    /// Returns the elements below the sequence number of the cursor. As often on SoundCloud, the first page has one element fewer
    /// than requested, although more elements follow.
    private func page(
        _ request: Request, _ query: Form, _ list: [(sequence: Int, number: Int)],
        _ body: (Int) -> [String: any Sendable]
    ) -> Response {
        let limit = min(200, max(1, query["limit"].flatMap { Int($0) } ?? 50))
        let cursor = query["cursor"].flatMap { Int($0) }
        let rest = cursor.map { cursor in list.filter { $0.sequence < cursor } } ?? list
        let count = cursor == nil && limit > 1 && rest.count > limit ? limit - 1 : limit
        let shown = rest.prefix(count)
        var answer: [String: any Sendable] = ["collection": shown.map { body($0.number) }, "next_href": NSNull()]
        if rest.count > count, let last = shown.last {
            var kept = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }.map(String.init)
            kept.append("cursor=\(last.sequence)")
            answer["next_href"] = "https://api.soundcloud.com\(request.path)?\(kept.joined(separator: "&"))"
        }
        return StandIn.json(answer)
    }
}
