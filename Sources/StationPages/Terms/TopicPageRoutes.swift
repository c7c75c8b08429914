import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/topics` and of the pages of topics and keywords.
struct TopicPageRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [Route.stationPage("getTopicsPage", "/station/topics", getTopicsPage)]
            + EditorPageRoutes(database: database) { [database] _ in TopicEditor(database: database) }
            .routes("Topic", listPath: "/station/topics", item: "/station/topics/{topic}")
    }

    /// Answers `getTopicsPage`: a page of at most 50 topics and keywords whose title or search words contain the searched text: topics by position,
    /// then keywords.
    func getTopicsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let list = try ItemListQuery(request)
        let (topics, next) = try await TopicStore(database: database).page(
            list.query(in: context.tenant), in: context.tenant.id)
        let pictures = try await StationPictureStore(database: database).paths(
            of: .topic, topics.map(\.id), in: context.tenant.id)
        let rows = topics.map { topic in
            let (title, words) = (topic.content.title, topic.content.words)
            var row = ListRow(
                "<strong>\(title)</strong>", LocalPath("/station/topics/\(topic.id)"),
                artwork: Artwork(title, url: pictures[topic.id]))
            if !words.isEmpty { row.details = ["\(String(words.prefix(140)))"] }
            if topic.content.kind == .keyword { row.facts = "<b class=\"tag\">keyword</b>" }
            return row
        }
        let empty = EmptyState(
            .label, "No topics yet",
            "Topics group episodes of different shows. Listeners also find episodes by keywords.",
            action: "<a class=\"button\" href=\"/station/topics/new\">Create topic</a>")
        let noMatch: HTML = "No topic or keyword contains “\(list.search)” in its title or search words."
        var page = StationPage(
            "Topics and keywords", .shows, context,
            content: """
                \(try EditorNotice(request)?.html("topic"))
                \(list.head("/station/topics", "Part of a title or search word", new: "New topic"))
                \(list.list(rows, empty: empty, noMatch: noMatch))\(list.more("/station/topics", next))
                """)
        page.up = Page.Link("/station/shows", "Shows")
        page.style = StationStyle.rules
        return page.response()
    }
}
