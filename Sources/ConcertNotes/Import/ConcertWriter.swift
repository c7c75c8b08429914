import Postgres
import Tenancy
import Web

/// A writer that stores a whole programme as a concert in the database.
package struct ConcertWriter {
    package let tenant: TenantID
    package let slug: String
    package let quota: StorageQuota
    /// The record of the revision in the history of the concert.
    package let record: RevisionRecord
    /// Creates the audit event. The writer passes the facts of the event, such as the revision.
    package let event: @Sendable (_ facts: [String: String]) -> AuditEvent

    package init(
        tenant: TenantID, slug: String, quota: StorageQuota, record: RevisionRecord,
        event: @escaping @Sendable (_ facts: [String: String]) -> AuditEvent
    ) {
        self.tenant = tenant
        self.slug = slug
        self.quota = quota
        self.record = record
        self.event = event
    }

    /// Creates or replaces the concert with this slug, in one transaction with the notification. Throws the errors of `write`.
    ///
    /// The database checks the quota only after the files are written. A dry run with a quota therefore also writes, and is then rolled back.
    func put(
        _ programme: Programme, digest: [UInt8], in database: TenantDatabase, dryRun: Bool, notices: [ImportNotice]
    ) async throws -> ImportReport.Outcome {
        do {
            return try await database.transaction(in: tenant) { transaction in
                let outcome = try await write(
                    programme, digest: digest, transaction, notices: notices, isDryRun: dryRun && quota.limit == nil)
                if dryRun, case .unchanged = outcome { return outcome }
                if dryRun { throw DryRun(outcome: outcome) }
                return outcome
            }
        } catch let dryRun as DryRun {
            return dryRun.outcome
        }
    }

    private struct DryRun: Error {
        let outcome: ImportReport.Outcome
    }

    /// Creates or replaces the concert within a transaction, with its revision in the history, the audit event and the notification. Writers of one
    /// tenant run one after the other, and moves of the live concert wait. Writes nothing if the digest equals the digest of the stored content.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content, from `Programme.digest(date:venue:)`.
    ///   - notices: The notices of the import, which an `ImportRefusal` repeats.
    ///   - isDryRun: Whether to make the checks without writing. The quota is not checked then. A dry run returns the expected outcome.
    /// - Throws: `ImportRefusal` if another concert uses the name of a picture for another picture, or if the new content lacks the live position;
    ///   `StorageExceeded` above the quota.
    package func write(
        _ programme: Programme, digest: [UInt8], _ transaction: Transaction, notices: [ImportNotice] = [],
        isDryRun: Bool = false
    ) async throws -> ImportReport.Outcome {
        _ = try await transaction.rows(Self.lock(of: tenant))
        let old = try await transaction.rows(
            """
            select concert_id, revision, content_digest
              from app.concert
             where tenant_id = \(tenant)
               and slug = \(slug)
            """
        ).first.map(StoredConcert.init)
        if let old, old.digest == digest { return .unchanged(revision: old.revision) }

        var findings = Findings()
        for notice in notices { findings.notice(notice.file, line: notice.line, notice.text) }
        try await refuseForeignNames(programme.images, of: old?.id, tenant, transaction, &findings)
        let held = try await heldPosition(of: old?.id, tenant, transaction)
        held?.check(against: programme, &findings)
        guard findings.faults.isEmpty else { throw ImportRefusal(findings) }

        let outcome: ImportReport.Outcome = old.map { .replaced(revision: $0.revision + 1) } ?? .created
        if isDryRun { return outcome }
        let history = RevisionWriter(tenant: tenant, transaction: transaction)
        if let old { try await history.keepUnrecorded(old.id) }
        let concert = try await upsert(programme, slug, digest, tenant, transaction)
        try await PieceWriter(tenant: tenant, concert: concert, transaction: transaction).replace(
            with: programme.pieces)
        try await MediaWriter(tenant: tenant, concert: concert, transaction: transaction)
            .replace(images: programme.images, assets: programme.assets)
        if let held { try await keep(held, concert, tenant, transaction) }
        let event = event(outcome.facts)
        try await history.add(record.snapshot ?? ConcertSnapshot(programme), of: concert, record, by: event.actor)
        try await quota.check(in: tenant, transaction)
        _ = try await transaction.batch([
            event.insertion(in: tenant),
            """
            delete from app.work w
             where w.tenant_id = \(tenant)
               and not exists (select from app.piece p where p.tenant_id = \(tenant) and p.work_id = w.work_id)
            """,
            """
            select pg_notify('tutti', concat_ws(',', c.tenant_id, 'content', c.revision))
              from app.concert c
             where c.tenant_id = \(tenant)
               and c.concert_id = \(concert)
            """,
        ])
        return outcome
    }

    /// Returns the statement that takes the tenant's lock until the end of the transaction. Writers take the lock, and so do editors' transactions
    /// that read a published revision with several statements.
    package static func lock(of tenant: TenantID) -> SQL {
        "select pg_advisory_xact_lock(\(lock), \(tenant.rawValue))"
    }

    /// The first key of the advisory lock, unique to this use. The second key is the tenant.
    private static let lock: Int32 = 7201

    private struct StoredConcert {
        let id: Concert.ID
        let revision: Int
        let digest: [UInt8]

        init(row: Row) throws(PostgresError) {
            id = Concert.ID(rawValue: try row("concert_id"))
            revision = try row("revision")
            digest = try row("content_digest")
        }
    }

    private func upsert(
        _ programme: Programme, _ slug: String, _ digest: [UInt8], _ tenant: TenantID, _ transaction: Transaction
    ) async throws -> Concert.ID {
        let rows = try await transaction.rows(
            """
            insert into app.concert as c (tenant_id, slug, title, content_digest)
            values (\(tenant), \(slug), \(programme.title), \(digest))
                on conflict on constraint concert_slug_key
                do update set title = excluded.title, content_digest = excluded.content_digest,
                              revision = c.revision + 1, updated_at = now()
            returning c.concert_id
            """
        )
        guard let row = rows.first else {
            throw PostgresError.noRow("concert_id")
        }
        return Concert.ID(rawValue: try row("concert_id"))
    }

    /// Adds a fault for each picture whose name another concert uses for another picture, because a tenant has one namespace of pictures (spec I19).
    private func refuseForeignNames(
        _ images: [MediaFile], of concert: Concert.ID?, _ tenant: TenantID, _ transaction: Transaction,
        _ findings: inout Findings
    ) async throws {
        let rows = try await transaction.rows(
            """
            select i.name, min(c.slug) as slug
              from unnest(\(images.map(\.name)), \(images.map(\.sha256))) as new (name, sha256)
              join app.image i on i.tenant_id = \(tenant) and i.name = new.name and i.sha256 <> new.sha256
              join app.concert_image ci on ci.tenant_id = \(tenant) and ci.name = i.name
              join app.concert c on c.tenant_id = \(tenant) and c.concert_id = ci.concert_id
             where c.concert_id is distinct from \(concert)
             group by i.name
            """
        )
        for row in rows {
            let name: String = try row("name")
            findings.fault(
                "\(PictureFolder.images)/\(name)",
                "the concert \(try row("slug", as: String.self)) has another picture with this name",
                fix: "rename the picture, and change its name in the texts that show it")
        }
    }
}

// MARK: - A concert on the air

extension ConcertWriter {
    private struct HeldPosition {
        let piece: String
        let key: String
        let measure: Int

        func check(against programme: Programme, _ findings: inout Findings) {
            guard let piece = programme.pieces.first(where: { $0.name.key == key }) else {
                findings.fault(
                    Manifest.name, "the concert is on the air at \"\(piece)\", which the new content does not contain",
                    fix: "keep the piece, or first go to another piece or take the concert off the air")
                return
            }
            guard measure > piece.measures.count else { return }
            findings.fault(
                Manifest.name,
                "the concert is on the air at measure \(measure) of \"\(piece.name)\", "
                    + "which has only \(SentenceFormat.count(piece.measures.count, "measure")) in the new content",
                fix: "first go to an earlier measure or take the concert off the air")
        }
    }

    /// Returns the live position, or `nil` if the concert is off the air. Its row stays locked until the end of the transaction.
    private func heldPosition(
        of concert: Concert.ID?, _ tenant: TenantID, _ transaction: Transaction
    ) async throws -> HeldPosition? {
        guard let concert else { return nil }
        let rows = try await transaction.rows(
            """
            select p.name, p.name_key, l.measure
              from app.live l
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = l.piece_id
             where l.tenant_id = \(tenant)
               and l.concert_id = \(concert)
               for update of l
            """
        )
        return try rows.first.map { row in
            HeldPosition(piece: try row("name"), key: try row("name_key"), measure: try row("measure"))
        }
    }

    /// Points the live state to the new row of its piece. If the name of the piece has a new spelling, the live revision increases and the log gets
    /// an entry, because listeners must get the new name.
    private func keep(
        _ held: HeldPosition, _ concert: Concert.ID, _ tenant: TenantID, _ transaction: Transaction
    ) async throws {
        _ = try await transaction.batch([
            """
            update app.live l
               set piece_id = p.piece_id,
                   revision = l.revision + (p.name <> \(held.piece))::integer,
                   at = case when p.name <> \(held.piece) then clock_timestamp() else l.at end
              from app.piece p
             where l.tenant_id = \(tenant)
               and p.tenant_id = \(tenant)
               and p.concert_id = \(concert)
               and p.name_key = normalize(\(held.key))
            """,
            """
            insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source, at)
            select \(tenant), l.revision, l.concert_id, p.name, l.measure, l.state, l.source, l.at
              from app.live l
              join app.piece p on p.tenant_id = \(tenant) and p.piece_id = l.piece_id
             where l.tenant_id = \(tenant)
               and p.name <> \(held.piece)
            """,
        ])
    }
}
