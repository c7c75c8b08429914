import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page of one artist, album or label with its tracks, and the forms for correcting the entry (spec L8, L9).
public struct EntryPageRoutes: Sendable {
    private let stores: BrowseStores

    public init(database: TenantDatabase, filing: FilingResources) {
        stores = BrowseStores(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            entry("getArtistPage", .artists), entry("getAlbumPage", .albums), entry("getLabelPage", .labels),
            renaming("postArtistRename", .artists, .artistRenamed),
            merging("postArtistMerge", .artists, .artistsMerged),
            splitting("postArtistSplit"),
            renaming("postAlbumRename", .albums, .albumRenamed), merging("postAlbumMerge", .albums, .albumsMerged),
            renaming("postLabelRename", .labels, .labelRenamed), merging("postLabelMerge", .labels, .labelsMerged),
        ]
    }

    private func entry(_ operation: String, _ category: BrowseStore.Category) -> Route {
        .accountPage(operation, "\(category.path)/{\(category.parameter)}") { request, context in
            let entry = try await self.entry(category, request, context.listener)
            let view = category.noun
            try await stores.views.note(
                "library", params: [view: String(entry.id)], library: category.noted, of: context.listener)
            return try await page(category, entry, request, context, fields: try request.queryFields())
        }
    }

    private func entry(
        _ category: BrowseStore.Category, _ request: Request, _ listener: Listener
    ) async throws -> BrowseStore.Entry {
        guard let id = LibraryTrack.ID(try request.parameter(category.parameter)),
            let entry = try await stores.browse.entry(category, id.rawValue, of: listener)
        else { throw category.absent }
        return entry
    }

    // MARK: - Corrections

    private func renaming(_ operation: String, _ category: BrowseStore.Category, _ notice: LibraryNotice) -> Route {
        correction(operation, "rename", category, notice) { fields in
            guard let name = try Correction.name(try fields("name"), "name") else { throw EntryForms.noName }
            return .rename(name)
        }
    }

    private func merging(_ operation: String, _ category: BrowseStore.Category, _ notice: LibraryNotice) -> Route {
        correction(operation, "merge", category, notice) { fields in
            guard let into = LibraryTrack.ID(try fields("into")) else { throw EntryForms.noTarget(category) }
            return .merge(into: into.rawValue)
        }
    }

    private func splitting(_ operation: String) -> Route {
        correction(operation, "split", .artists, .artistSplit) { fields in
            .split(try Correction.names(try fields("names"), "names", least: 2))
        }
    }

    private func correction(
        _ operation: String, _ verb: String, _ category: BrowseStore.Category, _ notice: LibraryNotice,
        _ correction: @escaping @Sendable (FormFields) throws -> FilingChanges.EntryCorrection
    ) -> Route {
        .accountForm(
            operation, "\(category.path)/{\(category.parameter)}/\(verb)", bodyLimit: category.bodyLimit
        ) { request, context in
            let listener = try context.listener
            let entry = try await self.entry(category, request, listener)
            let fields = try request.form()
            do {
                let entries = try await stores.filing.correct(try correction(fields), category, entry.id, by: listener)
                // Redirects to the entry under which the tracks are filed now, or to the list if the entry had no tracks.
                return .seeOther(entries.first.map { "\(category.path)/\($0.id)" } ?? category.path, notice)
            } catch let refusal as FilingChanges.EntryCorrectionRefusal {
                guard refusal != .noEntry else { throw category.absent }
                return try await page(
                    category, entry, request, context, fields: fields, error: EntryForms.noTarget(category))
            } catch let error as APIError where error.isCorrectable {
                return try await page(category, entry, request, context, fields: fields, error: error)
            }
        }
    }

    // MARK: - The page

    /// Returns the page of an entry, without storing the last view. `fields` are the fields of the query or of a refused form; `error` is the error
    /// of the refused form and sets the status. Throws 422 for an invalid cursor, limit or sort order.
    private func page(
        _ category: BrowseStore.Category, _ entry: BrowseStore.Entry, _ request: Request, _ context: RequestContext,
        fields: FormFields, error: APIError? = nil
    ) async throws -> Response {
        let (listener, position) = (try context.listener, try KeysetPage(request))
        let (tracks, next) = try await stores.browse.tracks(category.tracks(entry.id), position, of: listener)
        let path = "\(category.path)/\(entry.id)"
        let find = try fields.optional("find")?.trimmedLine ?? ""
        let found = try await stores.browse.others(category, than: entry, beginning: find, of: listener)
        let forms = EntryForms(
            category: category, entry: entry, context: context, fields: fields, error: error, found: found)
        let albums =
            category == .artists && position.after == nil
            ? try await stores.browse.albums(of: entry.id, most: Self.mostAlbums, listener) : []
        var page = try await stores.page(
            entry.name, category.section, context,
            content: """
                \(try LibraryNotice(request)?.html)\(error.map { HTML.fault($0, labels: EntryForms.labels, ids: EntryForms.ids) })
                \(head(category, entry))
                \(albums.isEmpty ? .empty : Self.grid(albums))
                \(BrowseMarkup.lines(tracks.map { TrackLine(track: $0) }))
                \(BrowseMarkup.pageLinks(path, isFirst: position.after == nil, next: next))
                \(tracks.isEmpty ? HTML.empty : ExportLinks.html(category.played(entry.id)))
                \(try forms.html)
                """)
        page.up = Page.Link(LocalPath(category.path) ?? "/library/songs", category.title)
        page.status = error?.status ?? .ok
        return page.playing(tracks.isEmpty ? nil : category.played(entry.id)).response()
    }

    /// The maximum number of albums on an artist's page.
    private static let mostAlbums = 200

    private static func grid(_ albums: [BrowseStore.Entry]) -> HTML {
        "<h2>Albums</h2>\(ArtworkGrid(albums.map { BrowseStore.Category.albums.tile($0) }).html)<h2>Tracks</h2>"
    }

    /// Returns the head of the page: the artwork, the artist of an album, and the number of tracks.
    private func head(_ category: BrowseStore.Category, _ entry: BrowseStore.Entry) -> HTML {
        let by: HTML? = entry.artist.map {
            "<p>by <a class=\"from-library\" href=\"/library/artists/\($0.id)\">\($0.name)</a></p>"
        }
        return """
            <div class="entry">\(category.artwork(entry, size: .large, cover: .head).html)<div>\(by)
            <p class="faint">\(category.noun.capitalized) in your library · \(LibraryFormat.count(entry.tracks, "track"))</p></div></div>
            """
    }
}
