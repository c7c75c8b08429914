import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for listing and undoing corrections of names (spec L8).
public struct LibraryTeachingRoutes: Sendable {
    private let teachings: LibraryTeachingStore
    private let changes: FilingChanges

    public init(database: TenantDatabase, filing: FilingResources) {
        teachings = LibraryTeachingStore(database: database)
        changes = FilingChanges(database: database, filing: filing)
    }

    private static let path = "/api/v1/me/library/teachings"
    package static let list = "teachings"

    public var routes: [Route] {
        [
            Route(
                "findLibraryTeachings", .get, Self.path, access: .account, query: ["cursor", "limit"],
                endpoint: findLibraryTeachings),
            Route(
                "deleteLibraryTeaching", .delete, Self.path + "/{libraryTeaching}", access: .account,
                endpoint: deleteLibraryTeaching),
        ]
    }

    /// Answers `findLibraryTeachings`, newest corrections first.
    func findLibraryTeachings(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let position = try fields.position(in: Self.list) { LibraryTeaching.ID($0) }
        let page = ListPage(
            try await teachings.teachings(before: position, limit: limit + 1, of: listener), limit: limit)
        return try .personal(
            ListView(
                page.rows.map { LibraryTeachingView($0) }, next: page.next?.id.cursor.description))
    }

    /// Answers `deleteLibraryTeaching`.
    func deleteLibraryTeaching(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let id = LibraryTeaching.ID(try request.parameter("libraryTeaching")),
            try await changes.revert(id, by: listener)
        else { throw APIError(.notFound, code: .noSuchTeaching, "you have no correction with this ID") }
        return .noContent
    }
}

extension LibraryTeaching.ID {
    /// The cursor of the page after this correction.
    package var cursor: ListCursor { ListCursor(LibraryTeachingRoutes.list, [description]) }

    package init?(_ cursor: ListCursor) {
        guard cursor.values.count == 1, let id = Self(cursor.values[0]) else { return nil }
        self = id
    }
}
