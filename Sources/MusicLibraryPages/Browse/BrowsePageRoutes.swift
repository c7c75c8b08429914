import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The pages `/library/songs`, `/library/artists`, `/library/albums` and `/library/labels`, sorted by name (spec L9).
public struct BrowsePageRoutes: Sendable {
    private let stores: BrowseStores

    public init(database: TenantDatabase, filing: FilingResources) {
        stores = BrowseStores(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            .accountPage("getSongsPage", "/library/songs", endpoint: getSongsPage),
            entries("getArtistsPage", .artists),
            entries("getAlbumsPage", .albums),
            entries("getLabelsPage", .labels),
        ]
    }

    /// Answers `getSongsPage`: a page of the songs, sorted by title, with the alphabetic index; 422 for an invalid parameter. Stores the page as the
    /// last view.
    func getSongsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, page) = (try context.listener, try KeysetPage(request))
        let (tracks, next) = try await stores.browse.tracks(.location(.library), page, of: listener)
        let index = try await stores.browse.alphabeticIndex(.tracks(.library), of: listener)
        try await stores.views.note("library", library: .songs, of: listener)
        return try await stores.page(
            "Songs", .songs, context,
            content: """
                \(try LibraryNotice(request)?.html)
                \(BrowseMarkup.total(try await stores.browse.count(.library, of: listener), "song"))
                \(BrowseMarkup.index(index, "/library/songs", page))
                \(tracks.isEmpty ? BrowseMarkup.nothing(Self.nothing, page) : .empty)
                \(BrowseMarkup.lines(tracks.map { TrackLine(track: $0) }))
                \(BrowseMarkup.pageLinks("/library/songs", isFirst: page.after == nil, next: next))
                \(tracks.isEmpty ? HTML.empty : ExportLinks.html(.songs))
                """
        ).playing(tracks.isEmpty ? nil : .songs).response()
    }

    private static let nothing = EmptyState(
        .library, "No songs yet",
        "Tracks that you add are filed under the artist who plays them, not under the account that uploaded them.",
        action: "<a class=\"button\" href=\"/library/search\">Find tracks</a>"
    ).html

    // MARK: - Artists, albums, labels

    /// The layout of artists, albums and labels on a page: tiles or rows.
    private enum Layout: String, CaseIterable {
        case grid, list

        var words: HTML { self == .grid ? "Grid" : "List" }
    }

    private func entries(_ operation: String, _ category: BrowseStore.Category) -> Route {
        .accountPage(operation, category.path) { request, context in
            let (listener, page) = (try context.listener, try KeysetPage(request))
            let layout: Layout = try request.queryFields().choice("show") ?? .grid
            let (items, next) = try await stores.browse.entries(category, page, of: listener)
            let entries = try await stores.browse.covered(items, category, listener)
            let index = try await stores.browse.alphabeticIndex(.entries(category), of: listener)
            let count = try await stores.browse.count(category, of: listener)
            try await stores.views.note(
                "library", params: layout == .grid ? [:] : ["show": layout.rawValue], library: category.noted,
                of: listener)
            let path = Self.path(category, layout)
            return try await stores.page(
                category.title, category.section, context,
                content: """
                    \(try LibraryNotice(request)?.html)
                    \(entries.isEmpty ? BrowseMarkup.nothing(nothing(category), page) : head(category, layout, count))
                    \(BrowseMarkup.index(index, path, page))
                    \(entries.isEmpty ? .empty : shown(entries, category, layout))
                    \(BrowseMarkup.pageLinks(path, isFirst: page.after == nil, next: next))
                    """
            ).response()
        }
    }

    private static func path(_ category: BrowseStore.Category, _ layout: Layout) -> String {
        LibraryPath.path(category.path, [("show", layout == .grid ? nil : layout.rawValue)])
    }

    private func nothing(_ category: BrowseStore.Category) -> HTML {
        EmptyState(
            category.icon, "No \(category.rawValue) yet", "\(category.title) appear here when you add tracks.",
            action: "<a class=\"button\" href=\"/library/search\">Find tracks</a>"
        ).html
    }

    /// Returns the head of the page: the number of entries and the choice of the layout.
    private func head(_ category: BrowseStore.Category, _ layout: Layout, _ count: Int64) -> HTML {
        let chips = Chips(
            "Layout",
            Layout.allCases.map { .init($0.words, Self.path(category, $0), isCurrent: $0 == layout) })
        return "<div class=\"listing\">\(BrowseMarkup.total(count, category.noun))\(chips.html)</div>"
    }

    private func shown(_ entries: [BrowseStore.Entry], _ category: BrowseStore.Category, _ layout: Layout) -> HTML {
        switch layout {
        case .grid: ArtworkGrid(entries.map { category.tile($0) }).html
        case .list: RowList(entries.map { row($0, category) }).html
        }
    }

    private func row(_ entry: BrowseStore.Entry, _ category: BrowseStore.Category) -> ListRow {
        var row = ListRow(
            "<strong>\(entry.name)</strong>", LocalPath("\(category.path)/\(entry.id)"),
            artwork: category.artwork(entry))
        row.origin = .library
        if let artist = entry.artist {
            row.details = ["by <a class=\"from-library\" href=\"/library/artists/\(artist.id)\">\(artist.name)</a>"]
        }
        row.facts = "\(LibraryFormat.count(entry.tracks, "track"))"
        return row
    }
}

extension BrowseStore.Category {
    var title: String {
        switch self {
        case .artists: "Artists"
        case .albums: "Albums"
        case .labels: "Labels"
        }
    }

    var icon: Icon {
        switch self {
        case .artists: .artist
        case .albums: .album
        case .labels: .label
        }
    }

    /// Returns the artwork of an artist, album or label: the cover of a track, or else a placeholder. The artwork of an artist is round.
    func artwork(
        _ entry: BrowseStore.Entry, size: Artwork.Size = .row, cover: CoverPath.Size = .row
    ) -> Artwork {
        Artwork(entry.name, url: entry.cover?.path(cover), isRound: self == .artists, size: size)
    }

    /// Returns a tile with the name of an entry, the number of tracks and, for an album, the artist.
    func tile(_ entry: BrowseStore.Entry) -> ArtworkGrid.Item {
        let artist: HTML? = entry.artist.map {
            "by <a class=\"from-library\" href=\"/library/artists/\($0.id)\">\($0.name)</a> · "
        }
        return ArtworkGrid.Item(
            entry.name, LocalPath("\(path)/\(entry.id)") ?? "/library/songs",
            detail: "\(artist)\(LibraryFormat.count(entry.tracks, "track"))", artwork: artwork(entry, cover: .tile))
    }

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

    func played(_ id: Int64) -> PlayContext.Source {
        switch self {
        case .artists: .artist(id)
        case .albums: .album(id)
        case .labels: .label(id)
        }
    }

    func tracks(_ id: Int64) -> BrowseStore.TrackList {
        switch self {
        case .artists: .artist(id)
        case .albums: .album(id)
        case .labels: .label(id)
        }
    }
}
