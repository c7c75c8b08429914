import Web

/// The current programme of a channel in the format of AzuraCast's `GET /api/nowplaying/{station}` (OpenAPI schema `Api_NowPlaying`).
struct AzuraNowView: Encodable, Sendable {
    let station: AzuraStation
    let listeners: AzuraListeners
    let live: AzuraLive
    let nowPlaying: AzuraPlay
    let playingNext: AzuraNext
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

    static let historyLimit = 5

    init(_ entry: LineUpChannel, at instant: Instant, in snapshot: RadioSnapshot, base: String) {
        let track = snapshot.track(entry.channel.id)
        let moment = track.moment(at: instant)
        let title = moment.airing.map { PlayingAiringView($0, in: snapshot).title } ?? ""
        func song(_ cut: PlayedCut) -> AzuraSong {
            let artist = snapshot.artist(cut.cut.person)
            return AzuraSong(
                cut.cut,
                art: ArtView(
                    snapshot.art(cut.cut.art), snapshot.art(artist?.art), snapshot.art(entry.channel.art), of: .channel
                )
                .absolute(base))
        }
        let fallback = NowView(entry, at: instant, in: snapshot).art.absolute(base)
        station = AzuraStation(entry, base: base)
        listeners = AzuraListeners(moment.cut?.cut.listeners)
        live = AzuraLive(moment.airing, title: title, art: fallback)
        nowPlaying =
            if let cut = moment.cut {
                AzuraPlay(
                    sh: cut.cut.id.rawValue, from: cut.startsAt, durationMs: cut.cut.durationMs ?? 0, playlist: title,
                    streamer: live.streamerName, song: song(cut), at: instant)
            } else {
                // Clients require a current item, so the show fills gaps between songs, and the channel gaps between shows.
                AzuraPlay(
                    sh: 0, from: moment.airing?.startsAt ?? instant,
                    durationMs: moment.airing.map { $0.endsAt.milliseconds - $0.startsAt.milliseconds } ?? 0,
                    playlist: title, streamer: live.streamerName,
                    song: AzuraSong(
                        title: title.isEmpty ? entry.channel.name : title, id: "channel-\(entry.channel.id)",
                        art: fallback),
                    at: instant)
            }
        playingNext =
            if let next = track.airing(after: instant) {
                AzuraNext(
                    at: next.startsAt, durationMs: next.endsAt.milliseconds - next.startsAt.milliseconds,
                    playlist: PlayingAiringView(next, in: snapshot).title, id: "airing-\(next.id)", art: fallback)
            } else {
                // Clients fail without a next item.
                AzuraNext(
                    at: moment.airing?.endsAt ?? instant, durationMs: 0, playlist: entry.channel.name,
                    id: "channel-\(entry.channel.id)", art: fallback)
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
}

extension ArtView {
    /// Returns the absolute address of the picture. `base` is the tenant's origin.
    func absolute(_ base: String) -> String { url.hasPrefix("/") ? base + url : url }
}
