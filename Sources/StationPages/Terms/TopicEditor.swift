import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The editor of topics and keywords: the title, kind, position and search words, beside the 50 newest episodes.
struct TopicEditor: StationEditor {
    let database: TenantDatabase

    var store: TopicStore { TopicStore(database: database) }
    var listPath: String { "/station/topics" }
    static let itemName = "topic"
    static let part = StationPage.Part.shows
    static let shape: [FormField] = [.optional("kind"), .line("title"), .number("position"), .text("words")]

    func blank(_ context: RequestContext) async throws -> FormValue {
        .members(["kind": .text(Tag.Kind.topic.rawValue)])
    }

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        Page.Link("/station/topics", "Topics")
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).topic(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        """
        <fieldset><legend>Details</legend>
        \(form.line("title", "Title", "maxlength=\"500\" required"))
        \(form.choice("kind", "Kind", [
            (Tag.Kind.topic.rawValue, "Topic, with a picture and a position"),
            (Tag.Kind.keyword.rawValue, "Keyword, for search only"),
        ]))
        \(form.number("position", "Position", hint: "Lower positions come first. Equal positions are ordered by title."))
        \(form.lines("words", "Search words", rows: 3, limit: 10_000, hint: "Other words by which listeners can find this topic."))
        </fieldset>
        """
    }

    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML {
        let rows = try await database.rows(
            in: context.tenant.id,
            """
            select e.episode_id, e.title, s.title as show
              from app.episode_tag t
              join app.episode e on e.tenant_id = \(context.tenant.id) and e.episode_id = t.episode_id
              join app.show s on s.tenant_id = \(context.tenant.id) and s.show_id = e.show_id
             where t.tenant_id = \(context.tenant.id)
               and t.tag_id = \(key)
             order by e.published_at desc nulls last, e.episode_id desc
             limit 50
            """)
        guard !rows.isEmpty else { return .empty }
        return """
            <section><h2>Episodes</h2><ul class="lines">\(try rows.map { row in
                """
                <li><div class="grow"><a href="/station/episodes/\(try row("episode_id", as: Int64.self))">\
                \(try row("title", as: String.self))</a><span>\(try row("show", as: String.self))</span></div></li>
                """ as HTML
            })</ul></section>
            """
    }
}
