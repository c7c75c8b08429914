import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints for browsing the library, and for confirming the filing of an uncertain track (spec L9).
public struct BrowseRoutes: Sendable {
    private let browse: BrowseStore

    public init(database: TenantDatabase) { browse = BrowseStore(database: database) }

    public var routes: [Route] {
        [
            Route(
                "findLibrarySongs", .get, "/api/v1/me/library/songs", access: .account,
                query: KeysetPage.parameters
            ) { request, context in
                try await list(.location(.library), request, context)
            },
            Route(
                "findUncertainTracks", .get, "/api/v1/me/library/uncertain", access: .account,
                query: KeysetPage.parameters
            ) { request, context in
                try await list(.uncertain, request, context)
            },
            Route(
                "settleLibraryTrack", .post, "/api/v1/me/library/tracks/{libraryTrack}/settle", access: .account
            ) { request, context in
                let (urn, listener) = (try LibraryTrack.urn(in: request), try context.listener)
                guard try await browse.confirmFiling(urn, of: listener) else { throw LibraryTrack.absent }
                return try await browse.response(urn, of: listener)
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

    private func entries(_ operation: String, _ path: String, _ category: BrowseStore.Category) -> Route {
        Route(operation, .get, path, access: .account, query: KeysetPage.parameters) { request, context in
            let page = try KeysetPage(request)
            let (entries, next) = try await browse.entries(category, page, of: context.listener)
            return try .personal(ListView(entries.map(EntryView.init), next: next))
        }
    }

    private func tracks(
        _ operation: String, _ path: String, _ category: BrowseStore.Category, _ parameter: String,
        _ tracks: @escaping @Sendable (Int64) -> BrowseStore.TrackList
    ) -> Route {
        Route(operation, .get, path, access: .account, query: KeysetPage.parameters) { request, context in
            guard let id = LibraryTrack.ID(try request.parameter(parameter)),
                try await browse.has(category, id.rawValue, context.listener)
            else { throw category.absent }
            return try await list(tracks(id.rawValue), request, context)
        }
    }

    private func list(
        _ list: BrowseStore.TrackList, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let (tracks, next) = try await browse.tracks(list, KeysetPage(request), of: context.listener)
        return try .personal(ListView(tracks.map(TrackView.init), next: next))
    }
}

extension BrowseStore {
    /// Returns a response with one of the listener's tracks: 201 for a new track, 200 for an existing track, and 200 without `Location` if `isNew` is
    /// `nil`. Throws 404 if the listener does not have the track.
    func response(_ urn: CloudURN, isNew: Bool? = nil, of listener: Listener) async throws -> Response {
        guard let track = try await track(urn, of: listener) else { throw LibraryTrack.absent }
        guard let isNew else { return try .personal(TrackView(track)) }
        return try .json(
            TrackView(track), status: isNew ? .created : .ok,
            fields: ["Location": "/api/v1/me/library/tracks/\(urn)", "Cache-Control": "no-store"])
    }
}
