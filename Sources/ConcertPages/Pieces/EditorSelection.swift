import ConcertEditing
import ConcertNotes
import Web

/// The selection on the editor page and on the preview page of a piece: a track, a measure and a note. Links stay useful after other people's
/// changes, because a missing part is replaced: a track by the first track, a measure by the nearest, a note by the first note at the measure.
struct EditorSelection: Sendable, Hashable {
    /// The chosen track; `nil` for a piece without tracks.
    var track: String?
    var measure: Int
    /// The identifier of the open note; `nil` for the form that adds a note.
    var annotation: String?

    /// The value of `annotation` in a link to the form that adds a note.
    static let new = "new"

    /// Creates a selection from the identifiers and the measure in a link. Without a measure, the measure is that of the note, or 1. The annotation
    /// `new` selects the form that adds a note.
    init(track: String?, measure: Int?, annotation: String?, in content: PieceContent, _ measures: MeasureTexts) {
        let known = content.tracks.first { $0.id == track } ?? content.tracks.first
        self.track = known?.id
        let named = known?.annotations.first { $0.id == annotation }
        self.measure = measures.nearest(measure ?? named?.measure ?? 1)
        if let named {
            self.annotation = named.id
        } else if annotation != Self.new {
            self.annotation = known?.annotations.first { $0.measure == self.measure }?.id
        }
    }

    /// Reads the selection of a query. A measure that is not a whole number counts as missing.
    init(_ fields: FormFields, in content: PieceContent, _ measures: MeasureTexts) throws(APIError) {
        self.init(
            track: try fields.optional("track"), measure: try fields.optional("measure").flatMap { Int($0) },
            annotation: try fields.optional("annotation"), in: content, measures)
    }

    /// Returns the path of the editor with this selection and a message, which offers to undo `deletion` if it is set. `annotation` is the note to
    /// open, or `new` for the form that adds a note; `nil` opens the first note at the measure.
    static func path(
        _ piece: PieceDraft.ID, track: String, measure: Int, annotation: String?, _ message: PieceMessage,
        undo deletion: DraftImport.ID? = nil
    ) -> LocalPath {
        let note = annotation.map { "&annotation=\($0)" } ?? ""
        let query =
            "?track=\(track.percentEncoded)&measure=\(measure)\(note)&\(PieceFlash.query(message, undo: deletion))#panel"
        return LocalPath(PiecePageContext.path(piece, query)) ?? "/cms"
    }
}
