import HTTP

/// What a change is held to (RFC 9110 §13.1.1): the entity tags that the client knows, any, or nothing at all.
public struct IfMatch: Sendable, Hashable {
    /// The value of the field; `nil` for an unconditional change.
    public let tags: String?

    /// With the field's value, or what a form carries in its place.
    public init(_ tags: String?) { self.tags = tags }

    /// What the request's field says; its lines are one list (RFC 9110 §5.3).
    public init(_ request: Request) {
        let lines = request.fields.values(of: "If-Match")
        tags = lines.isEmpty ? nil : lines.joined(separator: ",")
    }

    /// Throws 412 unless the tag is among them. Our tags hold no comma, so the list is cut at each.
    public func check(_ tag: String) throws(APIError) {
        guard let tags else { return }
        let known = tags.split(separator: ",").map { $0.drop { $0 == " " || $0 == "\t" } }
            .map { String($0.reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
        guard known == ["*"] || known.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) else {
            throw APIError(
                .preconditionFailed, code: "changed-meanwhile",
                "this was changed by somebody else: load it again and repeat your change")
        }
    }
}
