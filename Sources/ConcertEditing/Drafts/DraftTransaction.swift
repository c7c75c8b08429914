import ConcertNotes
import Foundation
import Postgres
import Tenancy
import Web

/// The SQL statements about one draft within a transaction.
///
/// Every change locks the row of the draft first, so changes of one concert run one after the other, and a publication sees each change as a whole.
struct DraftTransaction {
    let tenant: TenantID
    let transaction: Transaction

    // MARK: Reading

    /// Returns the state of a concert, or `nil` if there is none.
    func state(_ slug: String) async throws -> EditedConcert? {
        try await transaction.rows(Self.states(slugs: [slug], in: tenant)).first.map(EditedConcert.init(row:))
    }

    /// Returns the statement that reads the states of the concerts with these short names, sorted by short name. Unknown short names
    /// give no rows.
    static func states(slugs: [String], in tenant: TenantID) -> SQL {
        """
        select s.slug, coalesce(d.title, c.title) as title, to_char(d.held_on, 'YYYY-MM-DD') as held_on, d.venue,
               d.concert_draft_id, d.version, d.base_revision, d.is_changed,
               (extract(epoch from d.updated_at) * 1000)::bigint as updated_at_ms, d.updated_by, c.concert_id, c.revision,
               (extract(epoch from c.updated_at) * 1000)::bigint as published_at_ms, l.concert_id is not null as is_on_air
          from unnest(\(slugs)) as s (slug)
          left join app.concert_draft d on d.tenant_id = \(tenant) and d.slug = s.slug
          left join app.concert c on c.tenant_id = \(tenant) and c.slug = s.slug
          left join app.live l on l.tenant_id = \(tenant) and l.concert_id = c.concert_id
         where d.slug is not null or c.slug is not null
         order by s.slug
        """
    }

    /// Locks the draft of a concert and returns the concert. Opens the draft of a published concert that has none, and brings an unchanged draft up
    /// to the published revision. Throws `APIError` 404 for an unknown concert.
    func locked(_ slug: String) async throws -> EditedConcert {
        if try await lock(slug) == nil {
            guard try await state(slug) != nil else { throw APIError.noSuchConcert }
            _ = try await transaction.rows(
                """
                insert into app.concert_draft (tenant_id, slug, title, is_changed)
                select \(tenant), c.slug, c.title, false
                  from app.concert c
                 where c.tenant_id = \(tenant)
                   and c.slug = \(slug)
                    on conflict on constraint concert_draft_slug_key do nothing
                """)
            guard try await lock(slug) != nil else { throw APIError.noSuchConcert }
        }
        guard let concert = try await state(slug) else { throw APIError.noSuchConcert }
        guard let draft = concert.draft, !draft.isChanged, concert.isOutdated else { return concert }
        // Writers of the published rows wait, so that all statements below see one revision.
        _ = try await transaction.rows(ConcertWriter.lock(of: tenant))
        guard let current = try await state(slug), let published = current.published, let id = current.concert else {
            return concert
        }
        let snapshot = try await snapshot(of: published.revision, of: current, id)
        try await replace(draft, with: snapshot, base: published.revision, isChanged: false, by: draft.updatedBy)
        guard let opened = try await state(slug) else { throw APIError.noSuchConcert }
        return opened
    }

    private func lock(_ slug: String) async throws -> Int64? {
        try await transaction.rows(
            """
            select concert_draft_id
              from app.concert_draft
             where tenant_id = \(tenant)
               and slug = \(slug)
               for update
            """
        ).first?("concert_draft_id")
    }

    /// Locks the draft that a piece belongs to, as `locked(_:)` does. Throws `APIError` 404 for an unknown piece.
    func locked(concertOf piece: PieceDraft.ID) async throws -> EditedConcert {
        let slug: String? = try await transaction.rows(
            """
            select d.slug
              from app.piece_draft p
              join app.concert_draft d on d.tenant_id = \(tenant) and d.concert_draft_id = p.concert_draft_id
             where p.tenant_id = \(tenant)
               and p.piece_draft_id = \(piece)
            """
        ).first?("slug")
        guard let slug else { throw APIError.noSuchPiece }
        return try await locked(slug)
    }

    /// Returns the pieces of a draft in the order of the programme.
    func pieces(of draft: EditedConcert.Draft) async throws -> [PieceDraft] {
        try await transaction.rows(
            """
            select p.piece_draft_id, d.slug, p.position, p.composer, p.work, p.movement, p.version,
                   p.content::text as content
              from app.piece_draft p
              join app.concert_draft d on d.tenant_id = \(tenant) and d.concert_draft_id = p.concert_draft_id
             where p.tenant_id = \(tenant)
               and p.concert_draft_id = \(draft.key)
             order by p.position, p.piece_draft_id
            """
        ).map(PieceDraft.init(row:))
    }

    /// Returns a piece. Throws `APIError` 404 if the tenant does not have the piece.
    func piece(_ id: PieceDraft.ID) async throws -> PieceDraft {
        let rows = try await transaction.rows(
            """
            select p.piece_draft_id, d.slug, p.position, p.composer, p.work, p.movement, p.version,
                   p.content::text as content
              from app.piece_draft p
              join app.concert_draft d on d.tenant_id = \(tenant) and d.concert_draft_id = p.concert_draft_id
             where p.tenant_id = \(tenant)
               and p.piece_draft_id = \(id)
            """)
        guard let row = rows.first else { throw APIError.noSuchPiece }
        return try PieceDraft(row: row)
    }

    /// Returns a published revision of a concert. Throws `APIError` 404 if the concert has no such revision.
    func snapshot(of revision: Int, of state: EditedConcert, _ concert: Concert.ID) async throws -> ConcertSnapshot {
        let rows = try await transaction.rows(
            """
            select content::text as content
              from app.concert_revision
             where tenant_id = \(tenant)
               and concert_id = \(concert)
               and revision = \(Int32(clamping: revision))
            """)
        if let row = rows.first { return try ConcertSnapshot(stored: row("content")) }
        // The concert was published before revisions were stored.
        guard revision == state.published?.revision else { throw APIError.noSuchRevision }
        let title = try await transaction.rows(
            "select title from app.concert where tenant_id = \(tenant) and concert_id = \(concert)"
        ).first?("title", as: String.self)
        return try await ConcertSnapshot.published(
            title: title ?? state.details.title, of: concert, in: tenant, transaction)
    }

    // MARK: Writing

    /// Records a change: increases the version of the draft, marks it as changed, and stores the time and the login of the account.
    func touch(_ draft: EditedConcert.Draft, by login: String) async throws {
        _ = try await transaction.rows(
            """
            update app.concert_draft
               set version = version + 1, is_changed = true, updated_at = now(), updated_by = \(login)
             where tenant_id = \(tenant)
               and concert_draft_id = \(draft.key)
            """)
    }

    /// Writes the details of a concert.
    func write(_ details: EditedConcert.Details, to draft: EditedConcert.Draft) async throws {
        _ = try await transaction.rows(
            """
            update app.concert_draft
               set title = \(details.title), held_on = \(details.date)::text::date, venue = \(details.venue)
             where tenant_id = \(tenant)
               and concert_draft_id = \(draft.key)
            """)
    }

    /// Writes a piece and increases its version.
    func write(_ piece: PieceDraft) async throws {
        _ = try await transaction.rows(
            """
            update app.piece_draft
               set composer = \(piece.heading.composer), work = \(piece.heading.work),
                   movement = \(piece.heading.movement), content = \(try piece.stored)::text::jsonb, version = version + 1,
                   updated_at = now()
             where tenant_id = \(tenant)
               and piece_draft_id = \(piece.id)
            """)
    }

    /// Adds a piece and returns its identifier.
    func add(
        _ heading: PieceDraft.Heading, _ content: PieceContent, at position: Int, to draft: EditedConcert.Draft
    ) async throws -> PieceDraft.ID {
        var content = content
        content.recording = heading.recording
        let rows = try await transaction.rows(
            """
            insert into app.piece_draft (tenant_id, concert_draft_id, position, composer, work, movement, content)
            values (\(tenant), \(draft.key), \(Int32(position)), \(heading.composer), \(heading.work), \(heading.movement),
                    \(try content.stored)::text::jsonb)
            returning piece_draft_id
            """)
        guard let row = rows.first else { throw PostgresError.noRow("piece_draft_id") }
        return PieceDraft.ID(rawValue: try row("piece_draft_id"))
    }

    /// Deletes pieces of a draft.
    func remove(_ pieces: [PieceDraft.ID], from draft: EditedConcert.Draft) async throws {
        _ = try await transaction.rows(
            """
            delete from app.piece_draft
             where tenant_id = \(tenant)
               and concert_draft_id = \(draft.key)
               and piece_draft_id = any (\(pieces.map(\.rawValue)))
            """)
    }

    /// Writes the positions of the pieces of a draft in the given order.
    func order(_ pieces: [PieceDraft.ID], of draft: EditedConcert.Draft) async throws {
        _ = try await transaction.rows(
            """
            update app.piece_draft p
               set position = n.position
              from unnest(\(pieces.map(\.rawValue))) with ordinality as n (piece_draft_id, position)
             where p.tenant_id = \(tenant)
               and p.concert_draft_id = \(draft.key)
               and p.piece_draft_id = n.piece_draft_id
               and p.position <> n.position
            """)
    }

    /// Replaces the whole draft by the content of a revision, except files that are no longer stored. `base` becomes the published revision on which
    /// the draft is based, or none if it is `nil`. If `isChanged`, the draft counts as changed by the account with this login, and pictures that
    /// differ from the published ones become drafts. A piece of the draft that has the ID, or otherwise the name, of a piece of the revision keeps
    /// its ID; the other pieces of the draft are removed. A piece that keeps its ID never reuses the identifier of a deleted track, annotation or
    /// section.
    func replace(
        _ draft: EditedConcert.Draft, with snapshot: ConcertSnapshot, base: Int?, isChanged: Bool, by login: String
    ) async throws {
        var left = try await pieces(of: draft)
        var order: [PieceDraft.ID] = []
        for new in snapshot.pieces {
            let key = new.name.key
            let index = left.firstIndex { $0.id.description == new.id } ?? left.firstIndex { $0.name.key == key }
            let heading = PieceDraft.Heading(
                composer: new.composer, work: new.work, movement: new.movement, recording: new.content.recording)
            guard let index else {
                order.append(try await add(heading, new.content, at: order.count + 1, to: draft))
                continue
            }
            var piece = left.remove(at: index)
            let next = max(piece.content.nextId, new.content.nextId)
            order.append(piece.id)
            guard piece.content != new.content || piece.heading != heading else { continue }
            piece.heading = heading
            piece.content = new.content
            piece.content.nextId = next
            try await write(piece)
        }
        try await remove(left.map(\.id), from: draft)
        try await self.order(order, of: draft)
        try await write(
            EditedConcert.Details(title: snapshot.title, date: snapshot.date, venue: snapshot.venue), to: draft)
        _ = try await transaction.batch([
            "delete from app.draft_asset where tenant_id = \(tenant) and concert_draft_id = \(draft.key)",
            """
            insert into app.draft_asset (tenant_id, concert_draft_id, name, sha256)
            select \(tenant), \(draft.key), n.name, n.sha256
              from unnest(\(snapshot.assets.map(\.name)), \(snapshot.assets.map(\.hash))) as n (name, sha256)
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = n.sha256
            """,
            // A picture that differs from the published one becomes a draft again, so that the draft shows the picture of the revision.
            """
            insert into app.draft_image as d (tenant_id, name, sha256)
            select \(tenant), n.name, n.sha256
              from unnest(\(snapshot.images.map(\.name)), \(snapshot.images.map(\.hash))) as n (name, sha256)
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = n.sha256
             where \(isChanged)
               and not exists (select from app.image i
                                where i.tenant_id = \(tenant) and i.name = n.name and i.sha256 = n.sha256)
                on conflict (tenant_id, name) do update set sha256 = excluded.sha256, updated_at = now()
            """,
            """
            update app.concert_draft
               set base_revision = \(base.map(Int32.init(clamping:))), is_changed = \(isChanged), version = version + 1,
                   updated_at = now(), updated_by = \(login)
             where tenant_id = \(tenant)
               and concert_draft_id = \(draft.key)
            """,
        ])
    }
}

// MARK: - Requests that are repeated

extension DraftTransaction {
    /// Runs `create` unless a request with the same key has done so, and returns the text that `create` returned, usually an identifier. Keys are
    /// stored for at least a day. Without a key, `create` always runs. Throws `APIError` 422 if the key was used for another request.
    func once(_ key: EditKey?, _ create: () async throws -> String) async throws -> String {
        guard let key else { return try await create() }
        let rows = try await transaction.batch([
            """
            delete from app.edit_request
             where tenant_id = \(tenant)
               and created_at < now() - interval '1 day'
            """,
            """
            insert into app.edit_request (tenant_id, idempotency_key, request_digest, location)
            values (\(tenant), \(key.key), \(key.digest), '')
                on conflict (tenant_id, idempotency_key) do nothing
            returning true as is_new
            """,
            """
            select request_digest, location
              from app.edit_request
             where tenant_id = \(tenant)
               and idempotency_key = \(key.key)
            """,
        ])
        if rows[1].isEmpty, let row = rows[2].first {
            guard try row("request_digest", as: [UInt8].self) == key.digest else { throw APIError.keyReused }
            return try row("location")
        }
        let location = try await create()
        _ = try await transaction.rows(
            """
            update app.edit_request
               set location = \(location)
             where tenant_id = \(tenant)
               and idempotency_key = \(key.key)
            """)
        return location
    }
}

extension PieceDraft {
    fileprivate var stored: String {
        get throws {
            var content = content
            content.recording = heading.recording
            return try content.stored
        }
    }
}

extension PieceContent {
    /// The content as the JSON text that the database stores.
    var stored: String {
        get throws { String(decoding: try ViewWriter.bytes(self), as: UTF8.self) }
    }
}
