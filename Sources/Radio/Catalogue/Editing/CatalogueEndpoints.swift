import HTTP
import Tenancy
import Web

/// The endpoints that list, create, read, replace and delete catalogue items of one kind.
package struct CatalogueEndpoints<Store: CatalogueStore>: Sendable {
    let store: Store
    let path: String

    init(_ store: Store, at path: String) {
        self.store = store
        self.path = path
    }

    /// Returns the five routes of a kind, such as "findCatalogueShows", "createShow", "getCatalogueShow", "replaceShow" and "deleteShow".
    ///
    /// - Parameters:
    ///   - one: The singular in the operation IDs, such as "Show".
    ///   - all: The plural in the operation IDs, such as "Shows".
    ///   - scope: The query parameter by which the list can be filtered, "channel" or "show"; `nil` for a list without this filter.
    func routes(_ one: String, _ all: String, of scope: String? = nil) -> [Route] {
        let query = ListQuery.parameters.union(scope.map { [$0] } ?? [])
        let item = "\(path)/{\(Store.kind.rawValue)}"
        return [
            Route("findCatalogue\(all)", .get, path, access: .catalogue, query: query, endpoint: list),
            Route("create\(one)", .post, path, access: .catalogue, bodyLimit: Self.bodyLimit, endpoint: create),
            Route("getCatalogue\(one)", .get, item, access: .catalogue, endpoint: read),
            Route("replace\(one)", .put, item, access: .catalogue, bodyLimit: Self.bodyLimit, endpoint: replace),
            Route("delete\(one)", .delete, item, access: .catalogue, endpoint: remove),
        ]
    }

    /// The maximum size of a request body in bytes: a biography of 100,000 characters of four bytes, and the other members.
    package static var bodyLimit: Int { 512 * 1024 }

    func list(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (items, next) = try await store.page(ListQuery(request, in: context.tenant), in: context.tenant.id)
        return try .json(
            ListView(items, next: next.map(String.init)), fields: ["Cache-Control": "no-store"])
    }

    func create(_ request: Request, _ context: RequestContext) async throws -> Response {
        let content = try request.json(as: Store.Content.self)
        let item = try await store.add(content, in: context.tenant.id, context)
        return try Self.answer(item, of: context.tenant.id, .created, ["Location": "\(path)/\(item.id)"])
    }

    func read(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let item = try await store.item(try Self.key(request), in: context.tenant.id) else {
            throw APIError.unknown(Store.kind)
        }
        return try Self.answer(item, of: context.tenant.id)
    }

    func replace(_ request: Request, _ context: RequestContext) async throws -> Response {
        let key = try Self.key(request)
        let content = try request.json(as: Store.Content.self, readOnly: ["id", "revision"])
        let item = try await store.replace(key, by: content, ifMatch: IfMatch(request), in: context.tenant.id, context)
        return try Self.answer(item, of: context.tenant.id)
    }

    func remove(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.remove(try Self.key(request), ifMatch: IfMatch(request), in: context.tenant.id, context)
        return .noContent
    }

    static func answer(
        _ item: CatalogueItem<Store.Content>, of tenant: TenantID, _ status: Status = .ok, _ more: Fields = [:]
    ) throws -> Response {
        var fields = more
        fields["ETag"] = try item.tag(of: tenant)
        fields["Cache-Control"] = "no-store"
        return try .json(item, status: status, fields: fields)
    }

    private static func key(_ request: Request) throws(APIError) -> Int64 {
        try request.key(of: Store.kind)
    }
}

extension Route.Access {
    /// The permission to read and edit the catalogue.
    package static let catalogue = Route.Access.permission(.editCatalogue)
}
