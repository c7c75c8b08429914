import ConcertEditing
import HTTP
import Web

/// The page with which a piece of a programme is renamed or removed.
struct PieceHeadingPage: Sendable {
    let context: RequestContext
    let piece: PieceDraft
    /// The pieces of the concert, whose composers and works the form suggests.
    let pieces: [PieceDraft]
    let typed: PieceForm
    var error: APIError?

    func response() throws -> Response {
        var page = ConcertPage("Edit or remove a piece", .concerts, context, content: try content())
        page.up = Page.Link(ConcertPaths.concert(piece.concert, "#piece-\(piece.id)"), "Programme")
        return page.response()
    }

    private func content() throws -> HTML {
        let path = ConcertPaths.concert(piece.concert, "/pieces/\(piece.id)")
        let hidden: HTML =
            "\(context.csrf)\(HTML.hidden("tag", try ContentTag.text(piece.heading, of: context.tenant.id)))"
        let notes = piece.content.tracks.reduce(0) { $0 + $1.annotations.count }
        var removal = Confirmation(
            "Remove piece",
            """
            “\(piece.name.description)” is removed from the draft with its \(SentenceFormat.count(notes, "note")) and its \
            \(SentenceFormat.count(piece.content.measures.count, "measure")). Published revisions keep the piece.
            """, path: ConcertPaths.concert(piece.concert, "/pieces/\(piece.id)/delete"), fields: hidden)
        removal.id = "removal"
        let fields: HTML =
            typed.heading == piece.heading
            ? "The fields below show the current texts."
            : "The fields below have your texts: save again to replace theirs."
        return """
            \(error.map {
                HTML.refusal(
                    $0,
                    changed: """
                        Somebody else changed the name or recording of this piece in the meantime. The name is now \
                        “\(piece.name.description)”. \(fields)
                        """, labels: PieceForm.labels, ids: PieceForm.ids)
            })
            <p><a href="\(ConcertPaths.piece(piece.id).description)">Edit the notes of \(piece.name.description)</a></p>
            <form method="post" action="\(path.description)" class="editor">\(hidden)
            \(typed.html(error, among: pieces))
            <p><button>Save</button></p></form>
            \(removal.html)
            """
    }
}
