import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page of a concert and its forms: details, programme, publication and deletion.
struct ProgrammeRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let one = "/cms/concerts/{concert}"
        let piece = one + "/pieces/{piece}"
        func post(_ operation: String, _ path: String, _ endpoint: @escaping Route.Endpoint) -> Route {
            Route(operation, .post, path, access: .concerts, errors: .page, endpoint: endpoint)
        }
        return [
            Route("getProgrammePage", .get, one, access: .concerts, errors: .page, endpoint: getProgrammePage),
            post("postConcertDetails", one, postConcertDetails),
            post("postConcertDelete", one + "/delete", postConcertDelete),
            post("postConcertOrder", one + "/order", postConcertOrder),
            post("postConcertPiece", one + "/pieces", postConcertPiece),
            Route(
                "getPieceHeadingPage", .get, piece, access: .concerts, errors: .page, endpoint: getPieceHeadingPage),
            post("postPieceHeading", piece, postPieceHeading),
            post("postPieceDelete", piece + "/delete", postPieceDelete),
            post("postConcertPublication", one + "/publication", postConcertPublication),
            post("postConcertDiscard", one + "/discard", postConcertDiscard),
            post("postConcertRebase", one + "/rebase", postConcertRebase),
        ]
    }

    /// Answers `getProgrammePage`: the page of a concert with the faults of its draft.
    func getProgrammePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let review = try await store.review(of: request.parameter("concert"), in: context.tenant.id)
        var page = ProgrammePage(context: context, review: review)
        page.notice = try ConcertNotice(request)
        return try page.response()
    }

    private func showingFaults(
        _ form: ProgrammePage.Form, _ request: Request, _ context: RequestContext,
        _ change: (inout ProgrammePage) -> Void = { _ in }, _ action: (String) async throws -> Response
    ) async throws -> Response {
        let slug = try request.parameter("concert")
        do {
            return try await action(slug)
        } catch let error as APIError where error.isCorrectable {
            var page = ProgrammePage(
                context: context, review: try await store.review(of: slug, in: context.tenant.id))
            page.refusal = ProgrammePage.Refusal(form: form, error: error)
            change(&page)
            var response = try page.response()
            response.status = error.status
            return response
        }
    }

    // MARK: Details

    /// Answers `postConcertDetails`: changes the title, date and venue of a concert in its draft.
    func postConcertDetails(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (typed, tag, tenant) = (try ConcertForm(fields), try fields.line("tag"), context.tenant.id)
        return try await showingFaults(.details, request, context, { $0.details = typed }) { slug in
            _ = try await store.change(slug, in: tenant, context) { concert, details in
                try FormFields.check(tag, concert.details, of: tenant)
                guard typed.details.faults.isEmpty else { throw APIError.invalid(typed.details.faults) }
                details = typed.details
            }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.saved)
        }
    }

    /// Answers `postConcertDelete`: deletes a concert that is not on the air, with its draft, its published content and its history.
    func postConcertDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (tag, tenant) = (try request.form().line("tag"), context.tenant.id)
        return try await showingFaults(.deletion, request, context) { slug in
            try await store.delete(slug, in: tenant, context) { concert in
                try FormFields.check(tag, concert.draft?.version, of: tenant)
            }
            return .seeOther("/cms", ConcertNotice.deleted)
        }
    }

    // MARK: Programme

    /// Answers `postConcertOrder`: moves one piece up or down, or applies the complete order that the page's script sent.
    func postConcertOrder(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (tag, order, tenant) = (try fields.line("tag"), try fields.line("order"), context.tenant.id)
        let (up, down) = (PieceDraft.ID(try fields.line("up")), PieceDraft.ID(try fields.line("down")))
        return try await showingFaults(.order, request, context) { slug in
            _ = try await store.changeProgramme(of: slug, action: "piece.order", in: tenant, context) { edit in
                var ids = edit.pieces.map(\.id)
                try FormFields.check(tag, ids.map(\.description), of: tenant)
                if !order.isEmpty {
                    ids = order.split(separator: ",").compactMap { PieceDraft.ID(String($0)) }
                } else {
                    guard let moved = up ?? down, let index = ids.firstIndex(of: moved) else {
                        throw APIError.noSuchPiece
                    }
                    let other = up == nil ? index + 1 : index - 1
                    if ids.indices.contains(other) { ids.swapAt(index, other) }
                }
                try edit.arrange(ids)
            }
            let moved = (up ?? down).map { "#piece-\($0)" } ?? "#programme"
            return .seeOther(ConcertPaths.concert(slug, moved))
        }
    }

    /// Answers `postConcertPiece`: adds a piece at the end of the programme.
    func postConcertPiece(_ request: Request, _ context: RequestContext) async throws -> Response {
        let typed = try PieceForm(try request.form())
        return try await showingFaults(.newPiece, request, context, { $0.newPiece = typed }) { slug in
            _ = try await store.changeProgramme(
                of: slug, action: "piece.create", in: context.tenant.id, context
            ) { try await $0.add(typed.heading, key: nil) }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.pieceAdded)
        }
    }

    /// Answers `getPieceHeadingPage`: the forms that change the name and recording of a piece, or remove the piece.
    func getPieceHeadingPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (piece, pieces) = try await piece(request, context)
        return try PieceHeadingPage(
            context: context, piece: piece, pieces: pieces, typed: PieceForm(piece.heading)
        ).response()
    }

    /// Answers `postPieceHeading`: changes the name and the recording of a piece.
    func postPieceHeading(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (typed, tag, tenant) = (try PieceForm(fields), try fields.line("tag"), context.tenant.id)
        return try await showingPieceFaults(typed, request, context) { slug, id in
            _ = try await store.changeProgramme(of: slug, action: "piece.change", in: tenant, context) { edit in
                guard let piece = edit.pieces.first(where: { $0.id == id }) else { throw APIError.noSuchPiece }
                try FormFields.check(tag, piece.heading, of: tenant)
                try await edit.rename(piece, typed.heading)
            }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.pieceSaved)
        }
    }

    /// Answers `postPieceDelete`: deletes a piece of the draft with its notes.
    func postPieceDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (tag, tenant) = (try request.form().line("tag"), context.tenant.id)
        return try await showingPieceFaults(nil, request, context) { slug, id in
            _ = try await store.changeProgramme(of: slug, action: "piece.delete", in: tenant, context) { edit in
                guard let piece = edit.pieces.first(where: { $0.id == id }) else { throw APIError.noSuchPiece }
                try FormFields.check(tag, piece.heading, of: tenant)
                try await edit.remove(id)
            }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.pieceRemoved)
        }
    }

    private func showingPieceFaults(
        _ typed: PieceForm?, _ request: Request, _ context: RequestContext,
        _ action: (String, PieceDraft.ID) async throws -> Response
    ) async throws -> Response {
        try await .showingFaults(
            on: { error in
                let (piece, pieces) = try await piece(request, context)
                return try PieceHeadingPage(
                    context: context, piece: piece, pieces: pieces, typed: typed ?? PieceForm(piece.heading),
                    error: error
                ).response()
            },
            {
                guard let id = PieceDraft.ID(try request.parameter("piece")) else { throw APIError.noSuchPiece }
                return try await action(try request.parameter("concert"), id)
            })
    }

    private func piece(
        _ request: Request, _ context: RequestContext
    ) async throws -> (piece: PieceDraft, pieces: [PieceDraft]) {
        let id = PieceDraft.ID(try request.parameter("piece"))
        let pieces = try await store.programme(of: request.parameter("concert"), in: context.tenant.id).pieces
        guard let piece = pieces.first(where: { $0.id == id }) else { throw APIError.noSuchPiece }
        return (piece, pieces)
    }

    // MARK: Publication

    /// Answers `postConcertPublication`: publishes the draft, unless the published content stays the same. A concert on the air requires the field
    /// `whileOnAir`.
    func postConcertPublication(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (tag, note, tenant) = (try fields.line("tag"), try fields.line("note"), context.tenant.id)
        let whileOnAir = try fields.line("whileOnAir") == "1"
        return try await showingFaults(.publication, request, context) { slug in
            guard note.utf8.count <= 1000 else {
                throw APIError.invalid(
                    "/note", "must have at most 1000 bytes, found \(note.utf8.count): shorten the note")
            }
            guard !note.holdsControlCharacters else {
                throw APIError.invalid("/note", "must not contain tabs, line breaks or other control characters")
            }
            let publication: Publication
            do {
                publication = try await store.publish(
                    slug, note: note, whileOnAir: whileOnAir,
                    quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: tenant, context
                ) { concert in try FormFields.check(tag, concert.draft?.version, of: tenant) }
            } catch let error as StorageExceeded {
                throw APIError.exceeding(error)
            }
            return .seeOther(
                ConcertPaths.concert(slug).description, publication.isNew ? ConcertNotice.published : .unchanged)
        }
    }

    /// Answers `postConcertDiscard`: replaces the draft by the published revision. All changes of the draft are lost.
    func postConcertDiscard(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (tag, tenant) = (try request.form().line("tag"), context.tenant.id)
        return try await showingFaults(.draft, request, context) { slug in
            guard let published = try await store.concert(slug, in: tenant)?.published else {
                throw APIError.noSuchRevision
            }
            _ = try await store.restore(published.revision, of: slug, in: tenant, context) { concert in
                try FormFields.check(tag, concert.draft?.version, of: tenant)
            }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.discarded)
        }
    }

    /// Answers `postConcertRebase`: makes the published revision the base of the draft. The content of the draft stays the same.
    func postConcertRebase(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let (tag, tenant) = (try fields.line("tag"), context.tenant.id)
        let revision = try fields.integer("revision", in: 1...Int(Int32.max))
        return try await showingFaults(.draft, request, context) { slug in
            _ = try await store.rebase(slug, onto: revision, in: tenant, context) { concert in
                try FormFields.check(tag, concert.draft?.version, of: tenant)
            }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.kept)
        }
    }
}
