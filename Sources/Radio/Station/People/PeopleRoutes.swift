import HTTP
import Tenancy
import Web

/// `/station/people` and the pages of people.
struct PeopleRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [
            Route(
                "getPeoplePage", .get, "/station/people", access: .permission(.viewStation), errors: .page,
                endpoint: getPeoplePage)
        ]
            + EditorDesk(database: database) { [database] _ in PersonEditor(database: database) }
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
            people.isEmpty ? (search.isEmpty ? "There is nobody yet." : "Nobody is called “\(search)”.") : .empty
        var page = StationPage(
            "People", .shows, context,
            content: """
                \(notice?.html("person"))
                <div class="head"><form class="search" method="get" action="/station/people" role="search"><div>\
                <label for="search">Part of a name</label>
                <input id="search" name="search" type="search" value="\(search)" maxlength="200"></div>
                <button class="quiet">Search</button></form>
                <a class="button" href="/station/people/new">New person</a></div>
                <p class="faint" role="status">\(told)</p>
                <ul class="lines">\(people.map { person in
                    """
                    <li><div class="grow"><a href="/station/people/\(person.id)"><strong>\(person.content.name)</strong></a>\
                    \(person.content.biography.isEmpty ? HTML.empty : "<span>\(String(person.content.biography.prefix(140)))</span>")</div></li>
                    """ as HTML
                })</ul>\(more)
                """)
        page.up = Page.Way("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }
}
