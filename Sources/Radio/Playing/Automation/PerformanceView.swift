import Web

/// A play in the response of `findPerformances`.
struct PerformanceView: Encodable, Sendable {
    let id: String
    let startsAt: Instant
    /// The time for which the cut was on air, in milliseconds.
    let playedMs: Int64
    let localDate: String
    let localTime: String
    let kind: String
    let isMusic: Bool
    let title: String
    let artist: String
    let album: String
    let label: String
    let isrc: String?
    let show: String
    let episode: String
    let airingId: String?
    let source: String
    /// The number of listeners; `nil` if unknown.
    let listeners: Int32?
    /// The number of listeners who skipped the cut; `nil` if unknown.
    let skips: Int32?

    init(_ play: Performance) {
        let cut = play.played.cut
        id = cut.id.description
        startsAt = play.played.startsAt
        playedMs = max(0, play.played.endsAt.milliseconds - play.played.startsAt.milliseconds)
        localDate = play.localDate
        localTime = play.localTime
        kind = cut.kind
        isMusic = cut.isMusic
        title = cut.title
        artist = cut.artist
        album = cut.album
        label = cut.label
        isrc = cut.isrc
        show = play.show
        episode = play.episode
        airingId = cut.airing?.description
        source = play.source
        listeners = cut.listeners
        skips = cut.skips
    }

    /// The CSV columns: the data that collecting societies require for each use of a recording.
    static let columns = [
        "channel", "starts_at", "local_date", "local_time", "played_ms", "kind", "is_music", "title", "artist", "album",
        "label", "isrc", "show", "episode", "cut", "source",
        "listeners", "skips",
    ]

    func cells(_ channel: String) -> [String] {
        [
            channel, startsAt.description, localDate, localTime, String(playedMs), kind, isMusic ? "true" : "false",
            title, artist, album, label, isrc ?? "", show, episode, id, source,
            listeners.map { String($0) } ?? "", skips.map { String($0) } ?? "",
        ]
    }
}

/// A cut in responses for programmers.
struct AdminCutView: Encodable, Sendable {
    let id: String
    let channelId: String
    let airingId: String?
    let startsAt: Instant?
    let position: Int32?
    let durationMs: Int64?
    let kind: String
    let isMusic: Bool
    let title: String
    let artist: String
    let album: String
    let label: String
    let isrc: String?
    let personId: String?
    let artId: String?
    let listeners: Int32?
    let skips: Int32?

    init(_ cut: Cut) {
        id = cut.id.description
        channelId = cut.channel.description
        airingId = cut.airing?.description
        startsAt = cut.startsAt
        position = cut.position
        durationMs = cut.durationMs
        kind = cut.kind
        isMusic = cut.isMusic
        title = cut.title
        artist = cut.artist
        album = cut.album
        label = cut.label
        isrc = cut.isrc
        personId = cut.person?.description
        artId = cut.art?.description
        listeners = cut.listeners
        skips = cut.skips
    }
}
