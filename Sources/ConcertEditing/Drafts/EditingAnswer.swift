import HTTP
import Tenancy
import Web

extension Route.Access {
    /// The permission that reading and changing drafts requires.
    static let editing = Route.Access.permission(.editConcerts)
}

extension Response {
    /// Returns a response with a view, an entity tag computed from `content`, and a `Location` field unless `location` is `nil`.
    static func edited(
        _ view: some Encodable, tag content: some Encodable, in context: RequestContext, status: Status = .ok,
        location: String? = nil
    ) throws -> Response {
        var fields: Fields = [:]
        fields["ETag"] = try ContentTag.text(content, of: context.tenant.id)
        fields["Cache-Control"] = "no-store"
        if let location { fields["Location"] = location }
        return try .json(view, status: status, fields: fields)
    }

    /// Returns a response with a list, without an entity tag. `next` is the cursor of the next page; `nil` for the last page.
    static func list<Item: Encodable & Sendable>(_ items: [Item], next: String? = nil) throws -> Response {
        try .json(ListView(items, next: next), fields: ["Cache-Control": "no-store"])
    }
}

extension IfMatch {
    /// Checks the precondition against the current content. Throws `APIError` 412 with the current view if it fails.
    func check(_ content: some Encodable, of tenant: TenantID, view: some Encodable) throws {
        try check(try ContentTag.text(content, of: tenant), showing: view)
    }
}

extension Request {
    /// Returns the identifier of the piece in the path. Throws `APIError` 404 for a text that is not an identifier.
    public func pieceID() throws(APIError) -> PieceDraft.ID {
        guard let id = PieceDraft.ID(try parameter("piece")) else { throw .noSuchPiece }
        return id
    }
}
