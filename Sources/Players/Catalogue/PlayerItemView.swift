import PlayerCore
import Web

/// An item as JSON. An item that is no longer in the catalogue has its identifier as its title.
struct PlayerItemView: Encodable, Sendable {
    let id: String
    let title: String
    let artist: String?
    let artworkUrl: String?
    /// The address of the audio on this server, which may redirect; absent without audio.
    let audioUrl: String?
    var durationMs: Int64?
    var isLive: Bool?
    var isBlocked: Bool?

    init(_ id: String, _ description: PlayerItemDescription?) {
        self.id = id
        title = description?.title ?? id
        artist = description.flatMap { $0.artist.isEmpty ? nil : $0.artist }
        artworkUrl = description?.artworkURL
        audioUrl = description?.audioPath
    }

    init(_ item: PlayerItem, _ description: PlayerItemDescription?) {
        self.init(item.id, description)
        (durationMs, isLive, isBlocked) = (item.timing.durationMs, item.timing.isLive, item.isBlocked)
    }
}
