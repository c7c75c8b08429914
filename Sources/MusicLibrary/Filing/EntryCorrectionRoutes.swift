import ArtistClassification
import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for merging and renaming artists, albums and labels, and for splitting artists (spec L8).
public struct EntryCorrectionRoutes: Sendable {
    private let changes: FilingChanges

    public init(database: TenantDatabase, filing: FilingResources) {
        changes = FilingChanges(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            merging("mergeLibraryArtist", .artists), splitting("splitLibraryArtist"),
            renaming("renameLibraryArtist", .artists),
            merging("mergeLibraryAlbum", .albums), renaming("renameLibraryAlbum", .albums),
            merging("mergeLibraryLabel", .labels), renaming("renameLibraryLabel", .labels),
        ]
    }

    private struct Merge: Decodable { let into: String }
    private struct Split: Decodable { let names: [String] }
    private struct Rename: Decodable { let name: String }

    private func merging(_ operation: String, _ category: BrowseStore.Category) -> Route {
        route(operation, "merge", category) { request in
            let body = try request.json(as: Merge.self)
            guard let into = LibraryTrack.ID(body.into) else { throw Self.noTarget(category) }
            return .merge(into: into.rawValue)
        }
    }

    private func splitting(_ operation: String) -> Route {
        route(operation, "split", .artists) { request in
            let body = try request.json(as: Split.self)
            var names: [String] = []
            for (position, name) in body.names.enumerated() {
                guard let name = try Correction.name(name, "/names/\(position)") else { continue }
                names.append(name)
            }
            guard (2...20).contains(names.count) else {
                throw APIError.invalid("/names", "must have 2 to 20 names, found \(names.count)")
            }
            try Correction.checkDifferent(names, "/names") { ArtistName.key($0) }
            return .split(names)
        }
    }

    private func renaming(_ operation: String, _ category: BrowseStore.Category) -> Route {
        route(operation, "rename", category) { request in
            let body = try request.json(as: Rename.self)
            guard let name = try Correction.name(body.name, "/name") else {
                throw APIError.invalid("/name", "is missing: send a name of 1 to 500 characters")
            }
            return .rename(name)
        }
    }

    private func route(
        _ operation: String, _ verb: String, _ category: BrowseStore.Category,
        _ correction: @escaping @Sendable (Request) throws -> FilingChanges.EntryCorrection
    ) -> Route {
        Route(
            operation, .post, "/api/v1/me\(category.path)/{\(category.parameter)}/\(verb)", access: .account,
            bodyLimit: category.bodyLimit
        ) { request, context in
            guard let entry = LibraryTrack.ID(try request.parameter(category.parameter)) else {
                throw category.absent
            }
            let correction = try correction(request)
            do {
                let entries = try await changes.correct(correction, category, entry.rawValue, by: context.listener)
                return try .personal(ListView(entries.map { ReferenceView($0) }))
            } catch let refusal as FilingChanges.EntryCorrectionRefusal {
                switch refusal {
                case .noEntry: throw category.absent
                case .noTarget: throw Self.noTarget(category)
                case .itself:
                    throw APIError.invalid(
                        "/into",
                        "must be the ID of another \(category.noun) in your library, found the ID of the same \(category.noun)"
                    )
                }
            }
        }
    }

    private static func noTarget(_ category: BrowseStore.Category) -> APIError {
        .invalid("/into", "must be the ID of another \(category.noun) in your library, found an unknown ID")
    }
}

extension BrowseStore.Category {
    /// The maximum size of the body of a correction, in bytes. The limit is larger for artists, because a split has up to 20 names.
    package var bodyLimit: Int { (self == .artists ? 32 : 8) * 1024 }

    /// The 404 error for an artist, album or label that the listener's library does not contain.
    package var absent: APIError {
        APIError(.notFound, code: absence, "your library has no \(noun) with this ID: check the ID")
    }

    private var absence: APIError.Code {
        switch self {
        case .artists: .noSuchArtist
        case .albums: .noSuchAlbum
        case .labels: .noSuchLabel
        }
    }
}
