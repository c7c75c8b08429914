import MusicLibrary

/// What a program calls something: two letters that say what it is, and its number.
enum ItemID: Sendable, Hashable, CustomStringConvertible {
    case artist(Int64)
    case album(AlbumKey)
    /// By SoundCloud's number, so that a program finds it again after the library was made anew.
    case track(CloudURN)
    /// A track as an episode of a podcast.
    case episode(CloudURN)
    /// A station of podcasts; 0 is where those stand that are in none.
    case station(Int64)
    case playlist(CloudURN)
    /// The tracks of Discover as a playlist.
    case discover
    /// The library as a folder.
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

    /// As an attribute.
    var value: Element.Value { .text(description) }
}

/// An album of the library, or the tracks of an artist that are on none: programs show nothing that has no album.
enum AlbumKey: Sendable, Hashable {
    case album(Int64)
    case singles(of: Int64)

    /// As rows name it: the one or the other.
    init(album: Int64?, artist: Int64) {
        self = album.map { .album($0) } ?? .singles(of: artist)
    }

    var id: ItemID { .album(self) }
}
