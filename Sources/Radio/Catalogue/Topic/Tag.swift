import Web

/// A word that groups episodes across shows.
public struct Tag: Sendable, Hashable {
    /// The key of a tag within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// Who chose it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Chosen by programming: has a picture and a place.
        case topic
        case keyword
    }

    public let id: ID
    public let kind: Kind
    public let title: String
    /// The order of topics.
    public let position: Int32
    /// More words under which it is to be found.
    public let words: String
    public let art: Art.ID?
    /// Rises with every change.
    public let revision: Int32

    public init(
        id: ID, kind: Kind, title: String, position: Int32, words: String, art: Art.ID?, revision: Int32
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.position = position
        self.words = words
        self.art = art
        self.revision = revision
    }
}
