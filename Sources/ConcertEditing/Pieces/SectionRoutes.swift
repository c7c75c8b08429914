import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the sections of a piece (spec N13, N14).
struct SectionRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let all = "/api/v1/admin/pieces/{piece}/sections"
        let one = all + "/{section}"
        return [
            Route("findSections", .get, all, access: .editing, endpoint: findSections),
            Route("createSection", .post, all, access: .editing, endpoint: createSection),
            Route(
                "replaceSections", .put, all, access: .editing, bodyLimit: PieceRoutes.tableLimit,
                endpoint: replaceSections),
            Route("getSection", .get, one, access: .editing, endpoint: getSection),
            Route("changeSection", .patch, one, access: .editing, endpoint: changeSection),
            Route("deleteSection", .delete, one, access: .editing, endpoint: deleteSection),
        ]
    }

    /// Answers `findSections`: the sections of a piece in the order of their measures.
    func findSections(_ request: Request, _ context: RequestContext) async throws -> Response {
        try Self.answer(try await store.piece(request.pieceID(), in: context.tenant.id).content, context)
    }

    /// Answers `createSection`: adds a section to a piece, once for each idempotency key.
    func createSection(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var section = PieceContent.SectionContent(id: "", measure: 0, label: "", colour: "")
        section.apply(&patch)
        try patch.finish()
        let (piece, new) = (try request.pieceID(), section)
        let (id, changed) = try await store.add(
            to: piece, action: "section.create", key: EditKey(request), in: context.tenant.id, context
        ) { try $0.content.addSection(measure: new.measure, label: new.label, colour: new.colour) }
        let index = try changed.content.index(ofSection: id)
        return try .edited(
            SectionView(changed.content.sections[index], in: changed.content), tag: changed.content.sections[index],
            in: context, status: .created, location: "/api/v1/admin/pieces/\(piece)/sections/\(id)")
    }

    private struct List: Decodable {
        let sections: [Entry]

        struct Entry: Decodable {
            let id: String?
            let measure: Int
            let label: String
            let colour: String
        }
    }

    /// Answers `replaceSections`: replaces all sections of a piece, and returns them.
    func replaceSections(_ request: Request, _ context: RequestContext) async throws -> Response {
        let new = try request.json(as: List.self).sections.map {
            (id: $0.id, measure: $0.measure, label: $0.label, colour: $0.colour)
        }
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let piece = try await store.change(
            request.pieceID(), action: "section.replace", in: tenant, context
        ) { piece in
            let content = piece.content
            try known.check(content.sections, of: tenant, view: content.sections.map { SectionView($0, in: content) })
            try piece.content.replaceSections(by: new)
        }.piece
        return try Self.answer(piece.content, context)
    }

    /// Answers `getSection`: a section with its time.
    func getSection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let content = try await store.piece(request.pieceID(), in: context.tenant.id).content
        let section = content.sections[try content.index(ofSection: request.parameter("section"))]
        return try .edited(SectionView(section, in: content), tag: section, in: context)
    }

    /// Answers `changeSection`: changes the measure, label or colour of a section, and returns it. A section that moves to another measure loses its
    /// own start time.
    func changeSection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, known, tenant) = (try request.parameter("section"), IfMatch(request), context.tenant.id)
        let piece = try await store.change(request.pieceID(), action: "section.change", in: tenant, context) { piece in
            var section = piece.content.sections[try piece.content.index(ofSection: id)]
            try known.check(section, of: tenant, view: SectionView(section, in: piece.content))
            var patch = try request.mergePatch()
            section.apply(&patch)
            try patch.finish()
            try piece.content.replaceSection(id, by: section)
        }.piece
        let section = piece.content.sections[try piece.content.index(ofSection: id)]
        return try .edited(SectionView(section, in: piece.content), tag: section, in: context)
    }

    /// Answers `deleteSection`: removes a section from its piece.
    func deleteSection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, known, tenant) = (try request.parameter("section"), IfMatch(request), context.tenant.id)
        _ = try await store.change(request.pieceID(), action: "section.delete", in: tenant, context) { piece in
            let index = try piece.content.index(ofSection: id)
            let section = piece.content.sections[index]
            try known.check(section, of: tenant, view: SectionView(section, in: piece.content))
            piece.content.sections.remove(at: index)
        }
        return .noContent
    }

    private static func answer(_ content: PieceContent, _ context: RequestContext) throws -> Response {
        try .edited(
            ListView(content.sections.map { SectionView($0, in: content) }), tag: content.sections,
            in: context)
    }
}

extension PieceContent.SectionContent {
    fileprivate mutating func apply(_ patch: inout MergePatch) {
        patch.apply("measure", to: &measure)
        patch.apply("label", to: &label)
        patch.apply("colour", to: &colour)
    }
}
