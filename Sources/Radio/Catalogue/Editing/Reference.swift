import HTTP
import Web

/// What one thing of the catalogue says of another: its key, a string in JSON.
struct Reference<ID: NumberedID>: Encodable, Sendable, Hashable {
    let id: ID

    init(_ id: ID) { self.id = id }

    init(_ key: Int64) { id = ID(rawValue: key) }

    /// As the database has it.
    var key: Int64 { id.rawValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id.description)
    }
}

/// The kinds of things that the catalogue is made of, by the names that paths, codes and the record use.
enum CatalogueKind: String, Sendable, Hashable, CaseIterable {
    case art, category, channel, episode, genre, person, serial, show, airing, version
    case topic

    /// "a show", "an episode".
    var phrase: String { ("aeiou".contains(rawValue.prefix(1)) ? "an " : "a ") + rawValue }
}

/// One place where content names something else, which has to be there.
struct Mention: Sendable, Hashable {
    let kind: CatalogueKind
    let key: Int64
    /// RFC 6901.
    let pointer: String

    init(_ kind: CatalogueKind, _ key: Int64, at pointer: String) {
        self.kind = kind
        self.key = key
        self.pointer = pointer
    }

    /// Of a member that names one or none.
    static func one<ID>(_ kind: CatalogueKind, _ reference: Reference<ID>?, at pointer: String) -> [Mention] {
        reference.map { [Mention(kind, $0.key, at: pointer)] } ?? []
    }

    /// Of a member that names several.
    static func all<ID>(_ kind: CatalogueKind, _ references: [Reference<ID>], at pointer: String) -> [Mention] {
        references.enumerated().map { Mention(kind, $1.key, at: "\(pointer)/\($0)") }
    }
}

extension APIError {
    /// 404, the same for what is another tenant's.
    static func unknown(_ kind: CatalogueKind) -> APIError {
        APIError(.notFound, code: "no-such-\(kind.rawValue)", "no such \(kind.rawValue)")
    }
}

/// The key of anything in the catalogue, where its kind is said beside it.
struct CatalogueKey: NumberedID {
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }
}

extension Request {
    /// The key that the path names; 404 for what cannot be one.
    func key(of kind: CatalogueKind) throws(APIError) -> Int64 {
        guard let key = CatalogueKey(try parameter(kind.rawValue)) else { throw .unknown(kind) }
        return key.rawValue
    }
}
