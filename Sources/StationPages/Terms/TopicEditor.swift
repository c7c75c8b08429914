import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The editor of topics and keywords.
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
        Page.Link("/station/topics", "Topics and keywords")
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
        let (tenant, offset) = (context.tenant.id, try RelatedItems.offset(request))
        let tables = try await database.batch(
            in: tenant,
            [
                """
                select e.episode_id, e.title, s.title as show,
                       coalesce(\(StationPictureStore.path(of: "e.art_id", in: tenant)),
                                \(StationPictureStore.path(of: "s.art_id", in: tenant))) as art
                  from app.episode_tag t
                  join app.episode e on e.tenant_id = \(tenant) and e.episode_id = t.episode_id
                  join app.show s on s.tenant_id = \(tenant) and s.show_id = e.show_id
                 where t.tenant_id = \(tenant)
                   and t.tag_id = \(key)
                 order by e.published_at desc nulls last, e.episode_id desc
                 limit \(RelatedItems.limit) offset \(offset)
                """,
                "select count(*) as total from app.episode_tag where tenant_id = \(tenant) and tag_id = \(key)",
            ], idempotent: true)
        let rows = try tables[0].map { row in
            let (key, title, show): (Int64, String, String) = (try row("episode_id"), try row("title"), try row("show"))
            let picture: String? = try row.optional("art")
            var line = ListRow(
                "\(title)", LocalPath("/station/episodes/\(key)"), artwork: Artwork(title, url: picture))
            line.details = ["\(show)"]
            return line
        }
        return RelatedItems(
            heading: "Episodes", rows: rows, total: try tables[1][0]("total"), offset: offset, path: path(of: key)
        ).html
    }
}
