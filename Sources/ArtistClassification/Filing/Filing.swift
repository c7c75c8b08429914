/// Where a track is filed, and why.
/// Spec M5.8, M6.4.
public struct Filing: Sendable, Hashable, Codable {
    /// The shelf that a recording is suggested for; nothing moves by itself.
    public enum Shelf: String, Sendable, Hashable, Codable {
        case songs, podcasts
    }

    /// Of the upload.
    public let id: String
    /// All who are credited, in order: main artists first.
    public var credits: [ArtistCredit]
    /// As it is shown: the version in brackets, without credits and wrapping.
    public var title: String
    /// With the credits that the uploader put in brackets, otherwise as `title`.
    public var creditedTitle: String
    /// Without any brackets.
    public var coreTitle: String
    /// Which version it is, in the uploader's words: "Palms Remix", "Live at Roadburn".
    public var version: String?
    public var album: String?
    /// Whose album it is, where that is another than the track's artist: never concluded, only said.
    public var albumArtist: String?
    public var label: String?
    public var suggestedShelf: Shelf
    /// 0 is a guess, 1 what the listener said; below `uncertain` it is shown as such.
    public var confidence: Double
    /// What led here, the weightiest first.
    public var reasons: [Reason]

    /// A filing as it was kept, to be compared with another.
    public init(
        id: String, credits: [ArtistCredit], title: String, creditedTitle: String, coreTitle: String,
        version: String? = nil, album: String? = nil, albumArtist: String? = nil, label: String? = nil,
        suggestedShelf: Shelf, confidence: Double, reasons: [Reason]
    ) {
        self.id = id
        self.credits = credits
        self.title = title
        self.creditedTitle = creditedTitle
        self.coreTitle = coreTitle
        self.version = version
        self.album = album
        self.albumArtist = albumArtist
        self.label = label
        self.suggestedShelf = suggestedShelf
        self.confidence = confidence
        self.reasons = reasons
    }

    /// The confidence below which a filing is shown as uncertain.
    public static let uncertain = 0.6

    public var isUncertain: Bool { confidence < Filing.uncertain }

    /// The artists it is filed under, in order.
    public var mainArtists: [ArtistCredit] { credits.filter { $0.role == .main } }

    /// The artist whose shelf it stands on.
    public var primaryArtist: ArtistCredit? { credits.first { $0.role == .main } }

    /// The credit as it is shown: "Artist & Other feat. Third".
    public var artistText: String {
        var text = ""
        for (position, credit) in credits.enumerated() where credit.role == .main || credit.role == .featured {
            if position > 0 { text += credit.joinPhrase }
            text += credit.name
        }
        return text
    }

    /// The reasons as sentences.
    public var why: String { reasons.map(\.text).joined(separator: " ") }
}

/// One name in a credit.
public struct ArtistCredit: Sendable, Hashable, Codable {
    /// What somebody did for a track.
    public enum Role: String, Sendable, Hashable, Codable {
        case main, featured, remixer, producer
        /// Whose song it was first; the main artist plays it.
        case original
    }

    public var role: Role
    /// As it is shown.
    public var name: String
    /// What artists are told apart by; credits of equal keys are one artist.
    public var key: String
    /// What stands between this name and the one before: " & ", " feat. ".
    public var joinPhrase: String

    public init(role: Role, name: String, key: String? = nil, joinPhrase: String = "") {
        self.role = role
        self.name = name
        self.key = key ?? ArtistName.key(name)
        self.joinPhrase = joinPhrase
    }
}
