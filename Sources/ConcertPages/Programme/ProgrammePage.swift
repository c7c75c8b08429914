import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page of a concert: the programme and the faults that prevent publication, with forms for a new piece, for publication and for the details.
struct ProgrammePage: Sendable {
    let context: RequestContext
    let review: DraftReview
    var notice: ConcertNotice?
    var refusal: Refusal?
    var details: ConcertForm
    var newPiece = PieceForm()

    /// A form of the page that was refused.
    struct Refusal: Sendable {
        let form: Form
        let error: APIError
    }

    /// A form of the page.
    enum Form: Sendable {
        case details, newPiece, order, publication, draft, deletion
    }

    init(context: RequestContext, review: DraftReview) {
        self.context = context
        self.review = review
        details = ConcertForm(review.concert.details)
    }

    private var concert: EditedConcert { review.concert }

    func response() throws -> Response {
        var page = ConcertPage(concert.details.title, .concerts, context, content: try content())
        page.up = Page.Link("/cms", "Concerts")
        page.tabs = .concert(concert.slug, .programme)
        page.style = EmbeddedText.programmeCSS
        page.script = EmbeddedText.programmeJS
        return page.response()
    }

    private func path(_ rest: String = "") -> LocalPath { ConcertPaths.concert(concert.slug, rest) }
    private func error(of form: Form) -> APIError? { refusal?.form == form ? refusal?.error : nil }
    private func tag(_ content: some Encodable) throws -> HTML {
        .hidden("tag", try ContentTag.text(content, of: context.tenant.id))
    }

    private func content() throws -> HTML {
        let publication = PublicationPanel(context: context, review: review, error: error(of: .publication))
        return """
            \(notice?.html)\(summary)
            <div class="columns"><div>
            \(faults)
            <section aria-labelledby="programme"><h2 id="programme">Programme</h2>\(try programme())</section>
            <section aria-labelledby="add"><h2 id="add">Add a piece</h2>\(addForm)</section>
            </div><div>
            <section aria-labelledby="publish"><h2 id="publish">Publication</h2>\(error(of: .draft).map(draftRefusal))\
            \(try publication.html())</section>
            <section aria-labelledby="details"><h2 id="details">Details of the concert</h2>\(try detailsForm())</section>
            <section aria-labelledby="more"><h2 id="more">Other pages and actions</h2>\(try more())</section>
            </div></div>
            """
    }

    private static let changed: HTML =
        "Somebody else changed this concert in the meantime. The page now shows the current version. Make your change again."

    /// Returns the notice to show when “Keep my draft” or “Discard changes” is refused. A newer revision counts as a change by somebody else.
    private func draftRefusal(_ error: APIError) -> HTML {
        error.code == .draftOutdated
            ? Notice(.bad, "<p>\(Self.changed)</p>").html : HTML.refusal(error, changed: Self.changed)
    }

    private var summary: HTML {
        let place = [concert.details.date.map { ConcertDates.day($0) }, concert.details.venue].compactMap { $0 }
        return """
            <p class="summary">\(ConcertState.tags(of: concert)) \
            <span>\(place.isEmpty ? "No date or venue yet" : place.joined(separator: " · "))</span></p>
            """
    }

    // MARK: Faults

    private static let shownFaults = 30

    /// The first faults that prevent the publication, by piece, each with a link to the page that corrects it. Empty for a programme without pieces.
    private var faults: HTML {
        guard !review.faults.isEmpty, !review.pieces.isEmpty else { return .empty }
        let places = FaultLink.all(in: review)
        let shown = places.prefix(Self.shownFaults)
        let groups = Dictionary(grouping: shown, by: \.group)
        let names = shown.map(\.group).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        let lists = names.map { name -> HTML in
            let links = (groups[name] ?? []).map { place -> HTML in
                let part: HTML = place.part.isEmpty ? .empty : "<strong>\(place.part):</strong> "
                return "<li><a href=\"\(place.path.description)\">\(part)\(place.text)</a></li>"
            }
            return "<h3>\(name)</h3><ul>\(links)</ul>"
        }
        let rest = places.count - shown.count
        return """
            <section aria-labelledby="faults"><h2 id="faults">Before publication</h2>\
            <div class="notice warning"><p>The draft cannot be published yet. Follow each link to correct an error.</p>\(lists)\
            \(rest > 0 ? "<p>Further errors (\(rest)) appear here when these errors are corrected.</p>" : HTML.empty)</div></section>
            """
    }

    // MARK: Programme

    private func programme() throws -> HTML {
        let refused = error(of: .order).map { error -> HTML in
            HTML.refusal(
                error,
                changed:
                    "Somebody else changed the programme in the meantime. The page now shows the current programme. Make your change again."
            )
        }
        guard !review.pieces.isEmpty else {
            return """
                \(refused)\(EmptyState(
                    .list, "No pieces yet",
                    "Phones list each movement as a separate piece. Add the first piece below, or import a programme.",
                    action: "<a class=\"button quiet\" href=\"\(path("/import").description)\">Import programme…</a>").html)
                """
        }
        let hidden: HTML = "\(context.csrf)\(try tag(review.pieces.map(\.id.description)))"
        var rows = RowList(review.pieces.enumerated().map { row($1, at: $0, hidden) })
        rows.isOrdered = true
        rows.isNumbered = true
        rows.label = "Pieces in the order of the programme"
        return """
            \(refused)<div class="programme">\(rows.html)</div>
            <form method="post" action="\(path("/order").description)" id="order" hidden>\(hidden)\
            <input type="hidden" name="order" value=""></form>
            """
    }

    private func row(_ piece: PieceDraft, at index: Int, _ hidden: HTML) -> ListRow {
        let heading = piece.heading
        let title = heading.movement == heading.work ? heading.work : "\(heading.work): \(heading.movement)"
        var row = ListRow("\(title)", ConcertPaths.piece(piece.id), artwork: Artwork(heading.composer))
        row.id = "piece-\(piece.id)"
        let faults = review.faults.count { $0.field.hasPrefix("/pieces/\(index)/") }
        row.marks = faults > 0 ? " <b class=\"tag bad\">\(SentenceFormat.count(faults, "error"))</b>" : .empty
        row.details = ["\(heading.composer)", "\(Self.counts(of: piece.content))"]
        row.form = .init(path("/order"), hidden)
        let last = review.pieces.count - 1
        row.actions = """
            <button class="quiet" name="up" value="\(piece.id.description)"\(index == 0 ? " disabled" : HTML.empty)>↑\
            <span class="hidden"> Move \(title) up</span></button>\
            <button class="quiet" name="down" value="\(piece.id.description)"\(index == last ? " disabled" : HTML.empty)>↓\
            <span class="hidden"> Move \(title) down</span></button>\
            <a class="button quiet" href="\(path("/pieces/\(piece.id)").description)" \
            title="Rename or remove">\(Icon.edit.html)<span class="hidden">Rename or remove \(title)</span></a>
            """
        return row
    }

    private static func counts(of content: PieceContent) -> String {
        let notes = content.tracks.reduce(0) { $0 + $1.annotations.count }
        return [
            SentenceFormat.count(content.measures.count, "measure"),
            "\(SentenceFormat.count(notes, "note")) in \(SentenceFormat.count(content.tracks.count, "track"))",
        ].joined(separator: " · ")
    }

    private var addForm: HTML {
        let error = error(of: .newPiece)
        return """
            \(error.map { HTML.refusal($0, changed: Self.changed, labels: PieceForm.labels, ids: PieceForm.ids) })
            <form method="post" action="\(path("/pieces").description)" class="editor">\(context.csrf)
            \(newPiece.html(error, among: review.pieces))
            <p class="acts"><button>Add piece</button> \
            <a class="button quiet" href="\(path("/import").description)">\(Icon.upload.html) Import programme…</a></p></form>
            """
    }

    // MARK: Details

    private func detailsForm() throws -> HTML {
        let error = error(of: .details)
        return """
            \(error.map {
                HTML.refusal(
                    $0,
                    changed: """
                        Somebody else changed the details in the meantime: “\(concert.details.title)”, \
                        \(concert.details.date ?? "no date"), \(concert.details.venue ?? "no venue"). \
                        The fields below have your texts: save again to replace theirs.
                        """, labels: ConcertForm.labels, ids: ConcertForm.ids)
            })
            <form method="post" action="\(path().description)" class="editor">\(context.csrf)\(try tag(concert.details))
            \(details.html(error))
            <p class="hint">Short name: <code>\(concert.slug)</code></p>
            <p><button class="quiet">Save details</button></p></form>
            """
    }

    // MARK: More

    /// The link that exports the draft as a programme folder. A draft with faults cannot be exported.
    private var folder: HTML {
        guard review.faults.isEmpty else {
            return
                "<li>To export the draft as a programme folder, first correct the errors under “Before publication”.</li>"
        }
        let address = "/api/v1/admin/concerts/\(concert.slug.percentEncoded)/folder.zip"
        return "<li><a href=\"\(address)\" download>Export the draft as a programme folder</a></li>"
    }

    private func more() throws -> HTML {
        let consequence: HTML =
            concert.isOnAir
            ? "The concert is on the air, so it cannot be deleted. An operator must take the concert off the air first."
            : """
            The concert “\(concert.details.title)” is deleted with its \(SentenceFormat.count(review.pieces.count, "piece")), its notes and \
            its history. \(concert.published == nil ? "The concert was never published." : "Phones no longer get the concert.") This cannot be undone.
            """
        var deletion = Confirmation(
            "Delete concert", consequence, path: path("/delete"),
            fields: "\(context.csrf)\(try tag(concert.draft?.version))")
        deletion.id = "deletion"
        deletion.isOpen = error(of: .deletion) != nil
        let isOperator = context.caller?.has(.viewOperator) == true
        return """
            <ul class="links"><li><a href="\(path("/assets").description)">App assets: splash screen, help pages and programme notes</a></li>
            <li><a href="\(path("/revisions").description)">Revisions: all published versions of the concert</a></li>
            <li><a href="\(path("/import").description)">Import a programme</a></li>
            \(folder)
            \(isOperator ? "<li><a href=\"/operator\">Operator’s page: put the concert on the air and send messages</a></li>" : HTML.empty)</ul>
            \(error(of: .deletion).map { error in
                error.code == .concertOnAir
                    ? Notice(.bad, "<p>The concert is on the air. Take the concert off the air on the operator’s page, then delete it.</p>").html
                    : HTML.refusal(error, changed: Self.changed)
            })\(deletion.html)
            """
    }
}
