import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/genres` and of the pages of genres.
struct GenrePageRoutes: Sendable {
    let database: TenantDatabase

    private var store: GenreStore { GenreStore(database: database) }

    /// The maximum number of TV-Anytime terms in the search results.
    private static let termLimit = 24

    var routes: [Route] {
        [Route.stationPage("getGenresPage", "/station/genres", getGenresPage)]
            + EditorPageRoutes(database: database) { [database] _ in GenreEditor(database: database) }
            .routes("Genre", listPath: "/station/genres", item: "/station/genres/{genre}")
    }

    /// Answers `getGenresPage`: a page of at most 50 genres with names that contain the searched text; 422 for an invalid cursor. The first page of a
    /// search also lists at most 24 TV-Anytime terms that can become station genres.
    func getGenresPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let list = try ItemListQuery(request)
        let (genres, next) = try await store.page(list.query(in: context.tenant), in: context.tenant.id)
        let terms = list.search.isEmpty || list.offset > 0 ? [] : try await terms(list.search, context.tenant)
        let resultText: HTML =
            genres.isEmpty
            ? list.none("No genres yet.", "No genre name contains “\(list.search)”.") : .empty
        var page = StationPage(
            "Genres", .shows, context,
            content: """
                \(try EditorNotice(request)?.html("genre"))
                \(list.head("/station/genres", "Part of a name", new: "New genre"))
                <p class="faint" role="status">\(resultText)</p>
                <ul class="lines">\(genres.map { genre in
                    """
                    <li><div class="grow"><a href="/station/genres/\(genre.id)"><strong>\(genre.content.name)</strong></a>\
                    \(genre.content.code.map { "<span>\($0)</span>" as HTML })</div></li>
                    """ as HTML
                })</ul>\(list.more("/station/genres", next))
                \(terms.isEmpty ? HTML.empty : offered(terms, context))
                """)
        page.up = Page.Link("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }

    /// Returns the matching TV-Anytime terms that are not yet station genres, one per name. Most terms of 2004 also
    /// exist in the 2011 scheme.
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
        """
        <section><h2>TV-Anytime terms</h2>
        <p class="hint">Other systems recognise these terms by their codes.</p>
        <ul class="lines">\(terms.map { term in
            """
            <li><div class="grow"><strong>\(term.name)</strong><span>\(term.code)</span></div>
            <form class="acts" method="post" action="/station/genres">\(context.caller?.csrfField)
            <input type="hidden" name="code" value="\(term.code)">
            <button class="quiet" name="name" value="\(term.name)">Add<span class="hidden"> \(term.name)</span></button></form></li>
            """ as HTML
        })</ul></section>
        """
    }
}
