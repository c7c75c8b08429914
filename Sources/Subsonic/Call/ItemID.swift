import MusicLibrary
import SoundCloud

/// The identifier of an item in the protocol: two letters for the kind, a hyphen and a number, or "1" for the library's folder.
enum ItemID: Sendable, Hashable, CustomStringConvertible {
    case artist(Int64)
    case album(AlbumKey)
    /// A track by its SoundCloud URN, which stays valid if the library's own keys change.
    case track(CloudURN)
    case episode(CloudURN)
    /// A podcast station; 0 stands for the podcast tracks without a station.
    case station(Int64)
    case playlist(CloudURN)
    /// The tracks of Discover, presented as a playlist.
    case discover
    /// The library, presented as a folder.
    case folder

    static let folderNumber: Int64 = 1

    init?(_ text: some StringProtocol) {
        if text == "1" {
            self = .folder
            return
        }
        guard text.utf8.count > 3, text.utf8.dropFirst(2).first == UInt8(ascii: "-"),
            let number = Int64(text.dropFirst(3)), String(number) == text.dropFirst(3), number >= 0
        else { return nil }
        switch text.prefix(2) {
        case "ar": self = .artist(number)
        case "al": self = .album(.album(number))
        case "sg": self = .album(.singles(of: number))
        case "st": self = .station(number)
        case "dc": self = .discover
        case "tr":
            guard let urn = CloudURN(.track, number: number) else { return nil }
            self = .track(urn)
        case "pe":
            guard let urn = CloudURN(.track, number: number) else { return nil }
            self = .episode(urn)
        case "pl":
            guard let urn = CloudURN(.playlist, number: number) else { return nil }
            self = .playlist(urn)
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .artist(let number): "ar-\(number)"
        case .album(.album(let number)): "al-\(number)"
        case .album(.singles(let artist)): "sg-\(artist)"
        case .track(let urn): "tr-\(urn.key)"
        case .episode(let urn): "pe-\(urn.key)"
        case .station(let number): "st-\(number)"
        case .playlist(let urn): "pl-\(urn.key)"
        case .discover: "dc-1"
        case .folder: "1"
        }
    }

    var value: Element.Value { .text(description) }
}

/// The key of an album, or of an artist's tracks without an album, because apps show only tracks that have an album.
enum AlbumKey: Sendable, Hashable {
    case album(Int64)
    case singles(of: Int64)

    /// Creates the key of an album, or of the artist's tracks if `album` is `nil`.
    init(album: Int64?, artist: Int64) {
        self = album.map { .album($0) } ?? .singles(of: artist)
    }

    var id: ItemID { .album(self) }
}
