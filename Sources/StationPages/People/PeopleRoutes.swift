import HTTP
import Radio
import Tenancy
import Web

/// The page `/station/people` and the pages of people.
struct PeopleRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [
            Route(
                "getPeoplePage", .get, "/station/people", access: .permission(.viewStation), errors: .page,
                endpoint: getPeoplePage)
        ]
            + EditorPageRoutes(database: database) { [database] _ in PersonEditor(database: database) }
            .routes("Person", home: "/station/people", item: "/station/people/{person}")
    }

    /// Answers `getPeoplePage`.
    func getPeoplePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let search = try fields.optional("search")?.trimmed ?? ""
        let offset = try fields.optional("cursor") == nil ? 0 : fields.integer("cursor", in: 0...10_000_000)
        let (people, next) = try await PersonStore(database: database).page(
            ListQuery(search: search, offset: offset, in: context.tenant), in: context.tenant.id)
        let notice = try EditorNotice(request)
        let more = next.map { next -> HTML in
            "<p><a class=\"button quiet\" href=\"/station/people?search=\(search.percentEncoded)&cursor=\(next)\">More</a></p>"
        }
        let told: HTML =
            people.isEmpty ? (search.isEmpty ? "No people yet." : "No name contains “\(search)”.") : .empty
        var head = ListHead("/station/people", "Part of a name", search: search)
        head.action = "<a class=\"button\" href=\"/station/people/new\">New person</a>"
        let rows = people.map { person in
            var row = ListRow(
                "\(person.content.name)", LocalPath("/station/people/\(person.id)"),
                artwork: Artwork(person.content.name, isRound: true))
            if !person.content.biography.isEmpty { row.details = ["\(String(person.content.biography.prefix(140)))"] }
            return row
        }
        var page = StationPage(
            "People", .shows, context,
            content: """
                \(notice?.html("person"))
                \(head.html)
                <p class="faint" role="status">\(told)</p>
                \(RowList(rows).html)\(more)
                """)
        page.up = Page.Way("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }
}
