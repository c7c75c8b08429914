import ConcertNotes
import Postgres
import Tenancy
import Web

/// An entry of the history of a concert.
public struct ConcertRevision: Sendable, Hashable {
    public let revision: Int
    public let publishedAt: Instant
    /// The login of the account that published the revision, or the name of the command that imported it.
    public let publishedBy: String
    /// The origin of the content: "import" or "draft".
    public let source: String
    public let note: String
}

extension ConcertRevision: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        publishedAt = Instant(milliseconds: try row("published_at_ms"))
        publishedBy = try row("published_by")
        source = try row("source")
        note = try row("note")
    }
}

extension DraftStore {
    /// Returns a page of the revisions of a concert with lower numbers than `before`, newest first; by default, the page begins with the newest
    /// revision.
    public func revisions(
        of slug: String, before: Int = .max, limit: Int, in tenant: TenantID
    ) async throws -> ListPage<ConcertRevision> {
        guard try await concert(slug, in: tenant) != nil else { throw APIError.noSuchConcert }
        let rows: [ConcertRevision] = try await database.all(
            in: tenant,
            """
            select r.revision, (extract(epoch from r.published_at) * 1000)::bigint as published_at_ms, r.published_by,
                   r.source, r.note
              from app.concert_revision r
              join app.concert c on c.tenant_id = \(tenant) and c.concert_id = r.concert_id
             where r.tenant_id = \(tenant)
               and c.slug = \(slug)
               and r.revision < \(Int32(clamping: before))
             order by r.revision desc
             limit \(limit + 1)
            """)
        return ListPage(rows, limit: limit)
    }

    /// Returns the content of a revision. Throws `APIError` 404 for an unknown revision.
    public func snapshot(of revision: Int, of slug: String, in tenant: TenantID) async throws -> ConcertSnapshot {
        try await run(in: tenant) { draft in
            guard let state = try await draft.state(slug) else { throw APIError.noSuchConcert }
            guard let concert = state.concert else { throw APIError.noSuchRevision }
            return try await draft.snapshot(of: revision, of: state, concert)
        }
    }

    /// Returns the draft of a concert as a snapshot, for comparison with a revision. Opens the draft of a published concert that has none.
    public func draftSnapshot(of slug: String, in tenant: TenantID) async throws -> ConcertSnapshot {
        let (concert, pieces) = try await programme(of: slug, in: tenant)
        let files = try await run(in: tenant) { draft in
            try await draft.files(ofDraft: concert, naming: pieces.flatMap(\.content.pictures))
        }
        return ConcertSnapshot(
            title: concert.details.title, date: concert.details.date, venue: concert.details.venue,
            pieces: pieces.map {
                ConcertSnapshot.PieceSnapshot(
                    id: $0.id.description, composer: $0.heading.composer, work: $0.heading.work,
                    movement: $0.heading.movement, content: $0.content)
            },
            images: files.images, assets: files.assets)
    }

    /// Replaces the content of the draft with a revision after `check` accepts the concert, and returns the changed concert. Phones get the content
    /// only with the next publication. Restoring the published revision discards the changes of the draft. Throws `APIError` 404 for an unknown
    /// concert or revision.
    public func restore(
        _ revision: Int, of slug: String, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedConcert) throws -> Void = { _ in }
    ) async throws -> EditedConcert {
        let login = try context.actor.name
        let event = try context.audit("concert.restore", subject: slug, detail: ["revision": String(revision)])
        return try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            try check(concert)
            _ = try await draft.transaction.rows(ConcertWriter.lock(of: tenant))
            guard let now = try await draft.state(slug), let held = now.draft else { throw APIError.noSuchConcert }
            guard let id = now.concert, let published = now.published else { throw APIError.noSuchRevision }
            let snapshot = try await draft.snapshot(of: revision, of: now, id)
            try await draft.replace(
                held, with: snapshot, base: published.revision, isChanged: revision != published.revision, by: login)
            _ = try await draft.transaction.rows(event.insertion(in: tenant))
            guard let restored = try await draft.state(slug) else { throw APIError.noSuchConcert }
            return restored
        }
    }

    /// Makes the published revision the base of the draft after `check` accepts the concert, so that the draft can be published, and returns the
    /// concert afterwards. The content of the draft stays the same.
    ///
    /// Throws `APIError` 404 for a concert that was never published, and 409 if the published revision is not `revision`.
    public func rebase(
        _ slug: String, onto revision: Int, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedConcert) throws -> Void = { _ in }
    ) async throws -> EditedConcert {
        let event = try context.audit("concert.rebase", subject: slug, detail: ["revision": String(revision)])
        return try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            try check(concert)
            guard let held = concert.draft, let published = concert.published else { throw APIError.noSuchRevision }
            guard published.revision == revision else {
                throw APIError.outdated(base: revision, published: published.revision)
            }
            guard held.baseRevision != revision else { return concert }
            _ = try await draft.transaction.batch([
                """
                update app.concert_draft
                   set base_revision = \(Int32(clamping: revision)), version = version + 1
                 where tenant_id = \(tenant)
                   and concert_draft_id = \(held.key)
                """,
                event.insertion(in: tenant),
            ])
            guard let rebased = try await draft.state(slug) else { throw APIError.noSuchConcert }
            return rebased
        }
    }
}

extension DraftTransaction {
    fileprivate func files(
        ofDraft concert: EditedConcert, naming names: [String]
    ) async throws -> (images: [ConcertSnapshot.FileReference], assets: [ConcertSnapshot.FileReference]) {
        guard let held = concert.draft else { return ([], []) }
        func references(_ media: [StoredMedia]) -> [ConcertSnapshot.FileReference] {
            media.map {
                ConcertSnapshot.FileReference(
                    name: $0.name, mediaType: $0.kind.rawValue, sha256: ConcertSnapshot.hexadecimal($0.sha256))
            }
        }
        return (references(try await images(named: names)), references(try await assets(of: held)))
    }
}
