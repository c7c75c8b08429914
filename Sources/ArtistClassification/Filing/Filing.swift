/// Where a track is filed, and why. Spec M5.8, M6.4.
///
/// Optional texts are declared as `Optional<String>`: a `String?` is set to `nil` before the initialiser sets it, which copies the
/// whole filing once more.
public struct Filing: Sendable, Hashable, Codable {
    /// The suggested shelf. Tracks are never moved automatically.
    public enum Shelf: String, Sendable, Hashable, Codable {
        case songs, podcasts
    }

    /// The identifier of the upload.
    public let id: String
    /// All credits in order, main artists first.
    public var credits: [ArtistCredit]
    /// The displayed title: with the version in brackets, without credits and packaging such as "Official Video".
    public var title: String
    /// The title with the credits that the uploader put in brackets; otherwise equal to `title`.
    public var creditedTitle: String
    /// The title without any brackets.
    public var coreTitle: String
    /// The version as the uploader wrote it: "Palms Remix", "Live at Roadburn".
    public var version: Optional<String>
    public var album: Optional<String>
    /// The artist of the album, if it differs from the track's artist. Only set by a correction.
    public var albumArtist: Optional<String>
    public var label: Optional<String>
    public var suggestedShelf: Shelf
    /// From 0, a guess, to 1, a correction by the listener. Below `uncertain` the filing is shown as uncertain.
    public var confidence: Double
    /// The reasons for the filing, strongest first.
    public var reasons: [Reason]

    /// A stored filing, for comparison with another.
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

    /// The artists under which the track is filed, in order.
    public var mainArtists: [ArtistCredit] { credits.filter { $0.role == .main } }

    /// The first main artist, under whose name the track is listed.
    public var primaryArtist: ArtistCredit? { credits.first { $0.role == .main } }

    /// The credit as displayed: "Artist & Other feat. Third".
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
    /// The part that an artist had in a track.
    public enum Role: String, Sendable, Hashable, Codable {
        case main, featured, remixer, producer
        /// The artist of the original song; the main artist performs a cover of it.
        case original
    }

    public var role: Role
    /// The name as displayed.
    public var name: String
    /// Identifies the artist; credits with equal keys are one artist.
    public var key: String
    /// The text between the previous name and this one: " & ", " feat. ".
    public var joinPhrase: String

    public init(role: Role, name: String, key: String? = nil, joinPhrase: String = "") {
        self.role = role
        self.name = name
        self.key = key ?? ArtistName.key(name)
        self.joinPhrase = joinPhrase
    }
}
