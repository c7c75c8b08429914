import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the annotations of a track (spec N10-N12).
struct AnnotationRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let all = "/api/v1/admin/pieces/{piece}/tracks/{track}/annotations"
        let one = all + "/{annotation}"
        return [
            Route("findAnnotations", .get, all, access: .editing, endpoint: findAnnotations),
            Route("createAnnotation", .post, all, access: .editing, endpoint: createAnnotation),
            Route(
                "replaceAnnotations", .put, all, access: .editing, bodyLimit: PieceRoutes.tableLimit,
                endpoint: replaceAnnotations),
            Route("getAnnotation", .get, one, access: .editing, endpoint: getAnnotation),
            Route("changeAnnotation", .patch, one, access: .editing, endpoint: changeAnnotation),
            Route("deleteAnnotation", .delete, one, access: .editing, endpoint: deleteAnnotation),
        ]
    }

    /// Answers `findAnnotations`: the annotations of a track in the order of their measures.
    func findAnnotations(_ request: Request, _ context: RequestContext) async throws -> Response {
        let content = try await store.piece(request.pieceID(), in: context.tenant.id).content
        return try Self.answer(content, try request.parameter("track"), context)
    }

    /// Answers `createAnnotation`: adds an annotation to a track, once for each idempotency key.
    func createAnnotation(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var annotation = PieceContent.AnnotationContent(id: "", measure: 0, text: "")
        annotation.apply(&patch)
        try patch.finish()
        let (piece, track, new) = (try request.pieceID(), try request.parameter("track"), annotation)
        let (id, changed) = try await store.add(
            to: piece, action: "annotation.create", key: EditKey(request), in: context.tenant.id, context
        ) { try $0.content.addAnnotation(measure: new.measure, text: new.text, toTrack: track) }
        let created = try changed.content.annotation(id, track)
        return try .edited(
            AnnotationView(created, in: changed.content), tag: created, in: context, status: .created,
            location: "/api/v1/admin/pieces/\(piece)/tracks/\(track)/annotations/\(id)")
    }

    private struct List: Decodable {
        let annotations: [Entry]

        struct Entry: Decodable {
            let id: String?
            let measure: Int
            let text: String
        }
    }

    /// Answers `replaceAnnotations`: replaces all annotations of a track, and returns them.
    func replaceAnnotations(_ request: Request, _ context: RequestContext) async throws -> Response {
        let new = try request.json(as: List.self).annotations.map { (id: $0.id, measure: $0.measure, text: $0.text) }
        let (track, known, tenant) = (try request.parameter("track"), IfMatch(request), context.tenant.id)
        let piece = try await store.change(
            request.pieceID(), action: "annotation.replace", in: tenant, context
        ) { piece in
            let content = piece.content
            let old = content.tracks[try content.index(ofTrack: track)].annotations
            try known.check(old, of: tenant, view: old.map { AnnotationView($0, in: content) })
            try piece.content.replaceAnnotations(ofTrack: track, by: new)
        }.piece
        return try Self.answer(piece.content, track, context)
    }

    /// Answers `getAnnotation`: an annotation with its time and its printed measure.
    func getAnnotation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let content = try await store.piece(request.pieceID(), in: context.tenant.id).content
        let annotation = try content.annotation(request.parameter("annotation"), request.parameter("track"))
        return try .edited(AnnotationView(annotation, in: content), tag: annotation, in: context)
    }

    /// Answers `changeAnnotation`: changes the measure or text of an annotation, and returns it. An annotation that moves to another measure loses
    /// its own start time.
    func changeAnnotation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (track, id) = (try request.parameter("track"), try request.parameter("annotation"))
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let piece = try await store.change(
            request.pieceID(), action: "annotation.change", in: tenant, context
        ) { piece in
            var annotation = try piece.content.annotation(id, track)
            try known.check(annotation, of: tenant, view: AnnotationView(annotation, in: piece.content))
            var patch = try request.mergePatch()
            annotation.apply(&patch)
            try patch.finish()
            try piece.content.replaceAnnotation(
                id, inTrack: track, measure: annotation.measure, text: annotation.text)
        }.piece
        let annotation = try piece.content.annotation(id, track)
        return try .edited(AnnotationView(annotation, in: piece.content), tag: annotation, in: context)
    }

    /// Answers `deleteAnnotation`: removes an annotation from its track.
    func deleteAnnotation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (track, id) = (try request.parameter("track"), try request.parameter("annotation"))
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        _ = try await store.change(request.pieceID(), action: "annotation.delete", in: tenant, context) { piece in
            let (trackIndex, index) = try piece.content.index(ofAnnotation: id, inTrack: track)
            let annotation = piece.content.tracks[trackIndex].annotations[index]
            try known.check(annotation, of: tenant, view: AnnotationView(annotation, in: piece.content))
            piece.content.tracks[trackIndex].annotations.remove(at: index)
        }
        return .noContent
    }

    private static func answer(
        _ content: PieceContent, _ track: String, _ context: RequestContext
    ) throws -> Response {
        let annotations = content.tracks[try content.index(ofTrack: track)].annotations
        return try .edited(
            ListView(annotations.map { AnnotationView($0, in: content) }), tag: annotations, in: context)
    }
}

extension PieceContent {
    fileprivate func annotation(_ id: String, _ track: String) throws(APIError) -> AnnotationContent {
        let (track, index) = try index(ofAnnotation: id, inTrack: track)
        return tracks[track].annotations[index]
    }
}

extension PieceContent.AnnotationContent {
    fileprivate mutating func apply(_ patch: inout MergePatch) {
        patch.apply("measure", to: &measure)
        patch.apply("text", to: &text)
    }
}
