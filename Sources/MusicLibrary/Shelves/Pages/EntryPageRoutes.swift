import HTTP
import Tenancy
import Web

/// The page of one artist, album or label with its tracks, and the forms by which a listener teaches who or what it is
/// (spec L8, L9).
public struct EntryPageRoutes: Sendable {
    private let desk: ShelfDesk

    public init(database: TenantDatabase) { desk = ShelfDesk(database: database) }

    public var routes: [Route] {
        [
            entry("getArtistPage", .artists), entry("getAlbumPage", .albums), entry("getLabelPage", .labels),
            teaching("postArtistRename", "rename", .renamed) { fields in
                guard let name = try Correction.name(try fields("name"), "name") else { throw ArtistForms.noNames }
                return .rename(name)
            },
            teaching("postArtistMerge", "merge", .merged) { fields in
                guard let into = LibraryTrack.ID(try fields("into")) else { throw ArtistForms.noTarget }
                return .merge(into: into.rawValue)
            },
            teaching("postArtistSplit", "split", .split) { fields in
                let names = try Correction.names(try fields("names"), "names")
                guard names.count > 1 else { throw ArtistForms.noNames }
                return .split(names)
            },
            renaming("postAlbumRename", .albums), merging("postAlbumMerge", .albums),
            renaming("postLabelRename", .labels), merging("postLabelMerge", .labels),
        ]
    }

    private func entry(_ operation: String, _ category: ShelfStore.Category) -> Route {
        Route(operation, .get, "\(category.path)/{\(category.parameter)}", access: .account, errors: .page) {
            request, context in
            let entry = try await self.entry(category, request, context.listener)
            let view = category.noun
            try await desk.views.note(
                "library", params: [view: String(entry.id)], library: category.noted, of: context.listener)
            return try await page(category, entry, request, context, fields: try request.queryFields())
        }
    }

    private func entry(
        _ category: ShelfStore.Category, _ request: Request, _ listener: Listener
    ) async throws -> ShelfStore.Entry {
        guard let id = LibraryTrack.ID(try request.parameter(category.parameter)),
            let entry = try await desk.shelves.entry(category, id.rawValue, of: listener)
        else { throw category.absent }
        return entry
    }

    // MARK: - What is taught

    private func teaching(
        _ operation: String, _ verb: String, _ notice: LibraryNotice,
        _ lesson: @escaping @Sendable (FormFields) throws -> FilingDesk.Lesson
    ) -> Route {
        Route(
            operation, .post, "/library/artists/{libraryArtist}/" + verb, access: .account, errors: .page,
            bodyLimit: 32 * 1024
        ) { request, context in
            let listener = try context.listener
            let entry = try await self.entry(.artists, request, listener)
            let fields = try request.form()
            do {
                let places = try await desk.filing.teach(try lesson(fields), of: entry.id, by: listener)
                // Where its tracks are now; nowhere, where it had none.
                return .seeOther(places.first.map { "/library/artists/\($0.id)" } ?? "/library/artists", notice)
            } catch let refusal as FilingDesk.Refusal {
                guard refusal != .noArtist else { throw ShelfStore.Category.artists.absent }
                return try await page(.artists, entry, request, context, fields: fields, error: ArtistForms.noTarget)
            } catch let error as APIError where error.isTyped {
                return try await page(.artists, entry, request, context, fields: fields, error: error)
            }
        }
    }

    private func renaming(_ operation: String, _ category: ShelfStore.Category) -> Route {
        teaching(operation, "rename", category, .written) { fields in
            guard let name = try Correction.name(try fields("name"), "name") else { throw PlaceForms.noName }
            return .rename(name)
        }
    }

    private func merging(_ operation: String, _ category: ShelfStore.Category) -> Route {
        teaching(operation, "merge", category, .united) { fields in
            guard let into = LibraryTrack.ID(try fields("into")) else { throw PlaceForms.noTarget(category) }
            return .merge(into: into.rawValue)
        }
    }

    private func teaching(
        _ operation: String, _ verb: String, _ category: ShelfStore.Category, _ notice: LibraryNotice,
        _ lesson: @escaping @Sendable (FormFields) throws -> FilingDesk.PlaceLesson
    ) -> Route {
        Route(
            operation, .post, "\(category.path)/{\(category.parameter)}/\(verb)", access: .account, errors: .page,
            bodyLimit: 8 * 1024
        ) { request, context in
            let listener = try context.listener
            let entry = try await self.entry(category, request, listener)
            let fields = try request.form()
            do {
                let places = try await desk.filing.teach(try lesson(fields), category, entry.id, by: listener)
                return .seeOther(places.first.map { "\(category.path)/\($0.id)" } ?? category.path, notice)
            } catch let refusal as FilingDesk.PlaceRefusal {
                guard refusal != .noPlace else { throw category.absent }
                return try await page(
                    category, entry, request, context, fields: fields, error: PlaceForms.noTarget(category))
            } catch let error as APIError where error.isTyped {
                return try await page(category, entry, request, context, fields: fields, error: error)
            }
        }
    }

    // MARK: - The page

    /// - Parameter fields: of the query, or of a form that is refused.
    private func page(
        _ category: ShelfStore.Category, _ entry: ShelfStore.Entry, _ request: Request, _ context: RequestContext,
        fields: FormFields, error: APIError? = nil
    ) async throws -> Response {
        let (listener, place) = (try context.listener, try ShelfPage(request))
        let (tracks, next) = try await desk.shelves.tracks(category.tracks(entry.id), place, of: listener)
        let path = "\(category.path)/\(entry.id)"
        let find = try fields.optional("find")?.trimmedLine ?? ""
        let found = try await desk.shelves.others(category, than: entry, beginning: find, of: listener)
        let forms: HTML =
            category == .artists
            ? try ArtistForms(entry: entry, context: context, fields: fields, error: error, found: found).html
            : try PlaceForms(
                category: category, entry: entry, context: context, fields: fields, error: error, found: found
            ).html
        let by: HTML? = entry.artist.map {
            "<p>by <a class=\"from-library\" href=\"/library/artists/\($0.id)\">\($0.name)</a></p>"
        }
        var page = try await desk.page(
            entry.name, category.section, context,
            content: """
                \(try LibraryNotice(request)?.html)\(error.map { HTML.fault($0, labels: ArtistForms.labels) })
                \(by)
                <p class="faint">\(category.noun.capitalized) of your library · \
                \(entry.tracks == 1 ? "1 track" : "\(entry.tracks) tracks")</p>
                \(ShelfDesk.lines(tracks.map { TrackLine(track: $0) }))
                \(ShelfDesk.ways(path, isFirst: place.after == nil, next: next))
                \(tracks.isEmpty ? HTML.empty : ExportWays.html(category.played(entry.id)))
                \(forms)
                """)
        page.up = Page.Way(LocalPath(category.path) ?? "/library/songs", category.title)
        page.status = error?.status ?? .ok
        return page.response()
    }
}

/// What can be said of an artist: how the name is written, that it is another one's, that it is several.
struct ArtistForms {
    let entry: ShelfStore.Entry
    let context: RequestContext
    let fields: FormFields
    let error: APIError?
    /// Artists that it may be merged into.
    let found: [LibraryTrack.Place]

    static let labels = ["name": "The name", "names": "The list of names", "into": "The other artist"]
    static let noTarget = APIError.invalid("into", "must be another artist of your library")
    static let noNames = APIError.invalid("names", "must have 2 to 20 different names, one in a line")

    /// What is searched for among the artists.
    var find: String {
        get throws { try fields.optional("find")?.trimmedLine ?? "" }
    }

    var html: HTML {
        get throws {
            let (find, path) = (try find, "/library/artists/\(entry.id)")
            return """
                <h2>Correct this entry</h2>
                <details\(try isOpen("name"))><summary>Rename</summary>
                <form method="post" action="\(path)/rename">\(context.caller?.csrfField)
                <label for="name">Name</label>
                <input id="name" name="name" value="\(try fields.optional("name") ?? entry.name)" maxlength="500" required>
                <p><button>Rename</button></p></form></details>
                <details\(!find.isEmpty || error?.faults.first?.field == "into" ? " open" : HTML.empty)>\
                <summary>Merge with another artist</summary>
                <form class="find" method="get" action="\(path)"><div><label for="find">The other name begins with</label>
                <input id="find" name="find" type="search" value="\(find)" maxlength="200"></div>
                <button class="quiet">Search</button></form>
                <p class="hint" role="status">\(told(find))</p>
                <form class="acts" method="post" action="\(path)/merge">\(context.caller?.csrfField)\(found.map { other -> HTML in
                    "<button class=\"quiet\" name=\"into\" value=\"\(other.id)\">Merge into \(other.name)</button>"
                })</form></details>
                <details\(try isOpen("names"))><summary>Split into several artists</summary>
                <form method="post" action="\(path)/split">\(context.caller?.csrfField)
                <label for="names">Names, one per line</label>
                <textarea id="names" name="names" rows="4" maxlength="10000">
                \(try fields.optional("names") ?? Self.parts(entry.name).joined(separator: "\n"))</textarea>
                <p><button>Split</button></p></form></details>
                \(TeachingPageRoutes.way)
                """
        }
    }

    private func isOpen(_ field: String) throws -> HTML {
        try fields.optional(field) == nil ? .empty : " open"
    }

    private func told(_ find: String) -> HTML {
        if !find.isEmpty { return found.isEmpty ? "No other artist’s name begins with “\(find)”." : "Found:" }
        return found.isEmpty ? "There is no other artist." : "Next to it by name:"
    }

    /// The name cut where names are often joined, as a proposal to be mended.
    static func parts(_ name: String) -> [String] {
        var parts = [name]
        for sign in [" & ", ", ", " and ", " x ", " X ", " feat. ", " ft. ", " vs. ", " vs ", " + ", " / ", "; "] {
            parts = parts.flatMap { $0.split(separator: sign).map { String($0).trimmedLine } }
        }
        return parts.filter { !$0.isEmpty }
    }
}
