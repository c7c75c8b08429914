import HTTP
import Web

/// The page with which a concert is created.
struct NewConcertPage: Sendable {
    let context: RequestContext
    let typed: ConcertForm
    var error: APIError?

    func response() -> Response {
        var page = ConcertPage("New concert", .concerts, context, content: content)
        page.up = Page.Link("/cms", "Concerts")
        page.script = EmbeddedText.newConcertJS
        return page.response()
    }

    private var content: HTML {
        var slug = Field("Short name", "slug", typed.slug)
        slug.fault = error?.fieldNote("slug")
        slug.hint = """
            The short name is part of the concert’s address and cannot be changed later. Leave the field empty to create the short name from the title: “Fate and Autumn” becomes \
            “fate-and-autumn”.
            """
        slug.attributes = " maxlength=\"63\" autocapitalize=\"none\" spellcheck=\"false\""
        return """
            \(error.map { HTML.fault($0, labels: ConcertForm.labels, ids: ConcertForm.ids) })
            <form method="post" action="/cms/new" class="editor">\(context.csrf)
            \(typed.html(error))\(slug.html)
            <p><button>Create concert</button></p></form>
            """
    }
}
