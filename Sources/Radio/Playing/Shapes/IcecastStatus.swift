import Web

/// The current programmes of all channels in the format of Icecast 2.4's `/status-json.xsl`, with one source per live HTTP stream. As in Icecast, a
/// single source is an object, several are an array, and without any the member is omitted.
struct IcecastStatus: Encodable, Sendable {
    let host: String
    let location: String
    let startedAt: Instant
    let sources: [Source]

    private enum RootKeys: String, CodingKey { case icestats }
    private enum Member: String, CodingKey {
        case admin, host, location, source
        case serverID = "server_id"
        case serverStart = "server_start"
        case serverStartISO = "server_start_iso8601"
    }

    struct Source: Encodable, Sendable {
        let audioInfo: String
        let bitrate: Int32?
        let genre: String
        let listenerPeak: Int32
        let listeners: Int32
        let listenURL: String
        let serverDescription: String
        let serverName: String
        let serverType: String
        let serverURL: String
        let artist: String?
        let title: String

        private enum CodingKeys: String, CodingKey {
            case bitrate, genre, listeners, artist, title
            case audioInfo = "audio_info"
            case listenerPeak = "listener_peak"
            case listenURL = "listenurl"
            case serverDescription = "server_description"
            case serverName = "server_name"
            case serverType = "server_type"
            case serverURL = "server_url"
        }
    }

    init(_ snapshot: RadioSnapshot, at now: Instant, host: String, location: String, startedAt: Instant) {
        self.host = host
        self.startedAt = startedAt
        self.location = location
        let lineUp = LineUp(snapshot.channels, categories: snapshot.categories, order: .category, platform: nil)
        sources = lineUp.channels.flatMap { entry -> [Source] in
            let view = NowView(entry, at: RadioSnapshot.studioTime(entry.channel, at: now), in: snapshot)
            let track = snapshot.track(entry.channel.id)
            let cut = track.moment(at: RadioSnapshot.studioTime(entry.channel, at: now)).cut
            return entry.streams.enumerated().map { place, bearer in
                // Only the first stream reports listeners, so the sum over all streams is correct.
                let listeners = place == 0 ? cut?.cut.listeners ?? 0 : 0
                return Source(
                    audioInfo: bearer.bitrate > 0 ? "bitrate=\(bearer.bitrate)" : "",
                    bitrate: bearer.bitrate > 0 ? bearer.bitrate : nil,
                    genre: entry.genres.map(\.name).joined(separator: ", "), listenerPeak: listeners,
                    listeners: listeners, listenURL: bearer.uri,
                    serverDescription: entry.channel.description, serverName: entry.channel.name,
                    serverType: bearer.mediaType.isEmpty ? "audio/mpeg" : bearer.mediaType,
                    serverURL: entry.channel.website ?? "", artist: view.cut?.artists.first,
                    title: view.cut?.title ?? view.airing?.title ?? "")
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: RootKeys.self)
        var members = outer.nestedContainer(keyedBy: Member.self, forKey: .icestats)
        try members.encode("", forKey: .admin)
        try members.encode(host, forKey: .host)
        try members.encode(location, forKey: .location)
        try members.encode("Tutti", forKey: .serverID)
        try members.encode(startedAt.internetMessageDate, forKey: .serverStart)
        try members.encode(String(startedAt.description.prefix(19)) + "+0000", forKey: .serverStartISO)
        if sources.count == 1 {
            try members.encode(sources[0], forKey: .source)
        } else if !sources.isEmpty {
            try members.encode(sources, forKey: .source)
        }
    }
}
