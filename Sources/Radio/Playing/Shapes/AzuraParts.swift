import Web

/// The numbers of listeners (AzuraCast schema `Api_NowPlaying_Listeners`). All three are equal, because automation systems report only one number.
struct AzuraListeners: Encodable, Sendable {
    let total: Int32
    let unique: Int32
    let current: Int32

    /// Creates the numbers from the number of listeners; `nil` means unknown, which AzuraCast encodes as 0.
    init(_ count: Int32?) {
        total = count ?? 0
        unique = total
        current = total
    }
}

/// The station (AzuraCast schema `Api_NowPlaying_Station`). Members must not be added or left out: some client libraries fail if a member is missing,
/// others if a member is unknown (AzuracastPy 0.0.2).
struct AzuraStation: Encodable, Sendable {
    let id: Int64
    let name: String
    let shortcode: String
    let description: String
    let frontend = "remote"
    let backend = "none"
    let timezone: String
    let listenURL: String
    @Nullable var url: String?
    let publicPlayerURL: String
    let playlistPLS: String
    let playlistM3U: String
    let isPublic = true
    let mounts: [AzuraMount]
    let remotes: [AzuraMount] = []
    let hlsEnabled = false
    let hlsIsDefault = false
    @Nullable var hlsURL: String? = nil
    let hlsListeners = 0

    private enum CodingKeys: String, CodingKey {
        case id, name, shortcode, description, frontend, backend, timezone, url, mounts, remotes
        case listenURL = "listen_url"
        case publicPlayerURL = "public_player_url"
        case playlistPLS = "playlist_pls_url"
        case playlistM3U = "playlist_m3u_url"
        case isPublic = "is_public"
        case hlsEnabled = "hls_enabled"
        case hlsIsDefault = "hls_is_default"
        case hlsURL = "hls_url"
        case hlsListeners = "hls_listeners"
    }

    init(_ entry: LineUpChannel, base: String) {
        let channel = entry.channel
        id = channel.id.rawValue
        name = channel.name
        shortcode = channel.slug
        description = channel.description
        timezone = channel.timeZone
        mounts = entry.streams.enumerated().map { AzuraMount($1, number: $0 + 1) }
        listenURL = entry.streams.first?.uri ?? ""
        url = channel.website
        publicPlayerURL = "\(base)/widget/\(channel.slug)"
        playlistPLS = "\(base)/playlist.pls"
        playlistM3U = "\(base)/playlist.m3u"
    }
}

extension LineUpChannel {
    /// The live bearers with an HTTP or HTTPS address.
    package var streams: [Bearer] {
        bearers.filter { $0.purpose == .live && ($0.uri.hasPrefix("http://") || $0.uri.hasPrefix("https://")) }
    }
}

/// A stream of the station (AzuraCast schema `Api_NowPlaying_StationMount`).
struct AzuraMount: Encodable, Sendable {
    let id: Int
    let name: String
    let url: String
    @Nullable var bitrate: Int32?
    @Nullable var format: String?
    /// Always 0, because automation systems do not report listeners per stream.
    let listeners = AzuraListeners(nil)
    let path: String
    let isDefault: Bool

    private enum CodingKeys: String, CodingKey {
        case id, name, url, bitrate, format, listeners, path
        case isDefault = "is_default"
    }

    init(_ bearer: Bearer, number: Int) {
        id = number
        let kind = bearer.mediaType.split(separator: "/").last.map(String.init)
        let format = kind.map { $0 == "mpeg" ? "mp3" : $0 }
        self.format = format
        name = [bearer.bitrate > 0 ? "\(bearer.bitrate)kbps" : nil, format?.uppercased()].compactMap { $0 }
            .joined(separator: " ")
        url = bearer.uri
        bitrate = bearer.bitrate > 0 ? bearer.bitrate : nil
        path =
            "/"
            + (bearer.uri.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst(2).first ?? "")
        isDefault = number == 1
    }
}

/// Whether the current broadcast is live, and its title, start and picture if it is (AzuraCast schema `Api_NowPlaying_Live`).
struct AzuraLive: Encodable, Sendable {
    let isLive: Bool
    let streamerName: String
    @Nullable var broadcastStart: Int64?
    @Nullable var art: String?

    private enum CodingKeys: String, CodingKey {
        case isLive = "is_live"
        case streamerName = "streamer_name"
        case broadcastStart = "broadcast_start"
        case art
    }

    init(_ airing: Airing?, title: String, art: String) {
        isLive = airing?.isLive ?? false
        streamerName = isLive ? title : ""
        broadcastStart = isLive ? airing?.startsAt.seconds : nil
        self.art = isLive ? art : nil
    }
}

/// A song, or a broadcast or the channel in its place (AzuraCast schema `Api_Song`).
struct AzuraSong: Encodable, Sendable {
    let id: String
    let art: String
    let customFields: [String] = []
    let text: String
    let artist: String
    let title: String
    let album: String
    let genre = ""
    let isrc: String
    let lyrics = ""

    private enum CodingKeys: String, CodingKey {
        case id, art, text, artist, title, album, genre, isrc, lyrics
        case customFields = "custom_fields"
    }

    init(_ cut: Cut, art: String) {
        id = "cut-\(cut.id)"
        self.art = art
        text = cut.artist.isEmpty ? cut.title : "\(cut.artist) - \(cut.title)"
        artist = cut.artist
        title = cut.title
        album = cut.album
        isrc = cut.isrc ?? ""
    }

    init(title: String, id: String, art: String) {
        self.id = id
        self.art = art
        text = title
        artist = ""
        self.title = title
        album = ""
        isrc = ""
    }
}

/// The current song, or the broadcast or channel while no song is known (AzuraCast schema `Api_NowPlaying_CurrentSong`). Times are in seconds.
struct AzuraPlay: Encodable, Sendable {
    let sh: Int64
    let playedAt: Int64
    let duration: Int64
    let playlist: String
    let streamer: String
    let isRequest = false
    let song: AzuraSong
    let elapsed: Int64
    let remaining: Int64

    private enum CodingKeys: String, CodingKey {
        case sh = "sh_id"
        case playedAt = "played_at"
        case duration, playlist, streamer
        case isRequest = "is_request"
        case song, elapsed, remaining
    }

    init(
        sh: Int64, from start: Instant, durationMs: Int64, playlist: String, streamer: String, song: AzuraSong,
        at instant: Instant
    ) {
        self.sh = sh
        playedAt = start.seconds
        duration = durationMs / 1000
        self.playlist = playlist
        self.streamer = streamer
        self.song = song
        elapsed = max(0, (instant.milliseconds - start.milliseconds) / 1000)
        remaining = max(0, duration - elapsed)
    }
}

/// The next broadcast, or the channel if none is known (AzuraCast schema `Api_NowPlaying_StationQueue`). Times are in seconds.
struct AzuraNext: Encodable, Sendable {
    let cuedAt: Int64
    let playedAt: Int64
    let duration: Int64
    let playlist: String
    let isRequest = false
    let song: AzuraSong

    private enum CodingKeys: String, CodingKey {
        case cuedAt = "cued_at"
        case playedAt = "played_at"
        case duration, playlist
        case isRequest = "is_request"
        case song
    }

    /// Creates the next item. Songs are unknown before they play, so the song has the title `playlist`.
    init(at start: Instant, durationMs: Int64, playlist: String, id: String, art: String) {
        cuedAt = start.seconds
        playedAt = start.seconds
        duration = durationMs / 1000
        self.playlist = playlist
        song = AzuraSong(title: playlist, id: id, art: art)
    }
}

/// A previous song (AzuraCast schema `Api_NowPlaying_SongHistory`). Times are in seconds.
struct AzuraHistory: Encodable, Sendable {
    let sh: Int64
    let playedAt: Int64
    let duration: Int64
    let playlist = ""
    let streamer = ""
    let isRequest = false
    let song: AzuraSong

    private enum CodingKeys: String, CodingKey {
        case sh = "sh_id"
        case playedAt = "played_at"
        case duration, playlist, streamer
        case isRequest = "is_request"
        case song
    }

    init(sh: Int64, playedAt: Instant, durationMs: Int64, song: AzuraSong) {
        self.sh = sh
        self.playedAt = playedAt.seconds
        duration = durationMs / 1000
        self.song = song
    }
}

/// A row of the schedule (AzuraCast schema `Api_StationSchedule`).
struct AzuraScheduleRow: Encodable, Sendable {
    let id: Int64
    let type: String
    let name: String
    let title: String
    let description: String
    let startTimestamp: Int64
    let start: String
    let endTimestamp: Int64
    let end: String
    let isNow: Bool

    private enum CodingKeys: String, CodingKey {
        case id, type, name, title, description, start, end
        case startTimestamp = "start_timestamp"
        case endTimestamp = "end_timestamp"
        case isNow = "is_now"
    }

    init(_ airing: Airing, at instant: Instant, in snapshot: RadioSnapshot) {
        let view = PlayingAiringView(airing, in: snapshot)
        id = airing.id.rawValue
        type = airing.isLive ? "streamer" : "playlist"
        name = snapshot.show(airing.show)?.title ?? view.title
        title = view.title
        description = view.description
        startTimestamp = airing.startsAt.seconds
        start = airing.startsAt.offsetText
        endTimestamp = airing.endsAt.seconds
        end = airing.endsAt.offsetText
        isNow = airing.startsAt <= instant && instant < airing.endsAt
    }
}

extension Instant {
    /// The number of whole seconds since 1970.
    var seconds: Int64 { milliseconds / 1000 }

    /// The instant in UTC as PHP formats ISO 8601, such as "2026-06-15T12:00:00+00:00".
    var offsetText: String { String(description.prefix(19)) + "+00:00" }
}
