import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page of the structure of a piece, and its forms.
struct PieceStructureRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        [
            Route.piecePage("getPieceStructurePage", "/structure", getPieceStructurePage),
            Route.pieceForm("postPieceSection", "/sections", postPieceSection),
            Route.pieceForm("postPieceSections", "/section-rows", bodyLimit: 1 << 20, postPieceSections),
            Route.pieceForm("postPieceSectionChange", "/sections/{section}", postPieceSectionChange),
            Route.pieceForm("postPieceSectionDelete", "/sections/{section}/delete", postPieceSectionDelete),
            Route.pieceForm("postPieceKeys", "/keys", bodyLimit: 1 << 20, postPieceKeys),
        ]
    }

    /// Answers `getPieceStructurePage`: the page of the sections and key signatures.
    func getPieceStructurePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let flash = try PieceFlash(request.queryFields())
        return try PieceStructurePage(
            pageContext: try await PiecePageContext(request.pieceID(), store, context), flash: flash
        ).response()
    }

    /// Answers `postPieceSection`: adds a section.
    func postPieceSection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece) = (try request.form(), try request.pieceID())
        let typed = PieceStructurePage.Typed(form: .addition, values: try Self.values(form))
        return try await showing(typed, piece, context) {
            let (measure, label) = (try form.measure(), try form("label"))
            let (id, _) = try await store.add(
                to: piece, action: "section.create", key: nil, in: context.tenant.id, context
            ) { piece in
                let colour = try Self.colour(form, in: piece.content, old: "")
                return try piece.content.addSection(measure: measure, label: label, colour: colour)
            }
            return Self.done(piece, .sectionAdded, section: id)
        }
    }

    /// Answers `postPieceSections`: adds all sections of a pasted table, or none if a row has a fault.
    func postPieceSections(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece) = (try request.form(), try request.pieceID())
        let text = try form("sections")
        return try await showing(.init(form: .rows, values: ["sections": text]), piece, context) {
            let rows = SectionRows(text)
            try rows.check()
            _ = try await store.change(piece, action: "section.create", in: context.tenant.id, context) { piece in
                try rows.add(to: &piece.content)
            }
            return Self.done(piece, .sectionsAdded)
        }
    }

    /// Answers `postPieceSectionChange`: changes the measure, label and colour of a section. A section that moves to another measure loses its own
    /// start time.
    func postPieceSectionChange(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, id) = (try request.form(), try request.pieceID(), try request.parameter("section"))
        let typed = PieceStructurePage.Typed(form: .section(id), values: try Self.values(form))
        return try await showing(typed, piece, context) {
            let (measure, label) = (try form.measure(), try form("label"))
            let (known, tenant) = (IfMatch(try form("tag")), context.tenant.id)
            _ = try await store.change(piece, action: "section.change", in: tenant, context) { piece in
                var section = piece.content.sections[try piece.content.index(ofSection: id)]
                try known.check(ContentTag.text(section, of: tenant))
                section.measure = measure
                section.label = label
                section.colour = try Self.colour(form, in: piece.content, old: section.colour)
                try piece.content.replaceSection(id, by: section)
            }
            return Self.done(piece, .sectionSaved, section: id)
        }
    }

    /// Answers `postPieceSectionDelete`: deletes a section. The page then offers to undo the deletion.
    func postPieceSectionDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, id) = (try request.form(), try request.pieceID(), try request.parameter("section"))
        return try await showing(.init(form: .deletion(id)), piece, context) {
            let (known, tenant) = (IfMatch(try form("tag")), context.tenant.id)
            let deletion = try await store.delete(from: piece, action: "section.delete", in: tenant, context) {
                content in
                let section = content.sections[try content.index(ofSection: id)]
                try known.check(ContentTag.text(section, of: tenant))
                return try content.removeSection(id)
            }
            return Self.done(piece, .sectionDeleted, undo: deletion)
        }
    }

    /// Answers `postPieceKeys`: replaces the key signatures.
    func postPieceKeys(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece) = (try request.form(), try request.pieceID())
        let text = try form("rows")
        return try await showing(.init(form: .keys, values: ["rows": text]), piece, context) {
            var rows = TextRows(text, columns: 3)
            var keys: [PieceContent.KeyContent] = []
            for row in rows.rows {
                let (measure, fifths) = (rows.integer(row, 0, "measure"), rows.integer(row, 1, "fifths"))
                guard let measure, let fifths else { continue }
                keys.append(PieceContent.KeyContent(measure: measure, fifths: fifths, name: row[2]))
            }
            try rows.check()
            let (new, table, known, tenant) = (keys, rows, IfMatch(try form("tag")), context.tenant.id)
            _ = try await store.change(piece, action: "piece.keys", in: tenant, context) { piece in
                try known.check(ContentTag.text(piece.content.keys, of: tenant))
                try table.change { try piece.content.replaceKeys(by: new) }
            }
            return Self.done(piece, .keysSaved)
        }
    }

    // MARK: Common

    private static func values(_ form: FormFields) throws(APIError) -> [String: String] {
        var values: [String: String] = [:]
        for name in ["label", "measure", "colour", "like"] { values[name] = try form.optional(name) }
        return values
    }

    /// Returns the colour that a form chose: the colour of another section, a basic colour that old phones read by name (spec N13), or the colour of
    /// the colour picker. If the picked colour is the same as `old`, returns `old`.
    private static func colour(
        _ form: FormFields, in content: PieceContent, old: String
    ) throws(APIError) -> String {
        if let like = try form.optional("like"), !like.isEmpty {
            if let section = content.sections.first(where: { $0.id == like }) { return section.colour }
            guard let tag = Colour.Tag(rawValue: like) else {
                throw .invalid(
                    "like",
                    "must be the ID of a section of the piece or a basic colour "
                        + "(\(SentenceFormat.choice(Colour.Tag.allCases.map(\.rawValue)))), "
                        + "found \"\(like.prefix(100))\"")
            }
            return tag.rawValue
        }
        let picked = try form("colour")
        return SectionColour.stored(picked: picked, old: old) ?? picked
    }

    private static func done(
        _ piece: PieceDraft.ID, _ message: PieceMessage, section: String? = nil, undo deletion: DraftImport.ID? = nil
    ) -> Response {
        let fragment = section.map { "#section\($0)" } ?? ""
        return .seeOther(
            ConcertPaths.piece(piece, "/structure?\(PieceFlash.query(message, undo: deletion))\(fragment)"))
    }

    private func showing(
        _ typed: PieceStructurePage.Typed, _ piece: PieceDraft.ID, _ context: RequestContext,
        _ action: () async throws -> Response
    ) async throws -> Response {
        try await Response.showingFaults(
            on: { error in
                try PieceStructurePage(
                    pageContext: try await PiecePageContext(piece, store, context), error: error, typed: typed
                ).response()
            }, action)
    }
}
