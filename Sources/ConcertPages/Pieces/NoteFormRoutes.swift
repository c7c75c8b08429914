import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The forms of the notes of a piece. Each form redirects to the editor, with the note or the measure at which the work continues.
struct NoteFormRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let all = "/tracks/{track}/annotations"
        let one = all + "/{annotation}"
        return [
            Route.pieceForm("postPieceAnnotation", all, postPieceAnnotation),
            Route.pieceForm("postPieceAnnotationChange", one, postPieceAnnotationChange),
            Route.pieceForm("postPieceAnnotationSplit", one + "/split", postPieceAnnotationSplit),
            Route.pieceForm("postPieceAnnotationMerge", one + "/merge", postPieceAnnotationMerge),
            Route.pieceForm("postPieceAnnotationCopy", one + "/copy", postPieceAnnotationCopy),
            Route.pieceForm("postPieceAnnotationDelete", one + "/delete", postPieceAnnotationDelete),
        ]
    }

    /// Answers `postPieceAnnotation`: adds a note. The button "Add note and write another" leads to an empty form at the next measure.
    func postPieceAnnotation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let (piece, track) = (try request.pieceID(), try request.parameter("track"))
        let typed = TypedNote(measure: try form.optional("measure"), text: try form.optional("text"))
        return try await showing(typed, piece, track, annotation: nil, context) {
            let (measure, text) = (try form.measure(), try form.noteText("text"))
            let writesNext = try form.optional("next") != nil
            let (id, changed) = try await store.add(
                to: piece, action: "annotation.create", key: nil, in: context.tenant.id, context
            ) { try $0.content.addAnnotation(measure: measure, text: text, toTrack: track) }
            guard writesNext else {
                return .seeOther(
                    EditorSelection.path(piece, track: track, measure: measure, annotation: id, .added))
            }
            let next = MeasureTexts(changed.content).nearest(measure + 1)
            return .seeOther(
                EditorSelection.path(piece, track: track, measure: next, annotation: EditorSelection.new, .added))
        }
    }

    /// Answers `postPieceAnnotationChange`: changes the measure and text of a note. A note that moves to another measure loses its own start time.
    func postPieceAnnotationChange(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let typed = TypedNote(measure: try form.optional("measure"), text: try form.optional("text"))
        return try await change(request, context, form, typed, "annotation.change", .saved) { content, note in
            let (measure, text) = (try form.measure(), try form.noteText("text"))
            try content.replaceAnnotation(note.id, inTrack: note.track, measure: measure, text: text)
            return (track: note.track, measure: measure, annotation: note.id)
        }
    }

    /// Answers `postPieceAnnotationSplit`: splits a note in two. The second part becomes a new note at the measure of the form.
    func postPieceAnnotationSplit(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let typed = TypedNote(form: .split, measure: try form.optional("measure"), at: try form.optional("at"))
        return try await change(request, context, form, typed, "annotation.split", .split) { content, note in
            let (measure, at) = (try form.measure(), try form.integer("at", in: 1...999_999_999))
            let id = try content.splitAnnotation(note.id, inTrack: note.track, at: at, measure: measure)
            return (track: note.track, measure: measure, annotation: id)
        }
    }

    /// Answers `postPieceAnnotationMerge`: joins a note with the next note of its track. The joined note keeps the measure of the first note.
    func postPieceAnnotationMerge(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        return try await change(
            request, context, form, TypedNote(form: .merge), "annotation.merge", .merged
        ) { content, note in
            try content.mergeAnnotation(note.id, inTrack: note.track)
            return (track: note.track, measure: note.measure, annotation: note.id)
        }
    }

    /// Answers `postPieceAnnotationCopy`: copies a note to another track, at the same measure.
    func postPieceAnnotationCopy(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let typed = TypedNote(form: .copy, target: try form.optional("into"))
        return try await change(request, context, form, typed, "annotation.copy", .copied) { content, note in
            let target = try form("into")
            guard content.tracks.contains(where: { $0.id == target }) else {
                throw APIError.invalid(
                    "into", "must be the ID of a track of the piece, found \"\(target.prefix(100))\"")
            }
            let id = try content.copyAnnotation(note.id, inTrack: note.track, toTrack: target)
            return (track: target, measure: note.measure, annotation: id)
        }
    }

    /// Answers `postPieceAnnotationDelete`: deletes a note. The editor then offers to undo the deletion.
    func postPieceAnnotationDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.form()
        let (piece, tenant) = (try request.pieceID(), context.tenant.id)
        let (track, id) = (try request.parameter("track"), try request.parameter("annotation"))
        return try await showing(TypedNote(form: .delete), piece, track, annotation: id, context) {
            let known = IfMatch(try form("tag"))
            let measure = try await store.piece(piece, in: tenant).content.tracks.first { $0.id == track }?
                .annotations.first { $0.id == id }?.measure
            let deletion = try await store.delete(
                from: piece, action: "annotation.delete", in: tenant, context
            ) { content in
                let (trackIndex, index) = try content.index(ofAnnotation: id, inTrack: track)
                try known.check(ContentTag.text(content.tracks[trackIndex].annotations[index], of: tenant))
                return try content.removeAnnotation(id, inTrack: track)
            }
            return .seeOther(
                EditorSelection.path(
                    piece, track: track, measure: measure ?? 1, annotation: EditorSelection.new, .deleted,
                    undo: deletion))
        }
    }

    // MARK: Common

    private struct Changed: Sendable {
        let id: String
        let track: String
        let measure: Int
    }

    /// Changes a note if the entity tag of the form is current, and redirects to the editor with the selection that `change` returns. `change` gets
    /// the content of the piece and the note before the change.
    private func change(
        _ request: Request, _ context: RequestContext, _ form: FormFields, _ typed: TypedNote, _ action: String,
        _ message: PieceMessage,
        _ change: @Sendable (inout PieceContent, Changed) throws -> (track: String, measure: Int, annotation: String)
    ) async throws -> Response {
        let (piece, tenant) = (try request.pieceID(), context.tenant.id)
        let (track, id) = (try request.parameter("track"), try request.parameter("annotation"))
        return try await showing(typed, piece, track, annotation: id, context) {
            let known = IfMatch(try form("tag"))
            let (next, _) = try await store.change(piece, action: action, in: tenant, context) { piece in
                let (trackIndex, index) = try piece.content.index(ofAnnotation: id, inTrack: track)
                let note = piece.content.tracks[trackIndex].annotations[index]
                try known.check(ContentTag.text(note, of: tenant))
                return try change(&piece.content, Changed(id: id, track: track, measure: note.measure))
            }
            return .seeOther(
                EditorSelection.path(
                    piece, track: next.track, measure: next.measure, annotation: next.annotation, message))
        }
    }

    private func showing(
        _ typed: TypedNote, _ piece: PieceDraft.ID, _ track: String, annotation: String?, _ context: RequestContext,
        _ action: () async throws -> Response
    ) async throws -> Response {
        try await Response.showingFaults(
            on: { error in
                let pageContext = try await PiecePageContext(piece, store, context)
                let selection = EditorSelection(
                    track: track, measure: annotation == nil ? typed.measure.flatMap { Int($0) } : nil,
                    annotation: annotation ?? EditorSelection.new, in: pageContext.content, pageContext.measures)
                return try PieceEditorPage(
                    pageContext: pageContext, selection: selection, error: error, typed: typed
                ).response()
            }, action)
    }
}
