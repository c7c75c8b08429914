import HTTP
import Web

/// A reference to another catalogue item, encoded as a string.
struct Reference<ID: NumberedID>: Encodable, Sendable, Hashable {
    let id: ID

    init(_ id: ID) { self.id = id }

    init(_ key: Int64) { id = ID(rawValue: key) }

    var key: Int64 { id.rawValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id.description)
    }
}

/// The kinds of catalogue items. The raw values appear in paths and audit actions.
package enum CatalogueKind: String, Sendable, Hashable, CaseIterable {
    case art, category, channel, episode, genre, person, serial, show, airing, version
    case topic

    /// The kind with its article, such as "a show" or "an episode".
    var phrase: String { ("aeiou".contains(noun.prefix(1)) ? "an " : "a ") + noun }

    fileprivate var noun: String {
        switch self {
        case .art: "picture"
        case .airing: "broadcast"
        default: rawValue
        }
    }

    fileprivate var absence: APIError.Code {
        switch self {
        case .art: .noSuchArt
        case .category: .noSuchCategory
        case .channel: .noSuchChannel
        case .episode: .noSuchEpisode
        case .genre: .noSuchGenre
        case .person: .noSuchPerson
        case .serial: .noSuchSerial
        case .show: .noSuchShow
        case .airing: .noSuchAiring
        case .version: .noSuchVersion
        case .topic: .noSuchTopic
        }
    }
}

/// A reference in content to an item that must exist.
package struct Mention: Sendable, Hashable {
    let kind: CatalogueKind
    let key: Int64
    /// The JSON pointer to the reference (RFC 6901).
    let pointer: String

    init(_ kind: CatalogueKind, _ key: Int64, at pointer: String) {
        self.kind = kind
        self.key = key
        self.pointer = pointer
    }

    /// Returns the mention of a reference; empty if the reference is `nil`.
    static func one<ID>(_ kind: CatalogueKind, _ reference: Reference<ID>?, at pointer: String) -> [Mention] {
        reference.map { [Mention(kind, $0.key, at: pointer)] } ?? []
    }

    /// Returns the mentions of a list of references. `pointer` is the JSON pointer to the list.
    static func all<ID>(_ kind: CatalogueKind, _ references: [Reference<ID>], at pointer: String) -> [Mention] {
        references.enumerated().map { Mention(kind, $1.key, at: "\(pointer)/\($0)") }
    }
}

extension APIError {
    /// Returns the `APIError` 404 for an unknown item.
    package static func unknown(_ kind: CatalogueKind) -> APIError {
        APIError(.notFound, code: kind.absence, "this \(kind.noun) does not exist: check the ID")
    }

    static let unknownChannel = APIError(
        .notFound, code: .noSuchChannel, "no active channel has this ID: check the ID")
    static let unknownEpisode = APIError(
        .notFound, code: .noSuchEpisode, "no episode of an active show has this ID: check the ID")
    static let unknownShow = APIError(.notFound, code: .noSuchShow, "no active show has this ID: check the ID")
}

/// The key of a catalogue item of any kind.
package struct CatalogueKey: NumberedID {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

extension Request {
    /// Returns the key in the path. Throws `APIError` 404 if the text is not a key.
    package func key(of kind: CatalogueKind) throws(APIError) -> Int64 {
        guard let key = CatalogueKey(try parameter(kind.rawValue)) else { throw .unknown(kind) }
        return key.rawValue
    }
}
