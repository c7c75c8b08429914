import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The pages of the history of a concert: its revisions, and the differences between two revisions, or between a revision and the draft.
struct RevisionPageRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let one = "/cms/concerts/{concert}"
        return [
            Route(
                "getRevisionListPage", .get, one + "/revisions", access: .concerts, errors: .page,
                endpoint: getRevisionListPage),
            Route("getChangesPage", .get, one + "/changes", access: .concerts, errors: .page, endpoint: getChangesPage),
            Route(
                "postRevisionRestore", .post, one + "/revisions/{revision}/restore", access: .concerts, errors: .page,
                endpoint: postRevisionRestore),
        ]
    }

    private static let limit = 50

    /// Answers `getRevisionListPage`: the revisions of a concert, newest first.
    func getRevisionListPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let before = try fields.position(in: "revision-list") { $0.number(0) }
        var page = try await page(request, context, before: before.map { Int($0) } ?? .max)
        page.notice = try ConcertNotice(fields)
        return try page.response()
    }

    private func page(
        _ request: Request, _ context: RequestContext, before: Int = .max
    ) async throws -> RevisionListPage {
        let (slug, tenant) = (try request.parameter("concert"), context.tenant.id)
        let revisions = try await store.revisions(of: slug, before: before, limit: Self.limit, in: tenant)
        return RevisionListPage(
            context: context, concert: try await concert(slug, context), revisions: revisions, isFirst: before == .max)
    }

    private func concert(_ slug: String, _ context: RequestContext) async throws -> EditedConcert {
        guard let concert = try await store.concert(slug, in: context.tenant.id) else { throw APIError.noSuchConcert }
        return concert
    }

    /// Answers `getChangesPage`: the differences between two revisions, or between a revision and the draft; by default between the published
    /// revision and the draft.
    func getChangesPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let concert = try await concert(try request.parameter("concert"), context)
        func content(_ name: String, otherwise: Int?) async throws -> (title: String, content: ConcertSnapshot) {
            let text = try fields.line(name)
            if text == "draft" || text.isEmpty && otherwise == nil {
                return ("draft", try await store.draftSnapshot(of: concert.slug, in: context.tenant.id))
            }
            guard let revision = text.isEmpty ? otherwise : Self.number(text) else {
                throw APIError.invalid(
                    name, "must be the number of a revision or \"draft\", found \"\(text.prefix(100))\"")
            }
            let snapshot = try await store.snapshot(of: revision, of: concert.slug, in: context.tenant.id)
            return ("revision \(revision)", snapshot)
        }
        let from = try await content("from", otherwise: concert.published?.revision)
        let to = try await content("to", otherwise: nil)
        return ChangesPage(
            context: context, concert: concert, titles: (from.title, to.title),
            changes: ConcertChange.all(from: from.content, to: to.content)
        ).response()
    }

    /// Answers `postRevisionRestore`: replaces the draft by a revision. Phones get the content with the next publication.
    func postRevisionRestore(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (slug, tenant) = (try request.parameter("concert"), context.tenant.id)
        let tag = try request.form().line("tag")
        guard let revision = Self.number(try request.parameter("revision")) else { throw APIError.noSuchRevision }
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            _ = try await store.restore(revision, of: slug, in: tenant, context) { concert in
                try FormFields.check(tag, concert.draft?.version, of: tenant)
            }
            return .seeOther(ConcertPaths.concert(slug).description, ConcertNotice.restored)
        }
    }

    private static func number(_ text: String) -> Int? {
        guard let number = Int(text), number > 0, number.description == text else { return nil }
        return number
    }
}
