import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/genres` and of the pages of genres.
struct GenrePageRoutes: Sendable {
    let database: TenantDatabase

    private var store: GenreStore { GenreStore(database: database) }

    private static let termLimit = 24

    var routes: [Route] {
        [Route.stationPage("getGenresPage", "/station/genres", getGenresPage)]
            + EditorPageRoutes(database: database) { [database] _ in GenreEditor(database: database) }
            .routes("Genre", listPath: "/station/genres", item: "/station/genres/{genre}")
    }

    /// Answers `getGenresPage`: a page of at most 50 genres with names that contain the searched text, and matching TV-Anytime terms on the first
    /// page.
    func getGenresPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let list = try ItemListQuery(request)
        let (genres, next) = try await store.page(list.query(in: context.tenant), in: context.tenant.id)
        let terms = list.search.isEmpty || list.offset > 0 ? [] : try await terms(list.search, context.tenant)
        let rows = genres.map { genre in
            var row = ListRow(
                "<strong>\(genre.content.name)</strong>", LocalPath("/station/genres/\(genre.id)"), artwork: nil)
            if let code = genre.content.code { row.details = ["\(code)"] }
            return row
        }
        let empty = EmptyState(
            .label, "No genres yet",
            "Genres classify channels, shows and episodes. Search for a TV-Anytime term, or create a genre of your own.",
            action: "<a class=\"button\" href=\"/station/genres/new\">Create genre</a>")
        var page = StationPage(
            "Genres", .shows, context,
            content: """
                \(try EditorNotice(request)?.html("genre"))
                \(list.head("/station/genres", "Part of a name", new: "New genre"))
                \(list.list(rows, empty: empty, noMatch: "No genre name contains “\(list.search)”."))\(list.more("/station/genres", next))
                \(terms.isEmpty ? HTML.empty : offered(terms, context))
                """)
        page.up = Page.Link("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }

    /// Returns the matching TV-Anytime terms that are not yet genres, one per name, because most terms of 2004 are also in the scheme of 2011.
    private func terms(_ search: String, _ tenant: Tenant) async throws -> [GenreTerm] {
        let genres = try await store.genres(in: tenant)
        let (codes, names) = (Set(genres.compactMap(\.code)), Set(genres.map(\.name)))
        var offered: Set<String> = []
        let terms = GenreTerm.matching(search).filter { term in
            !codes.contains(term.code) && !names.contains(term.name) && offered.insert(term.name).inserted
        }
        return Array(terms.prefix(Self.termLimit))
    }

    private func offered(_ terms: [GenreTerm], _ context: RequestContext) -> HTML {
        let rows = terms.map { term in
            var row = ListRow("<strong>\(term.name)</strong>", nil, artwork: nil)
            row.details = ["\(term.code)"]
            row.form = ListRow.Form(
                "/station/genres",
                "\(context.caller?.csrfField)<input type=\"hidden\" name=\"code\" value=\"\(term.code)\">")
            row.actions = """
                <button class="quiet" name="name" value="\(term.name)">Add<span class="hidden"> \(term.name)</span></button>
                """
            return row
        }
        return """
            <section><h2>TV-Anytime terms</h2>
            <p class="hint">Other systems recognise these terms by their codes.</p>
            \(RowList(rows).html)</section>
            """
    }
}
