import Foundation

/// Bodies in the shape of SoundCloud's public API of July 2026.
struct StandInBodies {
    let world: StandInWorld

    /// Returns the account, with the numbers of its likes and followings.
    func me() -> [String: any Sendable] {
        var body = user(StandInWorld.me)
        body["public_favorites_count"] = world.likedTracks.count
        body["followings_count"] = world.followings.count
        return body
    }

    func user(_ number: Int) -> [String: any Sendable] {
        let user = world.users[number]
        let name = user?.name ?? "nobody"
        return [
            "kind": "user", "urn": "soundcloud:users:\(number)", "username": name,
            "permalink_url": "https://soundcloud.example/\(Self.slug(name))",
            "avatar_url": Self.picture("avatars", world.hasPicture(user: number) ? number : nil),
            "followers_count": number % 977, "followings_count": number % 31, "track_count": number % 53,
            "playlist_count": number % 7, "plan": "Free", "city": NSNull(),
        ]
    }

    func track(_ number: Int) -> [String: any Sendable] {
        guard let track = world.tracks[number] else { return [:] }
        return [
            "kind": "track", "urn": "soundcloud:tracks:\(number)", "title": track.title,
            "metadata_artist": track.artist ?? NSNull(), "label_name": track.label ?? NSNull(),
            "duration": track.durationMs, "created_at": "2026/03/\(10 + number % 20) 10:11:12 +0000",
            "genre": track.genre, "tag_list": "", "description": "", "isrc": NSNull(),
            "release": track.release ?? NSNull(),
            "sharing": "public", "streamable": track.access != "blocked", "access": track.access,
            "downloadable": track.isDownloadable,
            "artwork_url": Self.picture("artworks", world.cover(of: number)),
            "permalink_url": "https://soundcloud.example/track-\(number)", "playback_count": number % 5000,
            "favoritings_count": number % 300, "reposts_count": number % 20, "user_favorite": false,
            "user": (world.damaged.contains(number) ? NSNull() : user(track.user)) as any Sendable,
        ] as [String: any Sendable]
    }

    func playlist(_ number: Int) -> [String: any Sendable] {
        guard let playlist = world.playlists[number] else { return [:] }
        return [
            "kind": "playlist", "urn": "soundcloud:playlists:\(number)", "title": playlist.title,
            "duration": playlist.tracks.compactMap { world.tracks[$0]?.durationMs }.reduce(0, +),
            "created_at": "2026/02/01 08:00:00 +0000", "last_modified": "2026/02/02 08:00:00 +0000",
            "permalink_url": "https://soundcloud.example/sets/\(number)", "playlist_type": playlist.type ?? NSNull(),
            "sharing": playlist.isPublic ? "public" : "private", "description": playlist.about,
            "track_count": playlist.tracks.count,
            "artwork_url": NSNull(), "user": user(playlist.user), "tracks": playlist.tracks.map { track($0) },
        ]
    }

    func activity(_ activity: StandInWorld.Activity, sequence: Int) -> [String: any Sendable] {
        var body: [String: any Sendable] = [
            "type": activity.reposter == nil ? "track" : "track:repost",
            "created_at": Self.moment(1_780_000_000 + sequence * 60), "origin": track(activity.track),
        ]
        if let reposter = activity.reposter { body["reposter"] = "soundcloud:users:\(reposter)" }
        return body
    }

    /// Returns the address of a picture on a host name that does not exist (RFC 6761 §6.5). The stand-in serves the path on its own address, whose port
    /// changes with each start. Returns null without a number.
    private static func picture(_ kind: String, _ number: Int?) -> any Sendable {
        guard let number else { return NSNull() }
        return "https://pictures.soundcloud.example/\(kind)-\(number)-large.jpg"
    }

    private static func slug(_ name: String) -> String { name.lowercased().replacing(" ", with: "-") }

    private static func moment(_ seconds: Int) -> String {
        let text = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
        return text.dropLast().replacing("-", with: "/").replacing("T", with: " ") + " +0000"
    }

    static func bytes(_ body: Any) -> [UInt8] {
        Array((try? JSONSerialization.data(withJSONObject: body)) ?? Data())
    }
}
