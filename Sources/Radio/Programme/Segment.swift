import Web

/// A part of an airing, such as a song or the news, that listeners may be able to skip (spec R21).
public struct Segment: Sendable, Hashable {
    /// The ID of a segment, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let airing: Airing.ID
    /// The start of the segment, in milliseconds from the start of the airing.
    public let offsetMs: Int64
    public let durationMs: Int64
    public let kind: String
    public let title: String
    public let isSkippable: Bool
}
