import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The editor of people: the name and biography of a person, beside the shows that credit the person.
struct PersonEditor: StationEditor {
    let database: TenantDatabase

    var store: PersonStore { PersonStore(database: database) }
    var listPath: String { "/station/people" }
    static let itemName = "person"
    static let part = StationPage.Part.shows
    static let shape: [FormField] = [.line("name"), .text("biography")]

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        Page.Link("/station/people", "People")
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).person(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        """
        <fieldset><legend>Details</legend>
        \(form.line("name", "Name", "maxlength=\"500\" required"))
        \(form.lines("biography", "Biography", rows: 10, limit: 100_000,
            hint: "Shown while music by this person plays, and wherever apps show this person."))
        </fieldset>
        """
    }

    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML {
        let rows = try await database.rows(
            in: context.tenant.id,
            """
            select s.show_id, s.title, c.role
              from app.show_credit c
              join app.show s on s.tenant_id = \(context.tenant.id) and s.show_id = c.show_id
             where c.tenant_id = \(context.tenant.id)
               and c.person_id = \(key)
             order by s.title \(Collation(locale: context.tenant.locale)), s.show_id, c.role
             limit 100
            """)
        guard !rows.isEmpty else { return .empty }
        return """
            <section><h2>Shows</h2><ul class="lines">\(try rows.map { row in
                """
                <li><div class="grow"><a href="/station/shows/\(try row("show_id", as: Int64.self))">\
                \(try row("title", as: String.self))</a></div><span class="faint">\(try row("role", as: String.self))</span></li>
                """ as HTML
            })</ul></section>
            """
    }
}
