import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for merging and renaming albums and labels (spec L8).
public struct EntryCorrectionRoutes: Sendable {
    private let changes: FilingChanges

    public init(database: TenantDatabase, filing: FilingResources) {
        changes = FilingChanges(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            merging("mergeLibraryAlbum", .albums), renaming("renameLibraryAlbum", .albums),
            merging("mergeLibraryLabel", .labels), renaming("renameLibraryLabel", .labels),
        ]
    }

    private struct Merge: Decodable { let into: String }
    private struct Rename: Decodable { let name: String }

    private func merging(_ operation: String, _ category: BrowseStore.Category) -> Route {
        route(operation, "merge", category) { request in
            let body = try request.json(as: Merge.self)
            guard let into = LibraryTrack.ID(body.into) else { throw Self.noTarget(category) }
            return .merge(into: into.rawValue)
        }
    }

    private func renaming(_ operation: String, _ category: BrowseStore.Category) -> Route {
        route(operation, "rename", category) { request in
            let body = try request.json(as: Rename.self)
            guard let name = try Correction.name(body.name, "/name") else {
                throw APIError.invalid("/name", "must have 1 to 500 characters")
            }
            return .rename(name)
        }
    }

    private func route(
        _ operation: String, _ verb: String, _ category: BrowseStore.Category,
        _ lesson: @escaping @Sendable (Request) throws -> FilingChanges.EntryCorrection
    ) -> Route {
        Route(
            operation, .post, "/api/v1/me\(category.path)/{\(category.parameter)}/\(verb)", access: .account,
            bodyLimit: 8 * 1024
        ) { request, context in
            guard let entry = LibraryTrack.ID(try request.parameter(category.parameter)) else {
                throw category.absent
            }
            let lesson = try lesson(request)
            do {
                let entries = try await changes.teach(lesson, category, entry.rawValue, by: context.listener)
                return try .json(
                    ListView(entries.map { ReferenceView($0) }),
                    fields: ["Cache-Control": "no-store"])
            } catch let refusal as FilingChanges.EntryCorrectionRefusal {
                switch refusal {
                case .noEntry: throw category.absent
                case .noTarget: throw Self.noTarget(category)
                case .itself:
                    throw APIError.invalid("/into", "must not be the ID of the \(category.noun) that is being merged")
                }
            }
        }
    }

    private static func noTarget(_ category: BrowseStore.Category) -> APIError {
        .invalid("/into", "must be the ID of another \(category.noun) in your library")
    }
}

extension BrowseStore.Category {
    /// The 404 error for an artist, album or label that the listener's library does not contain.
    package var absent: APIError { APIError(.notFound, code: absence, "your library has no \(noun) with this ID") }

    private var absence: APIError.Code {
        switch self {
        case .artists: .noSuchArtist
        case .albums: .noSuchAlbum
        case .labels: .noSuchLabel
        }
    }
}
