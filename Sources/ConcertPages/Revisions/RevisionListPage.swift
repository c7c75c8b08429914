import ConcertEditing
import HTTP
import Web

/// The page with the published revisions of a concert, newest first.
struct RevisionListPage: FormPage, Sendable {
    let context: RequestContext
    let concert: EditedConcert
    let revisions: ListPage<ConcertRevision>
    /// Whether the list begins with the newest revision.
    let isFirst: Bool
    var error: APIError?
    var notice: ConcertNotice?

    func response() throws -> Response {
        var page = ConcertPage(concert.details.title, .concerts, context, content: try content())
        page.up = Page.Link("/cms", "Concerts")
        page.tabs = .concert(concert.slug, .revisions)
        page.style = EmbeddedText.revisionListCSS
        return page.response()
    }

    private func path(_ rest: String) -> LocalPath { ConcertPaths.concert(concert.slug, rest) }

    private func content() throws -> HTML {
        let refusal = error.map {
            HTML.refusal(
                $0,
                changed:
                    "Nothing was restored: somebody else changed the draft in the meantime. Compare the draft again, then restore."
            )
        }
        guard !revisions.rows.isEmpty || !isFirst else {
            let empty = EmptyState(
                .clock, "No revisions yet",
                "Every published revision is kept here. You can compare any two revisions and restore any revision.",
                action: "<a class=\"button quiet\" href=\"\(path("").description)\">Open the programme</a>")
            return "\(refusal)\(empty.html)"
        }
        guard !revisions.rows.isEmpty else {
            return "\(refusal)\(comparison)<p class=\"faint\">There are no older revisions.</p>"
        }
        let tag = try ContentTag.text(concert.draft?.version, of: context.tenant.id)
        var table = DataTable(
            "Newest first. Times are in the time zone \(context.tenant.timeZone).",
            columns: ["Revision", "Published", "Published by", "Note"], rows: revisions.rows.map { row($0, tag) })
        table.hasActions = true
        let next = revisions.next.map { last -> HTML in
            let cursor = ListCursor("revision-list", ["\(last.revision)"]).description
            return """
                <p class="pages"><a class="button quiet" href="\(path("/revisions?cursor=\(cursor.percentEncoded)").description)">\
                Older revisions</a></p>
                """
        }
        return "\(notice?.html)\(refusal)\(comparison)\(table.html)\(next)"
    }

    private var comparison: HTML {
        guard let published = concert.published else { return .empty }
        // The form offers the latest 1,000 revisions. Links in the rows reach older revisions.
        let numbers = (max(1, published.revision - 999)...published.revision).reversed().map {
            Field.Option(String($0), "Revision \($0)")
        }
        let draft = Field.Option("draft", "Draft")
        let from = Field(
            "From revision", "from",
            String(concert.draft?.isChanged == true ? published.revision : max(1, published.revision - 1)),
            .choice(numbers))
        let to = Field(
            "To revision", "to", concert.draft?.isChanged == true ? "draft" : String(published.revision),
            .choice([draft] + numbers))
        return """
            <form method="get" action="\(path("/changes").description)" class="filter">\(from.html)\(to.html)\
            <p><button class="quiet">Compare</button></p></form>
            """
    }

    private func row(_ revision: ConcertRevision, _ tag: String) -> [HTML] {
        let number = revision.revision
        let isPublished = number == concert.published?.revision
        let isChanged = concert.draft?.isChanged == true
        var links: [HTML] = []
        if number > 1 {
            links.append(
                """
                <a class="button quiet" href="\(path("/changes?from=\(number - 1)&to=\(number)").description)">Changes\
                <span class="hidden"> of revision \(number)</span></a>
                """)
        }
        if !isPublished || isChanged {
            var confirmation = Confirmation(
                "Restore<span class=\"hidden\"> revision \(number)</span>",
                """
                The content of revision \(number) replaces the draft.\(isChanged ? " Changes that were not published are lost." : "") \
                The audience sees no change until you publish.
                """, path: path("/revisions/\(number)/restore"), fields: "\(context.csrf)\(HTML.hidden("tag", tag))")
            confirmation.button = "Restore revision \(number)"
            confirmation.id = "restore-\(number)"
            confirmation.isDestructive = false
            links.append(confirmation.html)
        }
        return [
            "\(number)\(isPublished ? " <b class=\"tag good\">Published</b>" : HTML.empty)",
            "\(LocalTimeFormatter(context.tenant).long(revision.publishedAt))",
            "\(revision.publishedBy)\(revision.source == "import" ? " <b class=\"tag\">Import</b>" : HTML.empty)",
            "\(revision.note.isEmpty ? "–" : revision.note)", "<div class=\"acts\">\(links)</div>",
        ]
    }
}
