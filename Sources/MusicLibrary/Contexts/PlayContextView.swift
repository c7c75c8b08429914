import SoundCloud
import Web

/// The response of `getPlayContext` (spec M6.2).
struct PlayContextView: Encodable, Sendable {
    let context: String
    let title: String
    let length: Int
    let revision: String
    let offset: Int
    let items: [Item]
    /// The offset of the next part of the context; absent if no tracks follow this part.
    let nextOffset: Int?

    struct Item: Encodable, Sendable {
        let index: Int
        let urn: String
        let title: String
        /// The true artist from the listener's library; absent if the track is not in the library.
        let artist: Name?
        let album: String?
        let label: String?
        let metadataArtist: String?
        let uploader: Name
        let durationMs: Int64
        let access: String
        let isPlayable: Bool
        let artworkUrl: String?
        let permalinkUrl: String?
    }

    /// The name of an artist or uploader, with the origin of the name: "library" or "soundcloud" (spec L38).
    struct Name: Encodable, Sendable {
        var urn: String?
        let name: String
        let origin: String
    }

    init(_ window: PlayWindow, offset: Int, limit: Int) {
        context = window.context.description
        (title, length, revision, self.offset) = (window.title, window.length, window.revision, offset)
        items = window.items.map { Item($0) }
        nextOffset = offset + limit < window.length ? offset + limit : nil
    }
}

extension PlayContextView.Item {
    init(_ item: PlayItem) {
        func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
        (index, urn, title) = (item.index, item.urn, item.title)
        artist = item.artist.map { .init(name: $0, origin: "library") }
        (album, label, metadataArtist) = (item.album, item.label, filled(item.metadataArtist))
        uploader = .init(urn: item.uploaderURN, name: item.uploader, origin: "soundcloud")
        (durationMs, access, isPlayable) = (item.durationMs, item.access, item.isPlayable)
        (artworkUrl, permalinkUrl) = (filled(item.artwork), filled(item.permalink))
    }
}
