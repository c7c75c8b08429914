import ArtistClassification
import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for merging, splitting and renaming artists (spec L8).
public struct ArtistTeachingRoutes: Sendable {
    private let changes: FilingChanges

    public init(database: TenantDatabase, filing: FilingResources) {
        changes = FilingChanges(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            route("mergeLibraryArtist", "merge") { request in
                let body = try request.json(as: Merge.self)
                guard let into = LibraryTrack.ID(body.into) else {
                    throw APIError.invalid("/into", "must be the ID of another artist in your library")
                }
                return .merge(into: into.rawValue)
            },
            route("splitLibraryArtist", "split") { request in
                let body = try request.json(as: Split.self)
                var names: [String] = []
                for (position, name) in body.names.enumerated() {
                    guard let name = try Correction.name(name, "/names/\(position)") else { continue }
                    names.append(name)
                }
                guard (2...20).contains(names.count) else {
                    throw APIError.invalid("/names", "must have 2 to 20 names, found \(names.count)")
                }
                guard Set(names.map { ArtistName.key($0) }).count == names.count else {
                    throw APIError.invalid("/names", "must not contain the same name twice")
                }
                return .split(names)
            },
            route("renameLibraryArtist", "rename") { request in
                let body = try request.json(as: Rename.self)
                guard let name = try Correction.name(body.name, "/name") else {
                    throw APIError.invalid("/name", "must have 1 to 500 characters")
                }
                return .rename(name)
            },
        ]
    }

    private struct Merge: Decodable { let into: String }
    private struct Split: Decodable { let names: [String] }
    private struct Rename: Decodable { let name: String }

    private func route(
        _ operation: String, _ verb: String, _ lesson: @escaping @Sendable (Request) throws -> FilingChanges.Lesson
    ) -> Route {
        Route(
            operation, .post, "/api/v1/me/library/artists/{libraryArtist}/" + verb, access: .account,
            bodyLimit: 32 * 1024
        ) { request, context in
            let absent = APIError(.notFound, code: .noSuchArtist, "your library has no artist with this ID")
            guard let artist = LibraryTrack.ID(try request.parameter("libraryArtist")) else { throw absent }
            let lesson = try lesson(request)
            do {
                let entries = try await changes.teach(lesson, of: artist.rawValue, by: context.listener)
                return try .json(
                    ListView(entries.map { ReferenceView($0) }),
                    fields: ["Cache-Control": "no-store"])
            } catch let refusal as FilingChanges.Refusal {
                switch refusal {
                case .noArtist: throw absent
                case .noTarget: throw APIError.invalid("/into", "must be the ID of another artist in your library")
                case .itself: throw APIError.invalid("/into", "must not be the ID of the artist that is being merged")
                }
            }
        }
    }
}
