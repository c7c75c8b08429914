import Web

/// A service of a station, with a number, a schedule and bearers (ETSI TS 102 818, "service").
public struct Channel: Sendable, Hashable {
    /// The ID of a channel, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    /// The name in URLs and exported identifiers, such as "radiozurnal".
    public let slug: String
    public let name: String
    /// A short name for small displays; empty if there is none.
    public let shortName: String
    public let description: String
    /// An RFC 5646 language tag; empty if unknown.
    public let language: String
    public let website: String?
    /// An RGB colour in lower case, such as "#ed2e38"; `nil` if there is none.
    public let colour: String?
    /// The IANA time zone of the studio (spec R45).
    public let timeZone: String
    /// The channel number for platforms without their own number; `nil` if there is none.
    public let number: Int32?
    public let art: Art.ID?
    /// Whether skips are counted and limited (spec R22).
    public let isSkipRestricted: Bool
    /// The delay from the studio to the listener, in milliseconds.
    public let liveDelayMs: Int32
    public let isActive: Bool
    public let revision: Int32
}
