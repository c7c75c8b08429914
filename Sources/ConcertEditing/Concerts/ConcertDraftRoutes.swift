import HTTP
import Tenancy
import Web

/// The endpoints of concerts and their programmes.
struct ConcertDraftRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let all = "/api/v1/admin/concerts"
        let one = all + "/{concert}"
        let pieces = one + "/pieces"
        return [
            Route(
                "findEditedConcerts", .get, all, access: .editing, query: ["cursor", "limit"],
                endpoint: findEditedConcerts),
            Route("createConcert", .post, all, access: .editing, endpoint: createConcert),
            Route("getEditedConcert", .get, one, access: .editing, endpoint: getEditedConcert),
            Route("changeConcert", .patch, one, access: .editing, endpoint: changeConcert),
            Route("deleteConcert", .delete, one, access: .editing, endpoint: deleteConcert),
            Route("findConcertPieces", .get, pieces, access: .editing, endpoint: findConcertPieces),
            Route("createPiece", .post, pieces, access: .editing, endpoint: createPiece),
            Route("orderPieces", .put, pieces, access: .editing, endpoint: orderPieces),
        ]
    }

    /// Answers `findEditedConcerts`: a page of the tenant's concerts in the order of their short names.
    func findEditedConcerts(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let after = try fields.position(in: "concerts") { $0.values.count == 1 ? $0.values[0] : nil }
        let page = try await store.concerts(after: after ?? "", limit: fields.pageSize(), in: context.tenant.id)
        return try .list(
            page.rows.map(EditedConcertView.init),
            next: page.next.map { ListCursor("concerts", [$0.slug]).description })
    }

    /// Answers `createConcert`: creates a concert with an empty draft, once for each idempotency key. Without a short name, the concert gets one made
    /// from its title.
    func createConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var details = EditedConcert.Details(title: "")
        details.apply(&patch)
        var slug: String?
        patch.apply("slug", to: &slug)
        let made = slug ?? EditedConcert.slug(from: details.title)
        if !EditedConcert.isSlug(made) {
            patch.refuse(
                "slug",
                "must be 1 to 63 lower-case ASCII letters, digits or hyphens, without a hyphen at the beginning, "
                    + "found \"\(made.prefix(100))\"",
                suggestion: suggestion(for: made, isFromTitle: slug == nil))
        }
        try patch.finish()
        let concert = try await store.create(
            made, details, key: EditKey(request), in: context.tenant.id, context)
        return try .edited(
            EditedConcertView(concert), tag: concert.details, in: context, status: .created,
            location: "/api/v1/admin/concerts/\(concert.slug)")
    }

    private func suggestion(for name: String, isFromTitle: Bool) -> String? {
        let proposal = EditedConcert.slug(from: name)
        guard proposal.isEmpty else { return proposal }
        return isFromTitle ? "send a short name in \"slug\": no short name can be made from the title" : nil
    }

    /// Answers `getEditedConcert`: a concert with the state of its draft.
    func getEditedConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let concert = try await store.concert(request.parameter("concert"), in: context.tenant.id) else {
            throw APIError.noSuchConcert
        }
        return try .edited(EditedConcertView(concert), tag: concert.details, in: context)
    }

    /// Answers `changeConcert`: changes the details of a concert in its draft, and returns the concert.
    func changeConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let concert = try await store.change(request.parameter("concert"), in: tenant, context) { concert, details in
            try known.check(concert.details, of: tenant, view: EditedConcertView(concert))
            var patch = try request.mergePatch()
            details.apply(&patch)
            try patch.finish()
        }
        return try .edited(EditedConcertView(concert), tag: concert.details, in: context)
    }

    /// Answers `deleteConcert`: deletes a concert with its draft, its published content and its history. A concert on the air is not deleted.
    func deleteConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        try await store.delete(request.parameter("concert"), in: tenant, context) { concert in
            try known.check(concert.details, of: tenant, view: EditedConcertView(concert))
        }
        return .noContent
    }

    /// Answers `findConcertPieces`: the pieces of a draft in the order of the programme. The entity tag covers only this order.
    func findConcertPieces(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pieces = try await store.programme(of: request.parameter("concert"), in: context.tenant.id).pieces
        return try Self.answer(pieces, context)
    }

    /// Answers `createPiece`: adds a piece at the end of the programme, once for each idempotency key.
    func createPiece(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        var heading = PieceDraft.Heading(composer: "", work: "", movement: "")
        heading.apply(&patch)
        try patch.finish()
        let (new, key) = (heading, try EditKey(request))
        let (id, _) = try await store.changeProgramme(
            of: request.parameter("concert"), action: "piece.create", in: context.tenant.id, context
        ) { try await $0.add(new, key: key) }
        let piece = try await store.piece(id, in: context.tenant.id)
        return try .edited(
            PieceDraftView(piece), tag: piece.heading, in: context, status: .created,
            location: "/api/v1/admin/pieces/\(id)")
    }

    private struct Order: Decodable {
        let pieces: [String]
    }

    /// Answers `orderPieces`: puts the pieces of the programme in a new order, and returns them.
    func orderPieces(_ request: Request, _ context: RequestContext) async throws -> Response {
        let ids = try request.json(as: Order.self).pieces.enumerated().map { index, text in
            guard let id = PieceDraft.ID(text) else {
                throw APIError.invalid("/pieces/\(index)", "must be the ID of a piece, found \"\(text.prefix(100))\"")
            }
            return id
        }
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let (_, pieces) = try await store.changeProgramme(
            of: request.parameter("concert"), action: "piece.order", in: tenant, context
        ) { edit in
            try known.check(edit.pieces.map(\.id.description), of: tenant, view: edit.pieces.map(PieceDraftView.init))
            try edit.arrange(ids)
        }
        return try Self.answer(pieces, context)
    }

    private static func answer(_ pieces: [PieceDraft], _ context: RequestContext) throws -> Response {
        try .edited(
            ListView(pieces.map(PieceDraftView.init)), tag: pieces.map(\.id.description), in: context)
    }
}

extension EditedConcert {
    /// Returns whether a text is a short name: 1 to 63 letters from a to z, digits and hyphens, without a hyphen at the start.
    public static func isSlug(_ text: String) -> Bool { text.wholeMatch(of: #/[a-z0-9][a-z0-9-]{0,62}/#) != nil }

    /// Returns a short name for a title, such as "fate-and-autumn", without accents and cut after 63 characters. Words with letters of other scripts
    /// are left out; the name is empty if no word is left.
    public static func slug(from title: String) -> String {
        let words = Folding.words(of: title).filter { $0.allSatisfy(\.isASCII) }
        return String(words.joined(separator: "-").prefix(63))
    }
}
