import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the tracks of a piece (spec N10).
struct AnnotationTrackRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let all = "/api/v1/admin/pieces/{piece}/tracks"
        let one = all + "/{track}"
        return [
            Route("findAnnotationTracks", .get, all, access: .editing, endpoint: findAnnotationTracks),
            Route("createAnnotationTrack", .post, all, access: .editing, endpoint: createAnnotationTrack),
            Route("orderAnnotationTracks", .put, all, access: .editing, endpoint: orderAnnotationTracks),
            Route("getAnnotationTrack", .get, one, access: .editing, endpoint: getAnnotationTrack),
            Route("changeAnnotationTrack", .patch, one, access: .editing, endpoint: changeAnnotationTrack),
            Route("deleteAnnotationTrack", .delete, one, access: .editing, endpoint: deleteAnnotationTrack),
        ]
    }

    /// Answers `findAnnotationTracks`: the tracks of a piece without their annotations. The entity tag covers only the order of the tracks.
    func findAnnotationTracks(_ request: Request, _ context: RequestContext) async throws -> Response {
        try Self.answer(try await store.piece(request.pieceID(), in: context.tenant.id).content, context)
    }

    /// Answers `createAnnotationTrack`: adds a track to a piece, once for each idempotency key.
    func createAnnotationTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var track = PieceContent.TrackContent(id: "", name: "")
        track.apply(&patch)
        try patch.finish()
        let (piece, new) = (try request.pieceID(), track)
        let (id, changed) = try await store.add(
            to: piece, action: "track.create", key: EditKey(request), in: context.tenant.id, context
        ) { try $0.content.addTrack(name: new.name, language: new.language, level: new.level) }
        let created = changed.content.tracks[try changed.content.index(ofTrack: id)]
        return try .edited(
            TrackView(created), tag: created.head, in: context, status: .created,
            location: "/api/v1/admin/pieces/\(piece)/tracks/\(id)")
    }

    private struct Order: Decodable {
        let tracks: [String]
    }

    /// Answers `orderAnnotationTracks`: puts the tracks of a piece in a new order, and returns them.
    func orderAnnotationTracks(_ request: Request, _ context: RequestContext) async throws -> Response {
        let ids = try request.json(as: Order.self).tracks
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let piece = try await store.change(request.pieceID(), action: "track.order", in: tenant, context) { piece in
            let tracks = piece.content.tracks
            try known.check(tracks.map(\.id), of: tenant, view: tracks.map(TrackView.init))
            try piece.content.arrangeTracks(ids)
        }.piece
        return try Self.answer(piece.content, context)
    }

    /// Answers `getAnnotationTrack`: a track without its annotations.
    func getAnnotationTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let content = try await store.piece(request.pieceID(), in: context.tenant.id).content
        let track = content.tracks[try content.index(ofTrack: request.parameter("track"))]
        return try .edited(TrackView(track), tag: track.head, in: context)
    }

    /// Answers `changeAnnotationTrack`: changes the name, language or level of a track, and returns the track.
    func changeAnnotationTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, known, tenant) = (try request.parameter("track"), IfMatch(request), context.tenant.id)
        let piece = try await store.change(request.pieceID(), action: "track.change", in: tenant, context) { piece in
            var track = piece.content.tracks[try piece.content.index(ofTrack: id)]
            try known.check(track.head, of: tenant, view: TrackView(track))
            var patch = try request.mergePatch()
            track.apply(&patch)
            try patch.finish()
            try piece.content.replaceTrack(id, by: track)
        }.piece
        let track = piece.content.tracks[try piece.content.index(ofTrack: id)]
        return try .edited(TrackView(track), tag: track.head, in: context)
    }

    /// Answers `deleteAnnotationTrack`: deletes a track with its annotations.
    func deleteAnnotationTrack(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, known, tenant) = (try request.parameter("track"), IfMatch(request), context.tenant.id)
        _ = try await store.change(request.pieceID(), action: "track.delete", in: tenant, context) { piece in
            let index = try piece.content.index(ofTrack: id)
            let track = piece.content.tracks[index]
            try known.check(track.head, of: tenant, view: TrackView(track))
            piece.content.tracks.remove(at: index)
        }
        return .noContent
    }

    private static func answer(_ content: PieceContent, _ context: RequestContext) throws -> Response {
        try .edited(
            ListView(content.tracks.map(TrackView.init)), tag: content.tracks.map(\.id), in: context)
    }
}

extension PieceContent.TrackContent {
    /// The track without its annotations, which have entity tags of their own.
    public var head: Self { Self(id: id, name: name, language: language, level: level) }

    fileprivate mutating func apply(_ patch: inout MergePatch) {
        patch.apply("name", to: &name)
        patch.apply("language", to: &language)
        var text = level?.rawValue
        patch.apply("level", to: &text)
        level = text.flatMap(AnnotationTrack.Level.init)
        if let text, level == nil {
            let levels = SentenceFormat.choice(AnnotationTrack.Level.allCases.map(\.rawValue))
            patch.refuse("level", "must be \(levels), found \"\(text.prefix(100))\"")
        }
    }
}
