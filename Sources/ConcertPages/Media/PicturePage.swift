import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page of one picture: its preview, where it is used, and the forms that replace and delete it.
struct PicturePage: FormPage, Sendable {
    let context: RequestContext
    let image: EditedImage
    let uses: [PictureUse]
    var notice: ConcertNotice?
    var error: APIError?

    func response() throws -> Response {
        var page = ConcertPage(image.name, .pictures, context, content: try content())
        page.up = Page.Link("/cms/pictures", "Pictures")
        page.style = EmbeddedText.mediaCSS
        page.script = EmbeddedText.pictureUploadJS
        return page.response()
    }

    private func content() throws -> HTML {
        let tag = try ContentTag.text(ConcertSnapshot.hexadecimal(image.sha256), of: context.tenant.id)
        let hidden: HTML = "\(context.csrf)\(HTML.hidden("tag", tag))"
        let kind = MediaKind(rawValue: image.mediaType).map { [$0] } ?? []
        let replacement = FileField(kinds: kind, label: "New file", fault: error?.fieldNote("image"))
        let deletion = Confirmation(
            "Delete picture",
            isUsed
                ? """
                The picture cannot be deleted, because the notes, published concerts or glossary terms listed above show the picture. First \
                remove the picture from the notes and terms, and publish these concerts again.
                """
                : "The picture \(image.name) is deleted. No note and no glossary term shows the picture.",
            path: ConcertPaths.picture(image.name, "/delete"), fields: hidden)
        return """
            \(notice?.html)\(error.map {
                HTML.refusal(
                    $0, changed: "Somebody else replaced this picture in the meantime. The page shows the new picture.",
                    labels: ["image": "The file"], ids: ["image": "file"])
            })
            <div class="two"><div>
            <figure class="picture">\(PicturePreview(image).html)\
            <figcaption>\(image.facts) \(image.isDraft ? "<span class=\"tag soon\">Not published</span>" : HTML.empty)</figcaption></figure>
            <h2>Show the picture in a note</h2>
            <p>Write this text at the end of the note, with your own caption: <code class="secret">$\(image.name), Caption</code></p>
            </div><div>
            <h2>Where the picture is used</h2>\(usedBy)
            <h2>Replace the picture</h2>
            <form method="post" action="\(ConcertPaths.picture(image.name).description)" enctype="multipart/form-data" class="upload">\(hidden)
            \(replacement.html)<p><button class="quiet">Replace picture</button></p>
            <p class="hint">Published notes show the new file once a concert with the picture is published. A picture that only the glossary shows \
            changes at once.</p></form>
            \(deletion.html)
            </div></div>
            """
    }

    private var isUsed: Bool { !uses.isEmpty || !image.concerts.isEmpty || !image.terms.isEmpty }

    private var usedBy: HTML {
        guard isUsed else { return "<p class=\"faint\">No note and no glossary term shows this picture.</p>" }
        let published = image.concerts.map { slug -> HTML in
            "<li><a href=\"\(ConcertPaths.concert(slug).description)\">\(slug)</a> <span class=\"tag good\">published</span></li>"
        }
        let drafts = uses.prefix(100).map { use -> HTML in
            """
            <li><a href="\(ConcertPaths.piece(use.piece.id, "?measure=\(use.measure)").description)">\(use.piece.name.description)</a>, \
            track \(use.track), measure \(use.measure)\(use.caption.isEmpty ? "" : ": “\(use.caption)”")</li>
            """
        }
        let terms = image.terms.map { term -> HTML in
            "<li><a href=\"\(ConcertPaths.term(term).description)\">\(term)</a> in the glossary</li>"
        }
        return "<ul class=\"uses\">\(published)\(drafts)\(terms)</ul>"
    }
}
