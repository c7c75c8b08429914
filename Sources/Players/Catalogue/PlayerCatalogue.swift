import PlayerCore
import Web

/// Supplies the items that players play. `App` implements the protocol with the music library and the radio.
public protocol PlayerCatalogue: Sendable {
    /// Returns the list with a name such as "artist:12", with at most its first `PlayerQueue.limit` items; `nil` for an unknown name. Throws 404 for
    /// a channel or episode without audio.
    func list(named name: String, of owner: PlayerOwner) async throws -> PlayerCatalogueList?

    /// Returns the items with these identifiers. Unknown identifiers have no entry.
    func items(_ ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItem]

    /// Returns the texts and addresses to display for these items. Unknown identifiers have no entry.
    func descriptions(of ids: [String], of owner: PlayerOwner) async throws -> [String: PlayerItemDescription]

    /// Announces that an item has begun to play, without waiting for other services.
    func began(_ id: String, by owner: PlayerOwner) async

    /// Records that an item was heard from the time `since`, for `playedMs` milliseconds. Repeated calls with the same time record one listen.
    func wasHeard(_ id: String, since: Instant, playedMs: Int64, by owner: PlayerOwner) async throws

    /// Records the item and the position in milliseconds at which listening to a list stopped (spec L26). Has an effect only for lists that resume
    /// there, such as Discover.
    func stopped(at id: String, positionMs: Int64, in list: String, by owner: PlayerOwner) async throws
}

extension PlayerCatalogue {
    public func began(_ id: String, by owner: PlayerOwner) async {}
}

/// A list that players play in order.
public struct PlayerCatalogueList: Sendable, Hashable {
    public let name: String
    public let items: [PlayerItem]

    public init(name: String, items: [PlayerItem]) { (self.name, self.items) = (name, items) }
}

/// The texts and addresses that pages and apps display for an item.
public struct PlayerItemDescription: Sendable, Hashable {
    public let title: String
    /// The artist or uploader of a track, or the show of an episode; for a channel, a text such as "Live radio".
    public let artist: String
    public let artworkURL: String?
    /// The artwork for pages; `nil` if the item has no artwork.
    public let picture: PlayerPicture?
    /// The address of the item's page on this server; `nil` if the item has no page.
    public let path: String?

    /// The address of the item's audio on this server, which may redirect; `nil` if the item has no audio.
    public let audioPath: String?

    /// The credit that players must show with the item; `nil` if none is required.
    public let credit: PlayerSourceCredit?

    /// Creates a description. Without `picture`, `artworkURL` is used for both sizes.
    public init(
        title: String, artist: String, artworkURL: String?, picture: PlayerPicture? = nil, path: String? = nil,
        audioPath: String? = nil, credit: PlayerSourceCredit? = nil
    ) {
        (self.title, self.artist, self.artworkURL, self.path) = (title, artist, artworkURL, path)
        (self.audioPath, self.credit) = (audioPath, credit)
        self.picture = picture ?? artworkURL.map { PlayerPicture(small: $0, large: $0) }
    }
}

/// The paths of an item's artwork on this server. Pages ignore pictures on another host.
public struct PlayerPicture: Sendable, Hashable {
    /// The picture for a row or the bar.
    public let small: String
    /// The picture for the whole player and the lock screen.
    public let large: String

    public init(small: String, large: String) { (self.small, self.large) = (small, large) }
}

/// The uploader of an item and the service that supplies its audio. Players must show both.
public struct PlayerSourceCredit: Sendable, Hashable {
    public let uploader: String
    /// The name of the service, such as "SoundCloud".
    public let service: String
    /// The address of the item on the service; `nil` if unknown.
    public let address: String?

    public init(uploader: String, service: String, address: String?) {
        (self.uploader, self.service, self.address) = (uploader, service, address)
    }
}
