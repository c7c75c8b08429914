import Web

/// What plays on a channel, in the shape of AzuraCast's `GET /api/nowplaying/{station}` (its OpenAPI document,
/// `Api_NowPlaying`): what widgets and bots that speak it read. The number of listeners is that of
/// the cut that plays, as automation told it; 0 without one.
struct AzuraNowView: Encodable, Sendable {
    let station: AzuraStation
    let listeners: AzuraListeners
    let live: AzuraLive
    let nowPlaying: AzuraPlay
    let playingNext: AzuraNext?
    let songHistory: [AzuraHistory]
    let isOnline = true
    let cache = "database"

    private enum CodingKeys: String, CodingKey {
        case station, listeners, live
        case nowPlaying = "now_playing"
        case playingNext = "playing_next"
        case songHistory = "song_history"
        case isOnline = "is_online"
        case cache
    }

    /// How many songs before this one are told.
    static let historyLimit = 5

    init(_ entry: LineUpChannel, at instant: Instant, in scene: RadioScene, base: String) {
        let track = scene.track(entry.channel.id)
        let moment = track.moment(at: instant)
        let title = moment.airing.map { PlacedAiringView($0, in: scene).title } ?? ""
        func song(_ cut: PlayedCut) -> AzuraSong {
            let artist = scene.artist(cut.cut.person)
            return AzuraSong(
                cut.cut,
                art: ArtView(scene.art(cut.cut.art), scene.art(artist?.art), scene.art(entry.channel.art), of: .channel)
                    .absolute(base))
        }
        let fallback = NowView(entry, at: instant, in: scene).art.absolute(base)
        station = AzuraStation(entry, base: base)
        listeners = AzuraListeners(moment.cut?.cut.listeners)
        live = AzuraLive(moment.airing, title: title, art: fallback)
        nowPlaying =
            if let cut = moment.cut {
                AzuraPlay(
                    sh: cut.cut.id.rawValue, from: cut.startsAt, durationMs: cut.cut.durationMs ?? 0, playlist: title,
                    streamer: live.streamerName, song: song(cut), at: instant)
            } else {
                // Something always plays there: between songs it is the show, outside of shows the channel.
                AzuraPlay(
                    sh: 0, from: moment.airing?.startsAt ?? instant,
                    durationMs: moment.airing.map { $0.endsAt.milliseconds - $0.startsAt.milliseconds } ?? 0,
                    playlist: title, streamer: live.streamerName,
                    song: AzuraSong(
                        title: title.isEmpty ? entry.channel.name : title, id: "channel-\(entry.channel.id)",
                        art: fallback),
                    at: instant)
            }
        playingNext = track.airing(after: instant).map {
            let next = PlacedAiringView($0, in: scene)
            return AzuraNext(
                cuedAt: $0.startsAt, playedAt: $0.startsAt,
                durationMs: $0.endsAt.milliseconds - $0.startsAt.milliseconds, playlist: next.title,
                song: AzuraSong(title: next.title, id: "airing-\($0.id)", art: fallback))
        }
        songHistory = track.cuts(upTo: instant, limit: Self.historyLimit + 1)
            .filter { $0.cut.id != moment.cut?.cut.id && $0.startsAt < $0.endsAt }
            .prefix(Self.historyLimit)
            .map { cut in
                AzuraHistory(
                    sh: cut.cut.id.rawValue, playedAt: cut.startsAt,
                    durationMs: cut.endsAt.milliseconds - cut.startsAt.milliseconds, song: song(cut))
            }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(station, forKey: .station)
        try members.encode(listeners, forKey: .listeners)
        try members.encode(live, forKey: .live)
        try members.encode(nowPlaying, forKey: .nowPlaying)
        try members.encode(playingNext, forKey: .playingNext)
        try members.encode(songHistory, forKey: .songHistory)
        try members.encode(isOnline, forKey: .isOnline)
        try members.encode(cache, forKey: .cache)
    }
}

extension ArtView {
    /// Its address for clients that take absolute ones only.
    func absolute(_ base: String) -> String { url.hasPrefix("/") ? base + url : url }
}
