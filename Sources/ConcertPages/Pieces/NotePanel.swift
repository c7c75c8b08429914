import ConcertNotes
import Web

/// The open note with its forms, or the form that adds a note at the chosen measure.
struct NotePanel: Sendable {
    let pageContext: PiecePageContext
    let track: PieceContent.TrackContent
    let selection: EditorSelection
    let measures: MeasureTexts
    let error: APIError?
    let typed: TypedNote

    private static let labels = [
        "measure": "The measure", "text": "The text", "at": "The number of characters", "track": "The track",
        "into": "The track",
    ]

    var html: HTML {
        get throws {
            guard let note = track.annotations.first(where: { $0.id == selection.annotation }) else { return adding }
            return try editing(note)
        }
    }

    private func refusal(_ form: TypedNote.Form) -> HTML? {
        guard typed.form == form, let error else { return nil }
        return .pieceFault(
            error, labels: Self.labels,
            ids: form == .split
                ? ["measure": "split-measure", "at": "split-at"] : ["measure": "measure", "text": "text"])
    }

    // MARK: Adding

    private var adding: HTML {
        let shown = track.indexInForce(at: selection.measure).map { track.annotations[$0] }
        let context: HTML =
            shown.map { note in
                "<p class=\"hint\">Phones show the note of measure \(note.measure) here: “\(CueSheet.firstWords(of: note.text))”</p>"
            }
            ?? (track.annotations.isEmpty
                ? "<p class=\"hint\">This track has no notes yet.</p>"
                : "<p class=\"hint\">The first note of this track begins at a later measure. Phones already show it here.</p>")
        return """
            <h2>New note</h2>\(context)\(refusal(.note))
            \(pageContext.form(
                "/tracks/\(track.id)/annotations", attributes: " id=\"note\" class=\"keep\"",
                """
                \(fields(measure: String(selection.measure), text: ""))<p class="acts"><button>Add note</button> \
                <button class="quiet" name="next" value="1">Add note and write another</button></p>
                """))
            """
    }

    private func fields(measure: String, text: String) -> HTML {
        let isTyped = typed.form == .note
        var at = Field("Measure", "measure", (isTyped ? typed.measure : nil) ?? measure, .number)
        at.attributes = " min=\"1\" max=\"\(measures.count)\""
        at.isRequired = true
        at.fault = isTyped ? error?.note(at: "measure") : nil
        var lines = Field("Text in track “\(track.name)”", "text", (isTyped ? typed.text : nil) ?? text, .lines(7))
        lines.attributes = "\(track.languageAttribute) spellcheck=\"true\""
        lines.isRequired = true
        lines.hint = "To show a picture, end the text with $name.jpg, caption. Line breaks become spaces."
        lines.fault = isTyped ? error?.note(at: "text") : nil
        return "\(at.html)\(lines.html)"
    }

    // MARK: Editing

    private func editing(_ note: PieceContent.AnnotationContent) throws -> HTML {
        let tag = try pageContext.tag(note)
        let end = "/tracks/\(track.id)/annotations/\(note.id)"
        let index = track.annotations.firstIndex(of: note) ?? 0
        let isLast = index + 1 == track.annotations.count
        return """
            <h2>Note \(index + 1) of \(track.annotations.count)</h2>
            \(changed(note))\(refusal(.note))
            \(pageContext.form(
                end, tag: tag, attributes: " id=\"note\" class=\"keep\"",
                """
                \(fields(measure: String(note.measure), text: note.text))
                <p class="acts"><button>Save</button> \
                <a class="button quiet" href="\(pageContext.path())?track=\(track.id)&amp;measure=\(selection.measure)&amp;annotation=new">New note at this measure</a></p>
                """))
            \(split(note, end, tag))
            \(copy(end, tag))
            <div class="acts">\(isLast ? .empty : merge(index, end, tag))\(delete(note, end, tag))</div>\(refusal(.merge))\(refusal(.delete))
            """
    }

    /// Returns a notice with the stored text if a form was refused because somebody else changed the note; otherwise empty.
    private func changed(_ note: PieceContent.AnnotationContent) -> HTML {
        guard error?.status == .preconditionFailed else { return .empty }
        return Notice(
            .warning,
            """
            <p>The stored note, at measure \(note.measure): <q\(track.languageAttribute)>\(note.text)</q></p>
            <p>Your version is still in the form. Save again to replace the note with your version.</p>
            """
        ).html
    }

    private func split(_ note: PieceContent.AnnotationContent, _ end: String, _ tag: String) -> HTML {
        let isTyped = typed.form == .split
        let length = note.text.unicodeScalars.count
        guard length > 1 else { return .empty }
        var at = Field(
            "Characters in the first part", "at", (isTyped ? typed.at : nil) ?? "",
            .suggestions(Self.sentenceEnds(of: note.text)))
        at.id = "split-at"
        at.attributes = " inputmode=\"numeric\" maxlength=\"9\" autocomplete=\"off\""
        at.isRequired = true
        at.hint =
            "Enter a number from 1 to \(length - 1). Each suggestion splits the note at the end of a sentence or clause."
        at.fault = isTyped ? error?.note(at: "at") : nil
        var measure = Field(
            "Measure of the second part", "measure",
            (isTyped ? typed.measure : nil) ?? String(measures.nearest(max(selection.measure, note.measure + 1))),
            .number)
        measure.id = "split-measure"
        measure.attributes = " min=\"\(note.measure)\" max=\"\(measures.count)\""
        measure.isRequired = true
        measure.fault = isTyped ? error?.note(at: "measure") : nil
        return """
            <details class="tool" id="split"\(isTyped && error != nil ? " open" : HTML.empty)><summary>Split this note</summary>\(refusal(.split))
            \(pageContext.form(
                end + "/split", tag: tag,
                "<div class=\"pair\">\(at.html)\(measure.html)</div><p class=\"acts\"><button class=\"quiet\">Split note</button></p>"))
            </details>
            """
    }

    /// Returns the ends of the first 20 sentences and clauses as options, whose values are the numbers of Unicode scalars before the cut.
    private static func sentenceEnds(of text: String) -> [Field.Option] {
        var options: [Field.Option] = []
        let scalars = Array(text.unicodeScalars)
        for index in scalars.indices.dropLast(2)
        where ".!?;:".unicodeScalars.contains(scalars[index]) && scalars[index + 1] == " " {
            var tail = String.UnicodeScalarView()
            tail.append(contentsOf: scalars[max(0, index - 24)...index])
            options.append(Field.Option(String(index + 1), "… \(String(tail))"))
        }
        return Array(options.prefix(20))
    }

    private func copy(_ end: String, _ tag: String) -> HTML {
        let others = pageContext.content.tracks.filter { $0.id != track.id }
        guard !others.isEmpty else { return .empty }
        let isTyped = typed.form == .copy
        var into = Field(
            "Track", "into", (isTyped ? typed.target : nil) ?? others[0].id,
            .choice(others.map { Field.Option($0.id, $0.label) }))
        into.fault = isTyped ? error?.note(at: "into") : nil
        return """
            <details class="tool" id="copy"\(isTyped && error != nil ? " open" : HTML.empty)><summary>Copy to another track</summary>\
            \(refusal(.copy))
            \(pageContext.form(end + "/copy", tag: tag, "\(into.html)<p class=\"acts\"><button class=\"quiet\">Copy note</button></p>"))
            </details>
            """
    }

    private func merge(_ index: Int, _ end: String, _ tag: String) -> HTML {
        let next = track.annotations[index + 1]
        return pageContext.form(
            end + "/merge", tag: tag,
            """
            <button class="quiet" title="Adds the text of the note at measure \(next.measure) to this note">Merge with the next note\
            <span class="hidden">, of measure \(next.measure)</span></button>
            """)
    }

    private func delete(_ note: PieceContent.AnnotationContent, _ end: String, _ tag: String) -> HTML {
        guard let path = LocalPath(pageContext.path(end + "/delete")) else { return .empty }
        var confirmation = Confirmation(
            "Delete note", "The note “\(CueSheet.firstWords(of: note.text))” is deleted from the draft.", path: path,
            fields: pageContext.hidden(tag: tag))
        confirmation.button = "Delete this note"
        confirmation.isOpen = typed.form == .delete && error != nil
        return confirmation.html
    }
}
