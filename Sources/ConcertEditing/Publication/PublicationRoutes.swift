import HTTP
import Tenancy
import Web

/// The endpoints of the draft of a concert as a whole, and of its publication. `If-Match` is compared with the entity tag of the draft.
struct PublicationRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let one = "/api/v1/admin/concerts/{concert}"
        return [
            Route("getDraft", .get, one + "/draft", access: .editing, endpoint: getDraft),
            Route("replaceDraft", .put, one + "/draft", access: .editing, endpoint: replaceDraft),
            Route("changeDraft", .patch, one + "/draft", access: .editing, endpoint: changeDraft),
            Route("publishConcert", .put, one + "/publication", access: .editing, endpoint: publishConcert),
        ]
    }

    private struct DraftStateView: Encodable, Sendable {
        let version: Int64
        let baseRevision: Int?
        let publishedRevision: Int?
        let isChanged: Bool
        let isOutdated: Bool
        let updatedAt: Instant
        let updatedBy: String
        let faults: [APIError.Fault]
    }

    /// Answers `getDraft`: the state of a draft with its faults.
    func getDraft(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("concert")
        let faults = try await store.faults(of: slug, in: context.tenant.id)
        guard let concert = try await store.concert(slug, in: context.tenant.id) else { throw APIError.noSuchConcert }
        return try Self.answer(concert, faults, context)
    }

    private struct Replacement: Decodable {
        let revision: Int
    }

    /// Answers `replaceDraft`: replaces the content of a draft by a revision, and returns the state of the draft.
    func replaceDraft(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (slug, revision) = (try request.parameter("concert"), try request.json(as: Replacement.self).revision)
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let concert = try await store.restore(revision, of: slug, in: tenant, context) {
            try known.check($0.draft?.version, of: tenant, view: EditedConcertView($0))
        }
        return try Self.answer(concert, try await store.faults(of: slug, in: tenant), context)
    }

    /// Answers `changeDraft`: makes the published revision the base of a draft, and returns the state of the draft.
    func changeDraft(_ request: Request, _ context: RequestContext) async throws -> Response {
        let slug = try request.parameter("concert")
        var patch = try request.mergePatch()
        var base = 0
        patch.apply("baseRevision", to: &base)
        try patch.finish()
        let (known, tenant, revision) = (IfMatch(request), context.tenant.id, base)
        let concert = try await store.rebase(slug, onto: revision, in: tenant, context) {
            try known.check($0.draft?.version, of: tenant, view: EditedConcertView($0))
        }
        return try Self.answer(concert, try await store.faults(of: slug, in: tenant), context)
    }

    private struct PublicationRequest: Decodable {
        let note: String?
        let whileOnAir: Bool?
    }

    private struct PublicationView: Encodable, Sendable {
        let revision: Int
        let isNew: Bool
        let concert: EditedConcertView
    }

    /// Answers `publishConcert`: publishes a draft as a new revision, or writes none if the published content stays the same. Returns the number of
    /// the published revision.
    func publishConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let asked = request.body.isEmpty ? nil : try request.json(as: PublicationRequest.self)
        let note = asked?.note ?? ""
        guard note.utf8.count <= 1000 else {
            throw APIError.invalid("/note", "must have at most 1000 bytes, found \(note.utf8.count): shorten the note")
        }
        guard !note.holdsControlCharacters else {
            throw APIError.invalid("/note", "must not contain tabs, line breaks or other control characters")
        }
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let publication = try await store.publish(
            request.parameter("concert"), note: note, whileOnAir: asked?.whileOnAir ?? false,
            quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: tenant, context
        ) { try known.check($0.draft?.version, of: tenant, view: EditedConcertView($0)) }
        return try .edited(
            PublicationView(
                revision: publication.revision, isNew: publication.isNew,
                concert: EditedConcertView(publication.concert)),
            tag: publication.concert.draft?.version, in: context)
    }

    private static func answer(
        _ concert: EditedConcert, _ faults: [APIError.Fault], _ context: RequestContext
    ) throws -> Response {
        guard let draft = concert.draft else { throw APIError.noSuchConcert }
        return try .edited(
            DraftStateView(
                version: draft.version, baseRevision: draft.baseRevision,
                publishedRevision: concert.published?.revision, isChanged: draft.isChanged,
                isOutdated: concert.isOutdated, updatedAt: draft.updatedAt, updatedBy: draft.updatedBy, faults: faults),
            tag: concert.draft?.version, in: context)
    }
}
