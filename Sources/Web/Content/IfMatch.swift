import HTTP

/// The precondition `If-Match` of a change (RFC 9110 §13.1.1): a list of entity tags, "*", or none.
public struct IfMatch: Sendable, Hashable {
    /// The value of `If-Match`; `nil` for an unconditional change.
    public let tags: String?

    /// Creates a precondition from the value of the header field, or of the form field in its place; `nil` for an unconditional change.
    public init(_ tags: String?) { self.tags = tags }

    /// Reads the request's `If-Match`. Several field lines form one list (RFC 9110 §5.3).
    public init(_ request: Request) {
        let lines = request.fields.values(of: "If-Match")
        tags = lines.isEmpty ? nil : lines.joined(separator: ",")
    }

    /// The entity tags of the value with their quotes, or `["*"]`; `nil` for an unconditional change.
    package var list: [Substring]? { tags?.split(separator: ",").map(ASCII.trimmed) }

    /// Throws 412 unless the precondition holds for this entity tag.
    public func check(_ tag: String) throws(APIError) {
        guard !holds(for: tag) else { return }
        throw APIError(.preconditionFailed, code: .changedMeanwhile, Self.refusal)
    }

    /// The `detail` of the 412 error, without a full stop.
    static let refusal =
        "this resource has changed since you read it; load the current version and make your change again"

    /// Returns whether the precondition holds for an entity tag; always `true` without `If-Match`.
    public func holds(for tag: String) -> Bool {
        guard let list else { return true }
        return list == ["*"] || list.contains { $0.utf8.elementsEqual(tag.utf8) }
    }
}
