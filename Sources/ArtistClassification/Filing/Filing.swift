/// The credits, title and suggested location of a track, with the reasons for this filing (spec M5.8, M6.4).
///
/// Optional texts are declared as `Optional<String>`, because an initialiser sets a `String?` to `nil` first, which copies the whole filing.
public struct Filing: Sendable, Hashable, Codable {
    /// The suggested location. Tracks are never moved automatically.
    public enum Location: String, Sendable, Hashable, Codable {
        case songs, podcasts
    }

    public let id: String
    /// All credits in order, main artists first.
    public var credits: [ArtistCredit]
    /// The displayed title: with the version in brackets, without credits and packaging such as "Official Video".
    public var title: String
    /// The title including credits in brackets; equal to `title` if the uploader put no credits in brackets.
    public var creditedTitle: String
    /// The title without any brackets; equal to `title` if no text remains outside brackets.
    public var coreTitle: String
    /// The version as written by the uploader, such as "Palms Remix" or "Live at Roadburn"; `nil` if the title names no version.
    public var version: Optional<String>
    public var album: Optional<String>
    /// The artist of the album, if different from the track's artist. Only a correction of an album sets a value.
    public var albumArtist: Optional<String>
    public var label: Optional<String>
    public var suggestedShelf: Location
    /// The confidence in the filing, from 0 (no artist was found) to 1 (a correction by the listener).
    public var confidence: Double
    /// The reasons for the filing, the main reason first.
    public var reasons: [Reason]

    /// Creates a filing from stored values.
    public init(
        id: String, credits: [ArtistCredit], title: String, creditedTitle: String, coreTitle: String,
        version: String? = nil, album: String? = nil, albumArtist: String? = nil, label: String? = nil,
        suggestedShelf: Location, confidence: Double, reasons: [Reason]
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

    /// Whether the confidence is below `uncertain`.
    public var isUncertain: Bool { confidence < Filing.uncertain }

    /// The artists under which the track is filed, in order.
    public var mainArtists: [ArtistCredit] { credits.filter { $0.role == .main } }

    /// The first main artist, under whose name the track is listed; `nil` without a main artist.
    public var primaryArtist: ArtistCredit? { credits.first { $0.role == .main } }

    /// The main and featured artists as displayed: "Artist & Other feat. Third".
    public var artistText: String {
        var text = ""
        for (position, credit) in credits.enumerated() where credit.role == .main || credit.role == .featured {
            if position > 0 { text += credit.joinPhrase }
            text += credit.name
        }
        return text
    }

    /// The reasons as sentences for the listener, separated by spaces.
    public var why: String { reasons.map(\.text).joined(separator: " ") }
}

/// The credit of one artist for a track.
public struct ArtistCredit: Sendable, Hashable, Codable {
    /// The role in which a track credits an artist.
    public enum Role: String, Sendable, Hashable, Codable {
        case main, featured, remixer, producer
        /// The artist of the original song if the main artist performs a cover.
        case original
    }

    public var role: Role
    /// The name as displayed.
    public var name: String
    /// The key that identifies the artist. Credits with equal keys name the same artist.
    public var key: String
    /// The text before this name in the displayed credit, such as " & " or " feat. "; not displayed before the first name.
    public var joinPhrase: String

    /// Creates a credit. Without `key`, the key is made from the name.
    public init(role: Role, name: String, key: String? = nil, joinPhrase: String = "") {
        self.role = role
        self.name = name
        self.key = key ?? ArtistName.key(name)
        self.joinPhrase = joinPhrase
    }
}
