import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the history of a concert.
struct RevisionRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let one = "/api/v1/admin/concerts/{concert}"
        return [
            Route(
                "findRevisions", .get, one + "/revisions", access: .editing, query: ["cursor", "limit"],
                endpoint: findRevisions),
            Route("getRevision", .get, one + "/revisions/{revision}", access: .editing, endpoint: getRevision),
            Route(
                "findChanges", .get, one + "/changes", access: .editing, query: ["from", "to"], endpoint: findChanges),
        ]
    }

    private struct RevisionView: Encodable, Sendable {
        let revision: Int
        let publishedAt: Instant
        let publishedBy: String
        let source: String
        let note: String

        init(_ revision: ConcertRevision) {
            self.revision = revision.revision
            publishedAt = revision.publishedAt
            publishedBy = revision.publishedBy
            source = revision.source
            note = revision.note
        }
    }

    /// Answers `findRevisions`: a page of the revisions of a concert, newest first.
    func findRevisions(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let before = try fields.position(in: "revisions") { $0.number(0) }
        let page = try await store.revisions(
            of: request.parameter("concert"), before: before.map(Int.init) ?? .max, limit: fields.pageSize(),
            in: context.tenant.id)
        return try .list(
            page.rows.map(RevisionView.init),
            next: page.next.map { ListCursor("revisions", ["\($0.revision)"]).description })
    }

    /// Answers `getRevision`: the whole content of a revision.
    func getRevision(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let revision = Self.number(try request.parameter("revision")) else { throw APIError.noSuchRevision }
        let snapshot = try await store.snapshot(
            of: revision, of: request.parameter("concert"), in: context.tenant.id)
        return try .json(snapshot, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `findChanges`: the differences between two revisions, or between a revision and the draft, which is the default of `to`.
    func findChanges(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let (slug, tenant) = (try request.parameter("concert"), context.tenant.id)
        func content(_ name: String) async throws -> ConcertSnapshot {
            let text = try fields.optional(name) ?? "draft"
            if text == "draft" { return try await store.draftSnapshot(of: slug, in: tenant) }
            guard let revision = Self.number(text) else {
                throw APIError.invalid(
                    name, "must be the number of a revision or \"draft\", found \"\(text.prefix(100))\"")
            }
            return try await store.snapshot(of: revision, of: slug, in: tenant)
        }
        guard try fields.optional("from") != nil else {
            throw APIError.invalid("from", "is missing: give the number of a revision or \"draft\"")
        }
        return try .list(ConcertChange.all(from: try await content("from"), to: try await content("to")))
    }

    private static func number(_ text: String) -> Int? {
        guard let number = Int(text), number > 0, number.description == text else { return nil }
        return number
    }
}
