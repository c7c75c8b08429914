import Web

/// A programme brand that continues from episode to episode ("brand" in the BBC Programmes ontology).
public struct Show: Sendable, Hashable {
    /// The ID of a show, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let title: String
    public let summary: String
    public let description: String
    /// An RFC 5646 language tag; empty if unknown.
    public let language: String
    public let website: String?
    public let art: Art.ID?
    /// Whether the show is a music show, whose episodes cannot be downloaded (spec R58).
    public let isMusic: Bool
    public let isForChildren: Bool
    /// Whether the show only fills gaps in the schedule, so that the Show Finder does not list it.
    public let isPlaceholder: Bool
    public let isActive: Bool
    public let revision: Int32
}
