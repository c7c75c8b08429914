import ConcertNotes
import Postgres
import Tenancy
import Web

/// The SQL of imports into one draft.
extension DraftTransaction {
    /// Returns the imports into a piece or, without a piece, into the programme; the latest first.
    func imports(_ held: EditedConcert.Draft, _ piece: PieceDraft.ID?) async throws -> [DraftImport] {
        try await transaction.rows(
            """
            select draft_import_id, format, (extract(epoch from imported_at) * 1000)::bigint as imported_at_ms, imported_by,
                   report::text as report, state_after
              from app.draft_import
             where tenant_id = \(tenant)
               and concert_draft_id = \(held.key)
               and piece_draft_id is not distinct from \(piece?.rawValue)
               and format <> \(DraftImport.deletionFormat)
             order by imported_at desc, draft_import_id
            """
        ).map(DraftImport.init(row:))
    }

    /// Returns an import into a piece or, without a piece, into the programme. Throws `APIError` 404 if it is not stored.
    func imported(
        _ id: DraftImport.ID, _ held: EditedConcert.Draft, _ piece: PieceDraft.ID?
    ) async throws -> DraftImport {
        let rows = try await transaction.rows(
            """
            select draft_import_id, format, (extract(epoch from imported_at) * 1000)::bigint as imported_at_ms, imported_by,
                   report::text as report, state_after
              from app.draft_import
             where tenant_id = \(tenant)
               and draft_import_id = \(id)
               and concert_draft_id = \(held.key)
               and piece_draft_id is not distinct from \(piece?.rawValue)
               and format <> \(DraftImport.deletionFormat)
            """)
        guard let row = rows.first else { throw APIError.noSuchImport }
        return try DraftImport(row: row)
    }

    /// Returns the content before an import. Throws `APIError` 404 if the import is not stored.
    func before<Content: Decodable>(_ id: DraftImport.ID) async throws -> Content {
        let rows = try await transaction.rows(
            """
            select content_before::text as content_before
              from app.draft_import
             where tenant_id = \(tenant)
               and draft_import_id = \(id)
            """)
        guard let row = rows.first else { throw APIError.noSuchImport }
        return try JSONContent.read(Array(try row("content_before", as: String.self).utf8))
    }

    /// Records an import into a piece or, without a piece, into the programme, and removes the oldest imports beyond the limit. `report` and
    /// `before`, the content before the import, are JSON; `after` is the digest of the content after the import.
    func record(
        _ held: EditedConcert.Draft, _ piece: PieceDraft.ID?, format: String, report: String, before: String,
        after: String, by login: String
    ) async throws -> DraftImport.ID {
        let rows = try await transaction.rows(
            """
            insert into app.draft_import (tenant_id, concert_draft_id, piece_draft_id, format, imported_by, report,
                                          content_before, state_after)
            values (\(tenant), \(held.key), \(piece?.rawValue), \(format), \(login), \(report)::text::jsonb,
                    \(before)::text::jsonb, \(after))
            returning draft_import_id
            """)
        guard let row = rows.first else { throw PostgresError.noRow("draft_import_id") }
        let id = DraftImport.ID(rawValue: try row("draft_import_id"))
        for old in try await imports(held, piece).filter({ $0.id != id }).dropFirst(DraftImport.limit - 1) {
            try await forget(old.id)
        }
        return id
    }

    /// Prevents the deletion of file contents that an import has replaced, so that the import can be undone.
    func keep(_ hashes: [String], for id: DraftImport.ID) async throws {
        let bytes = Set(hashes).map {
            ConcertSnapshot.FileReference(name: "", mediaType: "", sha256: $0).hash
        }
        _ = try await transaction.rows(
            """
            insert into app.draft_import_file (tenant_id, draft_import_id, sha256)
            select \(tenant), \(id), f.sha256
              from unnest(\(bytes)) as f (sha256)
            """)
    }

    /// Removes the record of an import or a deletion. The import or deletion can then no longer be undone.
    func forget(_ id: DraftImport.ID) async throws {
        _ = try await transaction.rows(
            """
            delete from app.draft_import
             where tenant_id = \(tenant)
               and draft_import_id = \(id)
            """)
    }

    /// Replaces the title and the pieces of a draft, and adds the programme's pictures and app assets. Only files of the same names are replaced.
    ///
    /// Returns the previous state, with which the import can be undone. Throws `APIError` 422 for too many pieces or an invalid name of a piece.
    func apply(
        _ programme: ImportedProgramme, to held: EditedConcert.Draft, _ details: EditedConcert.Details,
        _ old: [PieceDraft]
    ) async throws -> ProgrammeBefore {
        guard programme.pieces.count <= ProgrammeEdit.limit else {
            throw APIError.invalid(
                "/pieces", "must have at most \(ProgrammeEdit.limit) entries, found \(programme.pieces.count)")
        }
        try APIError.check(programme.nameFaults)
        try await lockImages()
        var order: [PieceDraft.ID] = []
        for new in programme.pieces {
            guard let id = new.id, var piece = old.first(where: { $0.id == id }) else {
                order.append(try await add(new.heading, new.content, at: order.count + 1, to: held))
                continue
            }
            order.append(id)
            guard piece.heading != new.heading || piece.content != new.content else { continue }
            piece.heading = new.heading
            piece.content = new.content
            try await write(piece)
        }
        try await remove(old.map(\.id).filter { !order.contains($0) }, from: held)
        try await self.order(order, of: held)
        var changed = details
        changed.title = programme.title
        if changed != details { try await write(changed, to: held) }
        let images = try await replaceImages(programme.images)
        let assets = try await replaceAssets(programme.assets, of: held)
        return ProgrammeBefore(details: details, pieces: old.map(\.snapshot), images: images, assets: assets)
    }

    private func replaceImages(_ images: [MediaFile]) async throws -> [ProgrammeBefore.File] {
        let rows = try await transaction.rows(
            """
            select n.name, d.sha256 as draft, coalesce(d.sha256, i.sha256) as current
              from unnest(\(images.map(\.name))) as n (name)
              left join app.draft_image d on d.tenant_id = \(tenant) and d.name = n.name
              left join app.image i on i.tenant_id = \(tenant) and i.name = n.name
            """)
        var (drafts, current): ([String: String], [String: String]) = ([:], [:])
        for row in rows {
            let name: String = try row("name")
            drafts[name] = try row.optional("draft", as: [UInt8].self).map(ConcertSnapshot.hexadecimal)
            current[name] = try row.optional("current", as: [UInt8].self).map(ConcertSnapshot.hexadecimal)
        }
        var files: [ProgrammeBefore.File] = []
        for image in images {
            let hash = ConcertSnapshot.hexadecimal(image.sha256)
            guard current[image.name] != hash else { continue }
            try await store(image)
            try await setImage(image.name, to: image.sha256)
            files.append(.init(name: image.name, before: drafts[image.name], after: hash))
        }
        return files
    }

    private func replaceAssets(_ assets: [MediaFile], of held: EditedConcert.Draft) async throws
        -> [ProgrammeBefore.File]
    {
        let old = try await assetHashes(of: held)
        var files: [ProgrammeBefore.File] = []
        for asset in assets {
            let hash = ConcertSnapshot.hexadecimal(asset.sha256)
            guard old[asset.name] != hash else { continue }
            try await store(asset)
            try await setAsset(asset.name, to: asset.sha256, of: held)
            files.append(.init(name: asset.name, before: old[asset.name], after: hash))
        }
        return files
    }

    /// Restores the content that a draft had before an import. Files that were replaced again after the import stay.
    func restore(_ before: ProgrammeBefore, to held: EditedConcert.Draft, _ current: [PieceDraft]) async throws {
        var order: [PieceDraft.ID] = []
        for old in before.pieces {
            guard let id = old.id.flatMap({ PieceDraft.ID($0) }) else { continue }
            order.append(id)
            let heading = PieceDraft.Heading(
                composer: old.composer, work: old.work, movement: old.movement, recording: old.content.recording)
            guard var piece = current.first(where: { $0.id == id }) else {
                try await insert(id, heading, old.content, at: order.count, to: held)
                continue
            }
            let next = max(piece.content.nextId, old.content.nextId)
            guard piece.heading != heading || piece.content != old.content else { continue }
            piece.heading = heading
            piece.content = old.content
            piece.content.nextId = next
            try await write(piece)
        }
        try await remove(current.map(\.id).filter { !order.contains($0) }, from: held)
        try await self.order(order, of: held)
        try await write(before.details, to: held)
        for file in before.images { try await restore(image: file) }
        let assets = try await assetHashes(of: held)
        for file in before.assets where assets[file.name] == file.after {
            guard let old = file.before else {
                try await deleteAsset(file.name, of: held)
                continue
            }
            try await setAsset(file.name, to: Self.bytes(old), of: held)
        }
    }

    /// Restores the draft of a picture, unless the draft was changed after the import.
    private func restore(image file: ProgrammeBefore.File) async throws {
        guard let old = file.before else {
            _ = try await transaction.rows(
                """
                delete from app.draft_image
                 where tenant_id = \(tenant)
                   and name = \(file.name)
                   and sha256 = \(Self.bytes(file.after))
                """)
            return
        }
        _ = try await transaction.rows(
            """
            update app.draft_image
               set sha256 = \(Self.bytes(old)), updated_at = now()
             where tenant_id = \(tenant)
               and name = \(file.name)
               and sha256 = \(Self.bytes(file.after))
            """)
    }

    private func setImage(_ name: String, to hash: [UInt8]) async throws {
        _ = try await transaction.rows(
            """
            insert into app.draft_image (tenant_id, name, sha256)
            values (\(tenant), \(name), \(hash))
                on conflict (tenant_id, name)
                do update set sha256 = excluded.sha256, updated_at = now()
            """)
    }

    private func setAsset(_ name: String, to hash: [UInt8], of held: EditedConcert.Draft) async throws {
        _ = try await transaction.rows(
            """
            insert into app.draft_asset (tenant_id, concert_draft_id, name, sha256)
            values (\(tenant), \(held.key), \(name), \(hash))
                on conflict (tenant_id, concert_draft_id, name)
                do update set sha256 = excluded.sha256, updated_at = now()
            """)
    }

    private func deleteAsset(_ name: String, of held: EditedConcert.Draft) async throws {
        _ = try await transaction.rows(
            """
            delete from app.draft_asset
             where tenant_id = \(tenant)
               and concert_draft_id = \(held.key)
               and name = \(name)
            """)
    }

    private func assetHashes(of held: EditedConcert.Draft) async throws -> [String: String] {
        let rows = try await transaction.rows(
            """
            select name, sha256
              from app.draft_asset
             where tenant_id = \(tenant)
               and concert_draft_id = \(held.key)
            """)
        var hashes: [String: String] = [:]
        for row in rows { hashes[try row("name")] = ConcertSnapshot.hexadecimal(try row("sha256")) }
        return hashes
    }

    private func insert(
        _ id: PieceDraft.ID, _ heading: PieceDraft.Heading, _ content: PieceContent, at position: Int,
        to held: EditedConcert.Draft
    ) async throws {
        _ = try await transaction.rows(
            """
            insert into app.piece_draft (tenant_id, piece_draft_id, concert_draft_id, position, composer, work, movement,
                                         content)
            values (\(tenant), \(id), \(held.key), \(Int32(position)), \(heading.composer), \(heading.work),
                    \(heading.movement), \(try content.stored)::text::jsonb)
            """)
    }

    private static func bytes(_ hash: String) -> [UInt8] {
        ConcertSnapshot.FileReference(name: "", mediaType: "", sha256: hash).hash
    }
}

extension ImportedProgramme {
    /// A fault for each rule that the names of the pieces break.
    public var nameFaults: [APIError.Fault] {
        pieces.indices.flatMap { index in
            pieces[index].heading.faults(among: pieces[..<index].map(\.heading.name)).map {
                APIError.Fault(
                    field: "/pieces/\(index)" + $0.field, reason: $0.reason, suggestion: $0.suggestion)
            }
        }
    }
}
