import ConcertNotes
import Web

/// The notes of a track in the order of their measures, each a link that opens the note.
struct NoteList: Sendable {
    let track: PieceContent.TrackContent
    let selection: EditorSelection
    let path: String
    let measures: MeasureTexts

    var html: HTML {
        guard !track.annotations.isEmpty else {
            return EmptyState(.edit, "No notes in this track", "Choose a measure and write the first note.").html
        }
        let shown = track.indexInForce(at: selection.measure)
        return """
            <ol class="notelist"\(track.languageAttribute) aria-label="Notes of \(track.name)">
            \(track.annotations.enumerated().map { row($1, isShown: $0 == shown) })</ol>
            """
    }

    private func row(_ note: PieceContent.AnnotationContent, isShown: Bool) -> HTML {
        let isOpen = note.id == selection.annotation
        return """
            <li id="note\(note.id)"\(isOpen ? " aria-current=\"true\"" : HTML.empty)\(isShown ? " class=\"shown\"" : HTML.empty)>\
            <a href="\(path)?track=\(track.id)&amp;measure=\(note.measure)&amp;annotation=\(note.id)#panel">\
            <b>\(measures.label(note.measure))</b> <span>\(note.text)</span></a></li>

            """
    }
}
