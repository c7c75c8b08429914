import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for listing and undoing corrections of names (spec L8).
public struct StoredCorrectionRoutes: Sendable {
    private let corrections: StoredCorrectionStore
    private let changes: FilingChanges

    public init(database: TenantDatabase, filing: FilingResources) {
        corrections = StoredCorrectionStore(database: database)
        changes = FilingChanges(database: database, filing: filing)
    }

    private static let path = "/api/v1/me/library/corrections"
    package static let list = "corrections"

    public var routes: [Route] {
        [
            Route(
                "findLibraryCorrections", .get, Self.path, access: .account, query: ["cursor", "limit"],
                endpoint: findLibraryCorrections),
            Route(
                "deleteLibraryCorrection", .delete, Self.path + "/{libraryCorrection}", access: .account,
                endpoint: deleteLibraryCorrection),
        ]
    }

    /// Answers `findLibraryCorrections`: a page of the listener's corrections of names, newest first; 422 for an invalid parameter.
    func findLibraryCorrections(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let position = try fields.position(in: Self.list) { StoredCorrection.ID($0) }
        let page = ListPage(
            try await corrections.corrections(before: position, limit: limit + 1, of: listener), limit: limit)
        return try .personal(
            ListView(
                page.rows.map { StoredCorrectionView($0) }, next: page.next?.id.cursor.description))
    }

    /// Answers `deleteLibraryCorrection`: deletes the correction, files the affected tracks again and answers 204; 404 for an unknown correction, 503
    /// if other changes interfere.
    func deleteLibraryCorrection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let id = StoredCorrection.ID(try request.parameter("libraryCorrection")),
            try await changes.revert(id, by: listener)
        else {
            throw APIError(.notFound, code: .noSuchTeaching, "you have no correction with this ID: check the ID")
        }
        return .noContent
    }
}

extension StoredCorrection.ID {
    /// The cursor of the page after this correction.
    package var cursor: ListCursor { ListCursor(StoredCorrectionRoutes.list, [description]) }

    package init?(_ cursor: ListCursor) {
        guard cursor.values.count == 1, let id = Self(cursor.values[0]) else { return nil }
        self = id
    }
}
