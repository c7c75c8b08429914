import ConcertNotes
import Postgres
import Tenancy
import Web

/// The result of a publication: the published revision, and the concert afterwards.
public struct Publication: Sendable, Hashable {
    public let revision: Int
    /// Whether a revision was written; `false` if the published content stays the same.
    public let isNew: Bool
    public let concert: EditedConcert
}

extension DraftStore {
    /// Publishes a draft after `check` accepts the concert: checks the whole draft, and writes rows, revision, audit event and notification in one
    /// transaction. Writes no revision if the published content stays the same.
    ///
    /// - Parameters:
    ///   - note: The note that the history shows for the revision.
    ///   - whileOnAir: Whether the content of a concert on the air may change. The live position stays.
    /// - Throws: `APIError` 409 for a concert on the air without `whileOnAir`, and for a draft that is based on another revision than the published
    ///   one; 422 with the faults of the draft, at most 500; `StorageExceeded` above the quota.
    public func publish(
        _ slug: String, note: String = "", whileOnAir: Bool = false, quota: StorageQuota = StorageQuota(limit: nil),
        in tenant: TenantID, _ context: RequestContext, _ check: @Sendable (EditedConcert) throws -> Void = { _ in }
    ) async throws -> Publication {
        let actor = try context.actor
        let requestID = context.requestID
        return try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            guard let held = concert.draft else { throw APIError.noSuchConcert }
            try check(concert)
            // From here on, no import changes the published content.
            _ = try await draft.transaction.rows(ConcertWriter.lock(of: tenant))
            guard let now = try await draft.state(slug) else { throw APIError.noSuchConcert }
            if let published = now.published, held.baseRevision != published.revision {
                throw APIError.outdated(base: held.baseRevision, published: published.revision)
            }
            if now.isOnAir, !whileOnAir { throw APIError.concertOnAir }
            let content = try await draft.publishable(now, held, try await draft.pieces(of: held))
            let writer = ConcertWriter(
                tenant: tenant, slug: slug, quota: quota,
                record: RevisionRecord(source: .draft, note: note, snapshot: content.snapshot)
            ) { AuditEvent("concert.publish", by: actor, subject: slug, detail: $0, requestID: requestID) }
            let outcome: ImportReport.Outcome
            do {
                outcome = try await writer.write(content.programme, digest: content.digest, draft.transaction)
            } catch let refusal as ImportRefusal {
                throw APIError.unpublishable(refusal.faults.map(APIError.Fault.init))
            }
            let (revision, isNew) = outcome.revision
            try await draft.conclude(held, revision: revision)
            guard let after = try await draft.state(slug) else { throw APIError.noSuchConcert }
            return Publication(revision: revision, isNew: isNew, concert: after)
        }
    }

    /// Returns the faults that prevent the publication of a draft, at most 500. O(size of the draft).
    public func faults(of slug: String, in tenant: TenantID) async throws -> [APIError.Fault] {
        try await review(of: slug, in: tenant).faults
    }

    /// Returns a draft, opened if necessary, with the faults that prevent its publication, at most 500. O(size of the draft).
    public func review(of slug: String, in tenant: TenantID) async throws -> DraftReview {
        try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            guard let held = concert.draft else { throw APIError.noSuchConcert }
            let pieces = try await draft.pieces(of: held)
            let check = try await draft.check(held, pieces)
            return DraftReview(concert: concert, pieces: pieces, faults: Array(check.faults.prefix(500)))
        }
    }
}

/// A draft as a whole: the concert, its pieces in order, and the faults that prevent its publication.
public struct DraftReview: Sendable, Hashable {
    public let concert: EditedConcert
    public let pieces: [PieceDraft]
    /// The faults with JSON pointers such as "/pieces/0/tracks/1/annotations/4/text"; at most 500.
    public let faults: [APIError.Fault]
}

/// The content of a draft that has no faults, as a publication stores it.
struct PublishableContent: Sendable {
    let programme: Programme
    let snapshot: ConcertSnapshot
    let digest: [UInt8]
}

private struct DraftCheck: Sendable {
    let faults: [APIError.Fault]
    let images: [StoredMedia]
    let assets: [StoredMedia]
}

extension DraftTransaction {
    fileprivate func check(_ held: EditedConcert.Draft, _ pieces: [PieceDraft]) async throws -> DraftCheck {
        var faults: [APIError.Fault] = []
        if pieces.isEmpty {
            faults.append(
                APIError.Fault(
                    "/pieces", ContentProblem("the concert has no pieces", fix: "add the pieces of the programme")))
        }
        for (index, piece) in pieces.enumerated() {
            let pointer = "/pieces/\(index)"
            let before = pieces[..<index]
            faults += piece.heading.faults(among: before.map(\.name)).map {
                APIError.Fault(field: pointer + $0.field, reason: $0.reason, suggestion: $0.suggestion)
            }
            faults += piece.content.faults.map { APIError.Fault($0, below: pointer) }
        }
        let images = try await images(named: pieces.flatMap(\.content.pictures))
        for (index, piece) in pieces.enumerated() {
            faults += piece.content.faults(ofMissingPicturesAmong: Set(images.map(\.name)), below: "/pieces/\(index)")
        }
        let assets = try await assets(of: held)
        let size = (images + assets).reduce(0) { $0 + $1.byteCount }
        if size > ConcertFiles.totalByteLimit {
            faults.append(
                APIError.Fault(
                    "/images",
                    ContentProblem(
                        "the pictures and app assets take up \(Self.mebibytes(size)) MiB in total",
                        fix: "use smaller files, of at most \(Self.mebibytes(ConcertFiles.totalByteLimit)) MiB in total"
                    )))
        }
        return DraftCheck(faults: faults, images: images, assets: assets)
    }

    private static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Returns the content to publish. Throws `APIError` 422 with the first 500 faults of the draft. O(size of the draft).
    func publishable(
        _ concert: EditedConcert, _ held: EditedConcert.Draft, _ pieces: [PieceDraft]
    ) async throws -> PublishableContent {
        let check = try await check(held, pieces)
        guard check.faults.isEmpty else { throw APIError.unpublishable(check.faults) }
        let programme = Programme(
            title: concert.details.title, pieces: pieces.map { $0.content.piece(named: $0.name) },
            images: check.images.map(\.file), assets: check.assets.map(\.file))
        var snapshot = ConcertSnapshot(programme)
        snapshot.date = concert.details.date
        snapshot.venue = concert.details.venue
        // The revision keeps the documents, so that a restored draft has the same identifiers.
        snapshot.pieces = pieces.map {
            ConcertSnapshot.PieceSnapshot(
                id: $0.id.description, composer: $0.heading.composer, work: $0.heading.work,
                movement: $0.heading.movement, content: $0.content)
        }
        return PublishableContent(
            programme: programme, snapshot: snapshot,
            digest: programme.digest(date: concert.details.date, venue: concert.details.venue))
    }

    fileprivate func conclude(_ draft: EditedConcert.Draft, revision: Int) async throws {
        _ = try await transaction.batch([
            """
            update app.concert_draft
               set base_revision = \(Int32(clamping: revision)), is_changed = false, version = version + 1
             where tenant_id = \(tenant)
               and concert_draft_id = \(draft.key)
            """,
            """
            delete from app.draft_image d
             where d.tenant_id = \(tenant)
               and exists (select from app.image i
                            where i.tenant_id = \(tenant) and i.name = d.name and i.sha256 = d.sha256)
            """,
        ])
    }

    /// Returns the pictures with these names, each with its uploaded content, or otherwise with its published content. Missing pictures are left out.
    func images(named names: [String]) async throws -> [StoredMedia] {
        try await transaction.rows(
            """
            select n.name, b.sha256, b.media_type, octet_length(b.content) as bytes
              from (select distinct u.name from unnest(\(names)) as u (name)) n
              left join app.draft_image d on d.tenant_id = \(tenant) and d.name = n.name
              left join app.image i on i.tenant_id = \(tenant) and i.name = n.name
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = coalesce(d.sha256, i.sha256)
             order by n.name collate "C"
            """
        ).map(StoredMedia.init(row:))
    }

    /// Returns the app assets of a draft, without their content, in the order of `AppAsset.names`.
    func assets(of draft: EditedConcert.Draft) async throws -> [StoredMedia] {
        let stored = try await transaction.rows(
            """
            select a.name, b.sha256, b.media_type, octet_length(b.content) as bytes
              from app.draft_asset a
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = a.sha256
             where a.tenant_id = \(tenant)
               and a.concert_draft_id = \(draft.key)
            """
        ).map(StoredMedia.init(row:))
        return AppAsset.names.compactMap { name in stored.first { $0.name == name } }
    }
}

/// A picture or an app asset, without its content.
struct StoredMedia: RowDecodable, Hashable {
    let name: String
    let kind: MediaKind
    let sha256: [UInt8]
    let byteCount: Int

    init(row: Row) throws(PostgresError) {
        let mediaType: String = try row("media_type")
        guard let kind = MediaKind(rawValue: mediaType) else {
            throw .decoding(
                column: "media_type",
                reason: "must be image/png, image/jpeg, image/gif or application/pdf, found \"\(mediaType)\"")
        }
        name = try row("name")
        self.kind = kind
        sha256 = try row("sha256")
        byteCount = try row("bytes")
    }

    var file: MediaFile { MediaFile(name: name, kind: kind, storedAs: sha256) }
}

extension PieceContent {
    fileprivate func faults(ofMissingPicturesAmong names: Set<String>, below pointer: String) -> [APIError.Fault] {
        var faults: [APIError.Fault] = []
        for (track, content) in tracks.enumerated() {
            for (index, annotation) in content.annotations.enumerated() {
                for name in PictureReference.all(in: annotation.text).map(\.file) where !names.contains(name) {
                    let closest = names.sorted().first { $0.lowercased() == name.lowercased() }
                    faults.append(
                        APIError.Fault(
                            "\(pointer)/tracks/\(track)/annotations/\(index)/text",
                            ContentProblem(
                                "there is no picture \(name)",
                                fix: closest.map { "write \($0)" } ?? "upload the picture, or correct its name")))
                }
            }
        }
        return faults
    }
}

extension APIError {
    /// Returns the error 422 for a draft that cannot be published, with the first 500 faults.
    static func unpublishable(_ faults: [Fault]) -> APIError {
        let shown = faults.prefix(5).map { "\($0.field) \($0.reason)" }.joined(separator: "; ")
        let more = faults.count > 5 ? "; and \(SentenceFormat.count(faults.count - 5, "more problem"))" : ""
        return APIError(
            .unprocessableContent, code: .unpublishableDraft, "the draft cannot be published: \(shown)\(more)",
            faults: Array(faults.prefix(500)))
    }
}

extension APIError.Fault {
    fileprivate init(_ fault: ImportFault) {
        let field = fault.file.hasPrefix("images/") ? "/" + fault.file : "/pieces"
        self.init(field: field, reason: "is not valid: \(fault.reason)", suggestion: fault.fix)
    }
}

extension ImportReport.Outcome {
    fileprivate var revision: (number: Int, isNew: Bool) {
        switch self {
        case .created: (1, true)
        case .replaced(let revision): (revision, true)
        case .unchanged(let revision): (revision, false)
        }
    }
}
