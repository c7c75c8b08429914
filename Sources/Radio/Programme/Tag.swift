import Web

/// A topic or keyword that groups episodes across shows.
public struct Tag: Sendable, Hashable {
    /// The ID of a tag, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The kind of a tag: a topic that the editors chose, or a keyword.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case topic
        case keyword
    }

    public let id: ID
    public let kind: Kind
    public let title: String
    /// The position among the topics, or among the keywords, lowest first. Equal positions are ordered by title.
    public let position: Int32
    /// Additional words by which the search finds the tag.
    public let words: String
    public let art: Art.ID?
    public let revision: Int32
}
