import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/people` and of the pages of people.
struct PeopleRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [Route.stationPage("getPeoplePage", "/station/people", getPeoplePage)]
            + EditorPageRoutes(database: database) { [database] _ in PersonEditor(database: database) }
            .routes("Person", listPath: "/station/people", item: "/station/people/{person}")
    }

    /// Answers `getPeoplePage`: a page of at most 50 people with names that contain the searched text, by name.
    func getPeoplePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let list = try ItemListQuery(request)
        let (people, next) = try await PersonStore(database: database).page(
            list.query(in: context.tenant), in: context.tenant.id)
        let pictures = try await StationPictureStore(database: database).paths(
            of: .person, people.map(\.id), in: context.tenant.id)
        let rows = people.map { person in
            var row = ListRow(
                "\(person.content.name)", LocalPath("/station/people/\(person.id)"),
                artwork: Artwork(person.content.name, url: pictures[person.id], isRound: true))
            if !person.content.biography.isEmpty { row.details = ["\(String(person.content.biography.prefix(140)))"] }
            return row
        }
        let empty = EmptyState(
            .artist, "No people yet", "Shows and episodes credit people, such as hosts, guests and authors.",
            action: "<a class=\"button\" href=\"/station/people/new\">Create person</a>")
        var page = StationPage(
            "People", .shows, context,
            content: """
                \(try EditorNotice(request)?.html("person"))
                \(list.head("/station/people", "Part of a name", new: "New person"))
                \(list.list(rows, empty: empty, noMatch: "No name contains “\(list.search)”."))\(list.more("/station/people", next))
                """)
        page.up = Page.Link("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }
}
