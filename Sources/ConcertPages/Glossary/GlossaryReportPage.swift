import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The report on the glossary: terms that phones link too often, and terms that match the same words.
struct GlossaryReportPage: Sendable {
    let context: RequestContext
    let report: GlossaryReport
    /// The concert whose texts were examined; `nil` if the tenant has none.
    let concert: EditedConcert?
    let concerts: [EditedConcert]

    func response() -> Response {
        var page = ConcertPage("Glossary", .glossary, context, content: content)
        page.tabs = .glossary(.report)
        return page.response()
    }

    private var content: HTML { "\(choice)\(common)\(duplicates)" }

    private var choice: HTML {
        guard let concert else { return .empty }
        let field = Field(
            "Concert", "concert", concert.slug,
            .choice(concerts.map { Field.Option($0.slug, "\($0.details.title) \($0.details.date ?? "")") }))
        return """
            <form method="get" action="/cms/glossary/report" class="filter">\(field.html)\
            <p><button class="quiet">Show report</button></p></form>
            """
    }

    private var common: HTML {
        let heading: HTML = "<h2>Very common terms</h2>"
        guard !report.common.isEmpty else {
            let result: HTML =
                report.textCount < GlossaryReport.fewestTexts
                ? "No term is a very common word. The share of notes with a term is checked only if there are at least \(GlossaryReport.fewestTexts) notes."
                : "No term is linked in more than \(GlossaryReport.commonShare) % of the notes."
            return "\(heading)<p class=\"notice good\">\(result)</p>"
        }
        let table = DataTable(
            """
            If phones link very common words, readers stop noticing links. Delete the term, or write a longer name, such as \
            “sonata form” instead of “form”.
            """, columns: ["Term", "Category", "Notes with the term"],
            rows: report.common.map { term in
                [
                    link(term.item), "\(term.item.category)",
                    report.textCount == 0
                        ? "–" : "\(term.matches) of \(report.textCount) (\(term.matches * 100 / report.textCount) %)",
                ]
            })
        return "\(heading)\(table.html)"
    }

    private var duplicates: HTML {
        let heading: HTML = "<h2>Duplicate matches</h2>"
        guard !report.duplicates.isEmpty else {
            return "\(heading)<p class=\"notice good\">No two terms match the same words.</p>"
        }
        let table = DataTable(
            "Two terms match the same words of a text, so phones link only one of the terms.",
            columns: ["Term", "Other term", "Reason"],
            rows: report.duplicates.map { match in
                [
                    link(match.item), link(match.other),
                    match.isSpelling
                        ? "The two terms are spelt nearly the same. Keep one of the two terms."
                        : "“\(match.other.name)” contains “\(match.item.name)”.",
                ]
            })
        return "\(heading)\(table.html)"
    }

    private func link(_ item: GlossaryItem) -> HTML {
        "<a href=\"\(ConcertPaths.term(item.name).description)\">\(item.name)</a>"
    }
}
