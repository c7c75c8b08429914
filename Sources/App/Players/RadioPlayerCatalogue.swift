import PlayerCore
import Players
import Radio
import Web

/// Supplies players with the channels of the tenant's radio, which are live, and with its episodes on demand. The station's stream servers send the
/// audio.
///
/// The identifiers are "channel:ID" and "episode:ID". The lists are "channels", "channel:ID", "episodes", "show:ID" and "episode:ID".
struct RadioPlayerCatalogue: PlayerCatalogue {
    let hub: PlayingHub
    let onDemand: OnDemandStore
    var now: @Sendable () -> Instant = { .now }

    /// The maximum number of episodes in a list.
    static let limit = 100

    private enum Item: Hashable {
        case channel(Channel.ID)
        case episode(Episode.ID)

        init?(_ id: String) {
            let parts = id.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "channel":
                guard let id = Channel.ID(parts[1]) else { return nil }
                self = .channel(id)
            case "episode":
                guard let id = Episode.ID(parts[1]) else { return nil }
                self = .episode(id)
            default: return nil
            }
        }
    }

    /// Returns whether an identifier has the form of a channel or episode, which need not exist.
    static func has(_ id: String) -> Bool { Item(id) != nil }

    /// Returns the list with this name; `nil` if there is none, or for a show without episodes. Throws `APIError` 404 for a channel or episode
    /// without audio.
    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList? {
        switch (name, Item(name)) {
        case ("channels", _):
            let channels = try await hub.snapshot(of: owner.tenant).lineUp.filter { !$0.streams.isEmpty }
            return PlayerCatalogueList(name: name, items: channels.map(Self.item))
        case ("episodes", _): return Self.list(name, try await newest(of: nil, owner))
        case (_, .channel(let id)?):
            guard let channel = try await hub.snapshot(of: owner.tenant).channel(id) else { return nil }
            guard !channel.streams.isEmpty else { throw APIError.noChannelStream }
            return PlayerCatalogueList(name: name, items: [Self.item(channel)])
        case (_, .episode(let id)?):
            guard let episode = try await onDemand.episodes([id], at: now(), in: owner.tenant).first else { return nil }
            guard episode.streamURL != nil else { throw APIError.noEpisodeStream }
            return Self.list(name, [episode])
        default:
            guard name.hasPrefix("show:"), let show = Show.ID(name.dropFirst(5)) else { return nil }
            let episodes = try await newest(of: show, owner)
            return episodes.isEmpty ? nil : Self.list(name, episodes)
        }
    }

    private func newest(of show: Show.ID?, _ owner: PlayerOwner) async throws -> [OnDemandEpisode] {
        try await onDemand.newest(of: show, limit: Self.limit, at: now(), in: owner.tenant)
    }

    private static func list(_ name: String, _ episodes: [OnDemandEpisode]) -> PlayerCatalogueList {
        PlayerCatalogueList(name: name, items: episodes.map(item))
    }

    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem] {
        let (channels, episodes) = try await found(ids, of: owner)
        let items = channels.map(Self.item) + episodes.map(Self.item)
        return Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription] {
        let (channels, episodes) = try await found(ids, of: owner)
        var texts: [String: PlayerItemDescription] = [:]
        let snapshot = try await hub.snapshot(of: owner.tenant)
        for entry in channels {
            let channel = entry.channel
            texts[Self.id(channel.id)] = PlayerItemDescription(
                title: channel.name, artist: "Live radio",
                artworkURL: Self.picture(ArtView(snapshot.art(channel.art), of: .channel)),
                path: "/player/radio#channel-\(channel.id)",
                audioPath: entry.streams.isEmpty ? nil : "/api/v1/channels/\(channel.id)/audio")
        }
        for episode in episodes {
            texts[Self.id(episode.id)] = PlayerItemDescription(
                title: episode.title, artist: episode.show,
                artworkURL: Self.picture(ArtView(episode.art, of: .show)),
                audioPath: episode.streamURL == nil ? nil : "/api/v1/episodes/\(episode.id)/audio")
        }
        return texts
    }

    /// Does nothing. The library's listening history has tracks only; the player's own history has every item.
    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws {}

    /// Does nothing. No list of the radio stores a position.
    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws {}

    private func found(
        _ ids: [String], of owner: PlayerOwner
    ) async throws -> (channels: [LineUpChannel], episodes: [OnDemandEpisode]) {
        let items = Set(ids.compactMap(Item.init))
        guard !items.isEmpty else { return ([], []) }
        let snapshot = try await hub.snapshot(of: owner.tenant)
        var (channels, episodes): ([LineUpChannel], [Episode.ID]) = ([], [])
        for item in items {
            switch item {
            case .channel(let id): if let channel = snapshot.channel(id) { channels.append(channel) }
            case .episode(let id): episodes.append(id)
            }
        }
        return (channels, try await onDemand.episodes(episodes, at: now(), in: owner.tenant))
    }

    /// Returns the item of a channel. Its window is 0, because a listener cannot go back in a stream: after a pause, playback continues with what is
    /// on the air at that time.
    private static func item(_ entry: LineUpChannel) -> PlayerItem {
        PlayerItem(id: id(entry.channel.id), timing: .live(windowMs: 0), isBlocked: entry.streams.isEmpty)
    }

    private static func item(_ episode: OnDemandEpisode) -> PlayerItem {
        PlayerItem(id: id(episode.id), durationMs: episode.durationMs, isBlocked: episode.streamURL == nil)
    }

    private static func picture(_ art: ArtView) -> String? { art.isDefault ? nil : art.url }

    private static func id(_ channel: Channel.ID) -> String { "channel:\(channel)" }
    private static func id(_ episode: Episode.ID) -> String { "episode:\(episode)" }
}
