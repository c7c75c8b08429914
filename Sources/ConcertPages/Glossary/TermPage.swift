import ConcertNotes
import HTTP
import Web

/// The page of one term of the glossary, or of a new term.
struct TermPage: FormPage, Sendable {
    let context: RequestContext
    /// The term; `nil` for a new term.
    let term: GlossaryItem?
    let typed: TermForm
    let categories: [String]
    var error: APIError?

    func response() throws -> Response {
        var page = ConcertPage(term?.name ?? "New term", .glossary, context, content: try content())
        page.up = Page.Link("/cms/glossary", "Glossary")
        return page.response()
    }

    private func content() throws -> HTML {
        let tag = try term.map { try ContentTag.text(TermTag($0), of: context.tenant.id) } ?? ""
        let hidden: HTML =
            "\(context.csrf)\(HTML.hidden("term", term?.name ?? ""))\(HTML.hidden("tag", tag))"
        let common: HTML =
            term?.isOverCommon == true
            ? Notice(.warning, "<p>“\(term?.name ?? "")” is so common that phones link it in nearly every text.</p>")
                .html
            : .empty
        let deletion = term.map { term -> HTML in
            Confirmation(
                "Delete term", "“\(term.name)” is deleted from the glossary. Phones no longer link the word.",
                path: "/cms/glossary/term/delete", fields: hidden
            ).html
        }
        return """
            \(error.map {
                HTML.refusal(
                    $0,
                    changed: """
                        Somebody else changed this term in the meantime. The fields below have your texts: save again to replace theirs. \
                        Their description: “\(term?.description ?? "")”
                        """, labels: TermForm.labels, ids: TermForm.ids)
            })\(common)
            <form method="post" action="/cms/glossary/term" class="editor">\(hidden)
            \(typed.html(error, categories: categories))
            <p class="hint">The glossary has no draft: changes reach phones at once.</p>
            <p><button>\(term == nil ? "Add term" : "Save")</button></p></form>
            \(deletion)
            """
    }
}

/// The content from which the entity tag of a term is computed.
struct TermTag: Encodable, Sendable {
    let texts: [String]

    init(_ item: GlossaryItem) {
        texts = [item.name, item.category, item.description, item.history, item.image, item.source]
    }
}
