import MusicLibrary

extension SubsonicRoutes {
    /// Returns the podcast stations, or the one in `id`, as channels, with their tracks as episodes unless `includeEpisodes` is false. Throws error
    /// 70 for an unknown station.
    func getPodcasts(_ call: Call) async throws -> Reply {
        var channels = try await podcasts.channels(of: call.listener)
        if call.parameters.text("id") != nil {
            guard case .station(let id) = try call.id() else { throw SubsonicError.notFound }
            channels = channels.filter { $0.id == id }
            guard !channels.isEmpty else { throw SubsonicError.notFound }
        }
        var episodes: [Int64: [Element]] = [:]
        if try call.parameters.flag("includeEpisodes", true) {
            let shown = Set(channels.map(\.id))
            let places = try await podcasts.episodes(of: call.listener).filter { shown.contains($0.station) }
            let tracks = try await songs.songs(places.map(\.track), of: call.listener)
            for track in tracks {
                let station = track.station ?? 0
                episodes[station, default: []].append(track.episode(in: station))
            }
        }
        let base = "\(call.context.isSecure ? "https" : "http")://\(call.request.authority ?? "")"
        return .one(
            "podcasts",
            Element(
                [],
                [
                    .many(
                        "channel",
                        channels.map { channel in
                            let id = ItemID.station(channel.id)
                            return Element(
                                [
                                    ("id", id.value),
                                    ("url", .text("\(base)/library/podcasts/stations#\(id)")),
                                    ("title", .text(channel.name)), ("coverArt", id.value), ("status", "completed"),
                                ], episodes[channel.id].map { [.many("episode", $0)] } ?? [])
                        })
                ]))
    }

    func getNewestPodcasts(_ call: Call) async throws -> Reply {
        let count = try call.parameters.number("count", 20, in: 0...500)
        let found = try await songs.songs(PodcastStore.newest(count, call.listener), of: call.listener)
        return .one(
            "newestPodcasts", Element([], [.many("episode", found.map { $0.episode(in: $0.station ?? 0) })]))
    }

    func getPodcastEpisode(_ call: Call) async throws -> Reply {
        guard let song = try await songs.song(call.track(), of: call.listener), let station = song.station else {
            throw SubsonicError.notFound
        }
        return .one("podcastEpisode", song.episode(in: station))
    }

    /// Throws error 50, because podcasts are read-only in apps.
    func refusePodcastChange(_ call: Call) async throws -> Reply {
        throw SubsonicError.notAllowed(
            "podcasts are read-only in apps; to change podcasts, open /library/podcasts in a browser")
    }
}
