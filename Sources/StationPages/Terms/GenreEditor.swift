import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The editor of genres.
struct GenreEditor: StationEditor {
    let database: TenantDatabase

    var store: GenreStore { GenreStore(database: database) }
    var listPath: String { "/station/genres" }
    static let itemName = "genre"
    static let part = StationPage.Part.shows
    static let hasArt = false
    static let conflicts: [APIError.Code: String] = [.nameTaken: "name", .codeTaken: "code"]
    static let shape: [FormField] = [.line("name"), .optional("code")]

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        Page.Link("/station/genres", "Genres")
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).genre(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        let hint: HTML = """
            The code by which other systems identify the genre. RadioDNS guides need the code of a TV-Anytime term, such as \
            \(GenreTerm.scheme)2011:3.1.1. Leave the code empty for a genre that \
            only this station uses.
            """
        return """
            <fieldset><legend>Details</legend>
            \(form.line("name", "Name", "maxlength=\"200\" required"))
            \(form.line("code", "Code", "maxlength=\"200\" autocapitalize=\"none\" spellcheck=\"false\"", hint: hint))
            </fieldset>
            """
    }

    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML {
        let term = value["code"]?.text.flatMap(GenreTerm.named)
        let (tenant, offset) = (context.tenant.id, try RelatedItems.offset(request))
        let tables = try await database.batch(
            in: tenant,
            [
                """
                select s.show_id, s.title, \(StationPictureStore.path(of: "s.art_id", in: tenant)) as art
                  from app.show_genre g
                  join app.show s on s.tenant_id = \(tenant) and s.show_id = g.show_id
                 where g.tenant_id = \(tenant)
                   and g.genre_id = \(key)
                 order by s.title \(Collation(locale: context.tenant.locale)), s.show_id
                 limit \(RelatedItems.limit) offset \(offset)
                """,
                "select count(*) as total from app.show_genre where tenant_id = \(tenant) and genre_id = \(key)",
            ], idempotent: true)
        let shows = RelatedItems(
            heading: "Shows", rows: try tables[0].map { try ListRow(show: $0) }, total: try tables[1][0]("total"),
            offset: offset, path: path(of: key))
        return "\(term.map { "<p class=\"hint\">TV-Anytime term: “\($0.name)”.</p>" as HTML })\(shows.html)"
    }
}
