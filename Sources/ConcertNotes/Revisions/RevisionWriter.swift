import Postgres
import Tenancy

/// The record of a revision in the history of a concert.
package struct RevisionRecord: Sendable {
    /// The origin of the content.
    package enum Source: String, Sendable, Codable, CaseIterable {
        case `import`, draft
    }

    package let source: Source
    package let note: String
    /// The content to store; `nil` to store a snapshot of the programme that is written.
    package let snapshot: ConcertSnapshot?

    package init(source: Source, note: String = "", snapshot: ConcertSnapshot? = nil) {
        self.source = source
        self.note = note
        self.snapshot = snapshot
    }
}

/// A writer of revisions within the transaction that publishes them.
struct RevisionWriter {
    let tenant: TenantID
    let transaction: Transaction

    /// Stores the current revision of a concert as a snapshot of the content that was just written.
    func add(
        _ snapshot: ConcertSnapshot, of concert: Concert.ID, _ record: RevisionRecord, by actor: AuditEvent.Actor
    ) async throws {
        try await insert(snapshot, concert, source: record.source, by: actor.name, note: record.note)
    }

    /// Stores the current revision of a concert if the history lacks it, as for a concert published before revisions were stored.
    func keepUnrecorded(_ concert: Concert.ID) async throws {
        let rows = try await transaction.rows(
            """
            select c.title
              from app.concert c
             where c.tenant_id = \(tenant)
               and c.concert_id = \(concert)
               and not exists (select from app.concert_revision r
                                where r.tenant_id = \(tenant)
                                  and r.concert_id = c.concert_id
                                  and r.revision = c.revision)
            """)
        guard let row = rows.first else { return }
        let snapshot = try await ConcertSnapshot.published(
            title: row("title"), of: concert, in: tenant, transaction)
        try await insert(snapshot, concert, source: .import, by: AuditEvent.Actor.command.name, note: "")
    }

    private func insert(
        _ snapshot: ConcertSnapshot, _ concert: Concert.ID, source: RevisionRecord.Source, by name: String, note: String
    ) async throws {
        let hashes = Set((snapshot.images + snapshot.assets).map(\.hash)).map { $0 }
        _ = try await transaction.batch([
            """
            insert into app.concert_revision (tenant_id, concert_id, revision, source, published_at, published_by, note,
                                              content)
            select \(tenant), c.concert_id, c.revision, \(source.rawValue), c.updated_at, \(name), \(note),
                   \(try snapshot.stored)::text::jsonb
              from app.concert c
             where c.tenant_id = \(tenant)
               and c.concert_id = \(concert)
            """,
            """
            insert into app.revision_file (tenant_id, concert_id, revision, sha256)
            select \(tenant), c.concert_id, c.revision, f.sha256
              from app.concert c
             cross join unnest(\(hashes)) as f (sha256)
             where c.tenant_id = \(tenant)
               and c.concert_id = \(concert)
            """,
        ])
    }
}

extension ConcertSnapshot {
    /// Returns the content of a published concert, without date and venue. The caller must hold a lock that prevents changes of the concert.
    package static func published(
        title: String, of concert: Concert.ID, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> ConcertSnapshot {
        var snapshot = ConcertSnapshot(title: title)
        snapshot.pieces = try await ConcertStore.pieces(of: concert, in: tenant, transaction).map {
            PieceSnapshot(
                composer: $0.name.work.composer, work: $0.name.work.title, movement: $0.name.movement,
                content: PieceContent($0))
        }
        let rows = try await transaction.rows("\(MediaStore.files(of: concert, in: tenant))")
        for row in rows {
            let file = try StoredFile(row: row)
            let reference = FileReference(
                name: file.name, mediaType: file.kind.rawValue, sha256: hexadecimal(file.sha256))
            if file.isAsset { snapshot.assets.append(reference) } else { snapshot.images.append(reference) }
        }
        return snapshot
    }
}
