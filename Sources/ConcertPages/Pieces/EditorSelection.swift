import ConcertEditing
import ConcertNotes
import Web

/// The selection in the editor of notes: a track, a measure and a note, named by a link or a form. So that a link stays useful after other people's
/// changes, a missing track becomes the first track, a missing measure the nearest measure, and a missing note the first note at the measure.
struct EditorSelection: Sendable, Hashable {
    /// The identifier of the track; `nil` for a piece without tracks.
    var track: String?
    var measure: Int
    /// The identifier of the open note; `nil` for the form that adds a note.
    var annotation: String?

    /// The value of `annotation` in a link that opens the form that adds a note.
    static let new = "new"

    /// Creates a selection from names in a link. A missing or unknown track becomes the first track.
    ///
    /// - Parameters:
    ///   - measure: The measure, replaced by the nearest measure of the piece; `nil` for the measure of the note, or measure 1 without a note.
    ///   - annotation: The identifier of the note; `new` for no note. A missing or unknown name selects the first note that begins at the measure, if
    ///     there is one.
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

    /// Reads the selection of a query. A measure that is not a whole number counts as missing. Throws `APIError` 400 if a field occurs more than
    /// once.
    init(_ fields: FormFields, in content: PieceContent, _ measures: MeasureTexts) throws(APIError) {
        self.init(
            track: try fields.optional("track"), measure: try fields.optional("measure").flatMap { Int($0) },
            annotation: try fields.optional("annotation"), in: content, measures)
    }

    /// Returns the path of the editor with this selection and a message.
    ///
    /// - Parameter deletion: The deletion that the message offers to undo; `nil` for none.
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
