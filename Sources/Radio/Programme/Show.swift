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
    /// A one-sentence summary; may be empty.
    public let summary: String
    /// The full description; may be empty.
    public let description: String
    /// An RFC 5646 language tag; empty if unknown.
    public let language: String
    public let website: String?
    public let art: Art.ID?
    /// Whether the show is a music show. Music shows cannot be downloaded (spec R58).
    public let isMusic: Bool
    public let isForChildren: Bool
    /// Whether the show only fills gaps in the schedule, such as "Off The Air". The Show Finder never lists placeholders.
    public let isPlaceholder: Bool
    /// Whether the show is public. Programmers also see inactive shows.
    public let isActive: Bool
    /// The revision number, which increases with every change.
    public let revision: Int32
}
