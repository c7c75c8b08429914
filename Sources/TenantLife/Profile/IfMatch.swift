import HTTP
import Web

/// What a change is held to (RFC 9110 §13.1.1): the entity tags that the client knows, any, or nothing at all.
struct IfMatch: Sendable, Hashable {
    /// The field's value; `nil` for a change that is made whatever there is.
    let tags: String?

    init(_ tags: String?) { self.tags = tags }

    init(_ request: Request) {
        let lines = request.fields.values(of: "If-Match")
        tags = lines.isEmpty ? nil : lines.joined(separator: ",")
    }

    /// Throws 412 unless the tag is among them. Our tags hold no comma, so the list is cut at each.
    func check(_ tag: String) throws(APIError) {
        guard let tags else { return }
        let known = tags.split(separator: ",").map { $0.drop { $0 == " " || $0 == "\t" } }
            .map { String($0.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
        guard known == ["*"] || known.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) else {
            throw APIError(
                .preconditionFailed, code: "changed-meanwhile",
                "somebody else has changed this meanwhile; load it again")
        }
    }
}
