import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of the shelves: each category by name, and the tracks of one entry (spec L9).
public struct ShelfRoutes: Sendable {
    private let shelves: ShelfStore

    public init(database: TenantDatabase) { shelves = ShelfStore(database: database) }

    public var routes: [Route] {
        [
            Route(
                "findLibrarySongs", .get, "/api/v1/me/library/songs", access: .account,
                query: ShelfPage.parameters
            ) { request, context in
                try await list(.shelf(.library), request, context)
            },
            Route(
                "findUncertainTracks", .get, "/api/v1/me/library/uncertain", access: .account,
                query: ShelfPage.parameters
            ) { request, context in
                try await list(.uncertain, request, context)
            },
            Route(
                "settleLibraryTrack", .post, "/api/v1/me/library/tracks/{libraryTrack}/settle", access: .account
            ) { request, context in
                let (urn, listener) = (try LibraryTrack.urn(in: request), try context.listener)
                guard try await shelves.settle(urn, of: listener),
                    let track = try await shelves.track(urn, of: listener)
                else { throw LibraryTrack.absent }
                return try .json(LibraryTrackView(track), fields: ["Cache-Control": "no-store"])
            },
            entries("findLibraryArtists", "/api/v1/me/library/artists", .artists),
            entries("findLibraryAlbums", "/api/v1/me/library/albums", .albums),
            entries("findLibraryLabels", "/api/v1/me/library/labels", .labels),
            tracks(
                "findLibraryArtistTracks", "/api/v1/me/library/artists/{libraryArtist}/tracks", .artists,
                "libraryArtist", { .artist($0) }),
            tracks(
                "findLibraryAlbumTracks", "/api/v1/me/library/albums/{libraryAlbum}/tracks", .albums, "libraryAlbum",
                { .album($0) }),
            tracks(
                "findLibraryLabelTracks", "/api/v1/me/library/labels/{libraryLabel}/tracks", .labels, "libraryLabel",
                { .label($0) }),
        ]
    }

    private func entries(_ operation: String, _ path: String, _ category: ShelfStore.Category) -> Route {
        Route(operation, .get, path, access: .account, query: ShelfPage.parameters) { request, context in
            let page = try ShelfPage(request)
            let (entries, next) = try await shelves.entries(category, page, of: context.listener)
            return try .json(
                ShelfListView(items: entries.map(EntryView.init), nextCursor: next),
                fields: ["Cache-Control": "no-store"])
        }
    }

    private func tracks(
        _ operation: String, _ path: String, _ category: ShelfStore.Category, _ parameter: String,
        _ tracks: @escaping @Sendable (Int64) -> ShelfStore.TrackList
    ) -> Route {
        Route(operation, .get, path, access: .account, query: ShelfPage.parameters) { request, context in
            guard let id = LibraryTrack.ID(try request.parameter(parameter)),
                try await shelves.has(category, id.rawValue, context.listener)
            else { throw category.absent }
            return try await list(tracks(id.rawValue), request, context)
        }
    }

    private func list(
        _ list: ShelfStore.TrackList, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let (tracks, next) = try await shelves.tracks(list, ShelfPage(request), of: context.listener)
        return try .json(
            ShelfListView(items: tracks.map(LibraryTrackView.init), nextCursor: next),
            fields: ["Cache-Control": "no-store"])
    }
}
