import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The editor of people.
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
        let (tenant, offset) = (context.tenant.id, try RelatedItems.offset(request))
        let tables = try await database.batch(
            in: tenant,
            [
                """
                select s.show_id, s.title, c.role, \(StationPictureStore.path(of: "s.art_id", in: tenant)) as art
                  from app.show_credit c
                  join app.show s on s.tenant_id = \(tenant) and s.show_id = c.show_id
                 where c.tenant_id = \(tenant)
                   and c.person_id = \(key)
                 order by s.title \(Collation(locale: context.tenant.locale)), s.show_id, c.role
                 limit \(RelatedItems.limit) offset \(offset)
                """,
                "select count(*) as total from app.show_credit where tenant_id = \(tenant) and person_id = \(key)",
            ], idempotent: true)
        let rows = try tables[0].map { row in
            let role: String = try row("role")
            var line = try ListRow(show: row)
            line.facts = "\(role)"
            return line
        }
        return RelatedItems(
            heading: "Shows", rows: rows, total: try tables[1][0]("total"), offset: offset, path: path(of: key)
        ).html
    }
}
