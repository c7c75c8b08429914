import ConcertEditing
import Web

/// The part of a concert's page with which an editor publishes the draft or discards its changes.
struct PublicationPanel: Sendable {
    let context: RequestContext
    let review: DraftReview
    /// The error of a refused publication; `nil` if none was refused.
    let error: APIError?

    private var concert: EditedConcert { review.concert }
    private var isChanged: Bool { concert.draft?.isChanged == true }

    func html() throws -> HTML {
        "\(state)\(error.map(refusal))\(try action())\(try takeBack())"
    }

    private func path(_ rest: String) -> LocalPath { ConcertPaths.concert(concert.slug, rest) }

    private func hidden() throws -> HTML {
        "\(context.csrf)\(HTML.hidden("tag", try ContentTag.text(concert.draft?.version, of: context.tenant.id)))"
    }

    private var state: HTML {
        let dates = LocalTimeFormatter(context.tenant)
        let published: HTML =
            concert.published.map { "Revision \($0.revision), \(dates.long($0.publishedAt))" }
            ?? "Not yet"
        let draft: HTML =
            concert.draft.map { draft -> HTML in
                guard draft.isChanged else {
                    return concert.published == nil ? "No changes yet" : "No changes since publication"
                }
                return draft.updatedBy.isEmpty
                    ? "Changed \(dates.long(draft.updatedAt))"
                    : "Changed \(dates.long(draft.updatedAt)) by \(draft.updatedBy)"
            } ?? .empty
        return "<dl class=\"facts\"><dt>Published</dt><dd>\(published)</dd><dt>Draft</dt><dd>\(draft)</dd></dl>"
    }

    private func refusal(_ error: APIError) -> HTML {
        switch error.code {
        case .unpublishableDraft:
            Notice(.bad, "<p>Nothing was published: correct the errors under “Before publication” first.</p>").html
        case .concertOnAir:
            Notice(
                .bad,
                "<p>Nothing was published: the concert went on the air in the meantime. Confirm below to change the concert for the audience now.</p>"
            ).html
        case .draftOutdated: .empty
        default:
            HTML.refusal(
                error,
                changed:
                    "Nothing was published: somebody else changed the draft in the meantime. Check the draft again, then publish.",
                labels: ["note": "The note"], ids: ["note": "note"])
        }
    }

    private func action() throws -> HTML {
        if concert.isOutdated, let published = concert.published { return try outdated(published) }
        guard review.faults.isEmpty else {
            let next: HTML =
                review.pieces.isEmpty
                ? "<a href=\"#add\">Add the first piece</a>"
                : "<a href=\"#faults\">Correct the errors</a>"
            return "<p class=\"notice\">Not ready for publication. \(next).</p>"
        }
        var note = Field("Note for the history", "note", "")
        note.hint = "A summary of the changes. Optional; phones do not show the note."
        note.attributes = " maxlength=\"300\""
        note.fault = error?.fieldNote("note")
        let fields: HTML = "\(try hidden())\(note.html)"
        if concert.isOnAir {
            var confirmation = Confirmation(
                "Publish while on the air",
                """
                The concert is on the air. Phones get the new texts and times within seconds, while the music \
                plays, and keep their position. The operator’s page shows the new revision.
                """, path: path("/publication"), fields: "\(fields)\(HTML.hidden("whileOnAir", "1"))")
            confirmation.button = "Publish now"
            confirmation.isDestructive = false
            confirmation.id = "on-air"
            confirmation.isOpen = error?.code == .concertOnAir
            return confirmation.html
        }
        return """
            <form method="post" action="\(path("/publication").description)">\(fields)
            <p><button\(isChanged ? HTML.empty : " class=\"quiet\"")>\(isChanged ? "Publish" : "Publish again")</button></p></form>
            """
    }

    private func outdated(_ published: EditedConcert.Published) throws -> HTML {
        let changes = path("/changes?from=\(published.revision)&to=draft")
        return """
            <div class="notice warning"><p>Revision \(published.revision) was published while this draft was open, by an import or by \
            somebody else. Publishing the draft would undo that revision. <a href="\(changes.description)">Compare the two versions</a>, then keep the draft or discard the changes.</p></div>
            <form method="post" action="\(path("/rebase").description)">\(try hidden())\
            \(HTML.hidden("revision", String(published.revision)))<p><button class="quiet">Keep my draft</button></p></form>
            """
    }

    private func takeBack() throws -> HTML {
        guard let published = concert.published, isChanged else { return .empty }
        var confirmation = Confirmation(
            "Discard changes",
            """
            All changes since revision \(published.revision) are lost, including the changes of other editors. \
            <a href="\(path("/changes?from=\(published.revision)&to=draft").description)">View the changes</a> first.
            """, path: path("/discard"), fields: try hidden())
        confirmation.id = "discarding"
        return confirmation.html
    }
}
