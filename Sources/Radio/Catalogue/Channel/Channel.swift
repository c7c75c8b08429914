import Web

/// A service of a station: what has a number, a programme and ways to be heard (ETSI TS 102 818, "service").
public struct Channel: Sendable, Hashable {
    /// The key of a channel within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    /// The name in addresses and exported identifiers, such as "radiozurnal".
    public let slug: String
    public let name: String
    /// Empty where there is none.
    public let shortName: String
    public let description: String
    /// RFC 5646; empty for unknown.
    public let language: String
    public let website: String?
    /// "#ed2e38".
    public let colour: String?
    /// The clock on the studio's wall: a name of the time zone database (spec R45).
    public let timeZone: String
    /// Its number where a platform has none of its own.
    public let number: Int32?
    public let art: Art.ID?
    /// Whether skips are counted (spec R22).
    public let isSkipRestricted: Bool
    /// How much later than the studio a listener hears it.
    public let liveDelayMs: Int32
    /// An inactive channel is shown to programmers only.
    public let isActive: Bool
    /// Rises with every change.
    public let revision: Int32

    public init(
        id: ID, slug: String, name: String, shortName: String, description: String, language: String, website: String?,
        colour: String?, timeZone: String, number: Int32?, art: Art.ID?, isSkipRestricted: Bool, liveDelayMs: Int32,
        isActive: Bool, revision: Int32
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.shortName = shortName
        self.description = description
        self.language = language
        self.website = website
        self.colour = colour
        self.timeZone = timeZone
        self.number = number
        self.art = art
        self.isSkipRestricted = isSkipRestricted
        self.liveDelayMs = liveDelayMs
        self.isActive = isActive
        self.revision = revision
    }
}
