import HTTP
import Tenancy
import Web

/// `/library/songs`, `/library/artists`, `/library/albums` and `/library/labels`: the listener's own library, by name
/// (spec L9).
public struct ShelfPageRoutes: Sendable {
    private let desk: ShelfDesk

    public init(database: TenantDatabase) { desk = ShelfDesk(database: database) }

    public var routes: [Route] {
        [
            Route("getSongsPage", .get, "/library/songs", access: .account, errors: .page, endpoint: getSongsPage),
            entries("getArtistsPage", .artists),
            entries("getAlbumsPage", .albums),
            entries("getLabelsPage", .labels),
        ]
    }

    /// Answers `getSongsPage`.
    func getSongsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, page) = (try context.listener, try ShelfPage(request))
        let (tracks, next) = try await desk.shelves.tracks(.shelf(.library), page, of: listener)
        let rail = try await desk.shelves.rail(.tracks(.library), of: listener)
        try await desk.views.note("library", library: .songs, of: listener)
        return try await desk.page(
            "Songs", .songs, context,
            content: """
                \(try LibraryNotice(request)?.html)
                \(ShelfDesk.total(try await desk.shelves.count(.library, of: listener), "song"))
                \(ShelfDesk.rail(rail, "/library/songs", page))
                \(tracks.isEmpty ? Self.nothing : HTML.empty)
                \(ShelfDesk.lines(tracks.map { TrackLine(track: $0) }))
                \(ShelfDesk.ways("/library/songs", isFirst: page.after == nil, next: next))
                \(tracks.isEmpty ? HTML.empty : ExportWays.html(.songs))
                """
        ).response()
    }

    private static let nothing: HTML = """
        <p>No songs yet. Tracks that you add are filed under the artist who plays them, not under the account that uploaded them.</p>
        """

    private func entries(_ operation: String, _ category: ShelfStore.Category) -> Route {
        Route(operation, .get, category.path, access: .account, errors: .page) { request, context in
            let (listener, page) = (try context.listener, try ShelfPage(request))
            let (entries, next) = try await desk.shelves.entries(category, page, of: listener)
            let rail = try await desk.shelves.rail(.entries(category), of: listener)
            try await desk.views.note("library", library: category.noted, of: listener)
            return try await desk.page(
                category.title, category.section, context,
                content: """
                    \(try LibraryNotice(request)?.html)
                    \(ShelfDesk.total(try await desk.shelves.count(category, of: listener), category.noun))
                    \(ShelfDesk.rail(rail, category.path, page))
                    \(entries.isEmpty ? "<p>Nothing here yet.</p>" : HTML.empty)
                    \(entries.isEmpty ? .empty : "<ul class=\"lines\">\(entries.map { line($0, category) })</ul>" as HTML)
                    \(ShelfDesk.ways(category.path, isFirst: page.after == nil, next: next))
                    """
            ).response()
        }
    }

    private func line(_ entry: ShelfStore.Entry, _ category: ShelfStore.Category) -> HTML {
        let artist: HTML? = entry.artist.map {
            "<span>by <a class=\"from-library\" href=\"/library/artists/\($0.id)\">\($0.name)</a></span>"
        }
        return """
            <li>\(Artwork(entry.name, isRound: category == .artists).html)<div class="grow"><a class="from-library" href="\(category.path)/\(entry.id)"><strong>\(entry.name)</strong></a>\
            \(artist)</div><span class="facts">\(CloudClock.count(entry.tracks, "track"))</span></li>

            """
    }
}

extension ShelfStore.Category {
    var path: String { "/library/\(rawValue)" }

    var title: String {
        switch self {
        case .artists: "Artists"
        case .albums: "Albums"
        case .labels: "Labels"
        }
    }

    /// "artist".
    var noun: String { String(rawValue.dropLast()) }

    var section: LibraryPage.Section {
        switch self {
        case .artists: .artists
        case .albums: .albums
        case .labels: .labels
        }
    }

    var noted: ViewState.LibraryCategory {
        switch self {
        case .artists: .artists
        case .albums: .albums
        case .labels: .labels
        }
    }

    /// Which path parameter names one.
    var parameter: String {
        switch self {
        case .artists: "libraryArtist"
        case .albums: "libraryAlbum"
        case .labels: "libraryLabel"
        }
    }

    func played(_ id: Int64) -> PlayContext.Source {
        switch self {
        case .artists: .artist(id)
        case .albums: .album(id)
        case .labels: .label(id)
        }
    }

    func tracks(_ id: Int64) -> ShelfStore.TrackList {
        switch self {
        case .artists: .artist(id)
        case .albums: .album(id)
        case .labels: .label(id)
        }
    }
}
