import ConcertNotes
import Postgres
import Tenancy
import Web

/// A picture of the tenant, or the file of an app asset, as editors see it: a picture has its uploaded content, or otherwise its published content.
public struct EditedImage: Sendable, Hashable, RowDecodable {
    public let name: String
    public let mediaType: String
    public let sha256: [UInt8]
    public let byteCount: Int
    /// The size in pixels; `nil` for a PDF, and if the first 64 KiB of the content do not contain the size.
    public let size: PixelSize?
    /// Whether the content was uploaded and phones do not have it yet: they still show the older picture, or none. Always `true` for an app asset.
    public let isDraft: Bool
    /// The short names of the published concerts that show the picture; empty for an app asset.
    public let concerts: [String]
    /// The names of the glossary terms that show the picture, in the order of the glossary; empty for an app asset.
    public let terms: [String]

    public init(row: Row) throws(PostgresError) {
        name = try row("name")
        mediaType = try row("media_type")
        sha256 = try row("sha256")
        byteCount = try row("bytes")
        let head: [UInt8] = try row("head")
        size = MediaKind(rawValue: mediaType).flatMap { PixelSize(headerOf: head, kind: $0) }
        isDraft = try row("is_draft")
        concerts = try row("concerts")
        terms = try row("terms")
    }

    /// The columns `is_draft`, `concerts` and `terms` of a query with the picture's name in `n`, its upload in `d` and its published content in `i`.
    /// Glossary terms show the upload at once unless a published concert shows the picture.
    fileprivate static func uses(in tenant: TenantID) -> SQLFragment {
        """
        d.sha256 is not null
            and d.sha256 is distinct from i.sha256
            and (exists (select from app.concert_image ci where ci.tenant_id = \(tenant) and ci.name = n.name)
                 or not exists (select from app.glossary_item g where g.tenant_id = \(tenant) and g.image = n.name))
            as is_draft,
        array(select c.slug
                from app.concert_image ci
                join app.concert c on c.tenant_id = \(tenant) and c.concert_id = ci.concert_id
               where ci.tenant_id = \(tenant) and ci.name = n.name
               order by c.slug) as concerts,
        array(select g.name
                from app.glossary_item g
               where g.tenant_id = \(tenant) and g.image = n.name
               order by g.position) as terms
        """
    }
}

/// A text of a draft that names a picture.
public struct PictureUse: Sendable, Hashable {
    public let piece: PieceDraft
    public let track: String
    public let measure: Int
    public let caption: String
}

/// An app asset of a draft: one of the files that the app fetches by fixed names (spec N15).
public struct EditedAsset: Sendable, Hashable {
    public let name: String
    /// The file; `nil` if the draft has no file of this name.
    public let file: EditedImage?
    /// The media type that belongs to the ending of the name; empty for an unknown ending.
    public var expectedMediaType: String { MediaKind(endingOf: name)?.rawValue ?? "" }
    /// The size of the screen in points, by the end of the name: "32.png" (2:3) or "169.png" (9:16); `nil` for any other name. A picture may have a
    /// multiple of this size.
    public var expectedSize: PixelSize? {
        if name.hasSuffix("32.png") { return PixelSize(width: 320, height: 480) }
        return name.hasSuffix("169.png") ? PixelSize(width: 320, height: 568) : nil
    }
    /// Whether the stored picture has the expected size or a multiple of it; `true` if either size is unknown.
    public var hasExpectedSize: Bool {
        guard let expected = expectedSize, let size = file?.size else { return true }
        let factor = size.width / expected.width
        return factor > 0 && size.width == expected.width * factor && size.height == expected.height * factor
    }
}

extension DraftStore {
    // MARK: Images

    /// Returns a page of the tenant's pictures in the order of their names. The page begins after the name `last`, or with the first picture if
    /// `last` is empty.
    public func images(after last: String = "", limit: Int, in tenant: TenantID) async throws -> ListPage<EditedImage> {
        let images: [EditedImage] = try await database.all(
            in: tenant,
            """
            select n.name, b.sha256, b.media_type, octet_length(b.content) as bytes, substr(b.content, 1, 65536) as head,
                   \(EditedImage.uses(in: tenant))
              from (select name from app.image where tenant_id = \(tenant)
                     union
                    select name from app.draft_image where tenant_id = \(tenant)) n
              left join app.draft_image d on d.tenant_id = \(tenant) and d.name = n.name
              left join app.image i on i.tenant_id = \(tenant) and i.name = n.name
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = coalesce(d.sha256, i.sha256)
             where n.name collate "C" > \(last)
             order by n.name collate "C"
             limit \(limit + 1)
            """)
        return ListPage(images, limit: limit)
    }

    /// Returns a picture, or `nil` if the tenant has no picture with this name.
    public func image(_ name: String, in tenant: TenantID) async throws -> EditedImage? {
        try await run(in: tenant) { try await $0.image(name) }
    }

    /// Returns the texts of drafts that name a picture, in the order of the short names of the concerts, then of the programme. O(size of the
    /// drafts).
    public func uses(ofImage name: String, in tenant: TenantID) async throws -> [PictureUse] {
        try await run(in: tenant) { try await $0.pieces(naming: name) }.flatMap { piece in
            piece.content.tracks.flatMap { track in
                track.annotations.compactMap { annotation in
                    let picture = PictureReference.all(in: annotation.text).first { $0.file == name }
                    return picture.map {
                        PictureUse(piece: piece, track: track.name, measure: annotation.measure, caption: $0.caption)
                    }
                }
            }
        }
    }

    /// Returns the content of a stored file, or `nil` if the content has been deleted.
    public func content(of file: EditedImage, in tenant: TenantID) async throws -> [UInt8]? {
        try await MediaStore(database: database).content(sha256: file.sha256, in: tenant)
    }

    /// Stores a picture under a name. Phones get the picture when a concert that names it is published, so the drafts of these concerts count as
    /// changed. If only the glossary names the picture, phones get it at once. `check` gets the current picture; `nil` if there is none. O(size of
    /// the drafts).
    ///
    /// Throws `APIError` 422 for a name that texts cannot contain, or a file that phones could not show; `StorageExceeded` above the quota.
    public func setImage(
        _ name: String, to content: [UInt8], quota: StorageQuota, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedImage?) throws -> Void = { _ in }
    ) async throws -> EditedImage {
        if let problem = PictureReference.problem(ofName: name) { throw APIError.invalid("image", problem) }
        let file = try Self.file(name, content)
        let event = try context.audit("image.set", subject: name)
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            // Every change of a concert locks its draft before the pictures.
            let users = try await draft.users(ofImage: name)
            try await draft.lockRows(of: users)
            try await draft.lockImages()
            let old = try await draft.image(name)
            try check(old)
            try await draft.store(file)
            let writes: [SQL] = [
                """
                insert into app.draft_image as d (tenant_id, name, sha256)
                values (\(tenant), \(name), \(file.sha256))
                    on conflict (tenant_id, name)
                    do update set sha256 = excluded.sha256, updated_at = now()
                 where d.sha256 <> excluded.sha256
                """,
                event.insertion(in: tenant),
            ]
            _ = try await draft.transaction.batch(writes + MediaWriter.sweeps(in: tenant))
            try await quota.check(in: tenant, draft.transaction)
            if old?.sha256 != file.sha256 {
                _ = try await draft.transaction.rows(GlossaryStore.renewal(ofPicture: name, in: tenant))
                for slug in users {
                    if let held = try await draft.locked(slug).draft { try await draft.touch(held, by: login) }
                }
            }
            guard let image = try await draft.image(name) else { throw APIError.noSuchImage }
            return image
        }
    }

    /// Deletes a picture after `check` accepts it. Throws `APIError` 404 for an unknown picture, and 409 while a text of a draft, a published concert
    /// or a glossary term names it.
    public func deleteImage(
        _ name: String, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedImage) throws -> Void = { _ in }
    ) async throws {
        let event = try context.audit("image.delete", subject: name)
        try await run(in: tenant) { draft in
            try await draft.lockImages()
            guard let image = try await draft.image(name) else { throw APIError.noSuchImage }
            try check(image)
            guard image.terms.isEmpty else {
                throw APIError(
                    .conflict, code: .imageInUse,
                    "the glossary shows the picture \(name) for \(SentenceFormat.list(image.terms)): remove the picture from these terms first"
                )
            }
            let users = try await draft.users(ofImage: name)
            guard users.isEmpty else {
                throw APIError(
                    .conflict, code: .imageInUse,
                    "the texts of \(SentenceFormat.list(users)) name the picture \(name): remove the picture from the texts, "
                        + "and publish again each of these concerts that is published")
            }
            let removal: SQL = "delete from app.draft_image where tenant_id = \(tenant) and name = \(name)"
            _ = try await draft.transaction.batch(
                [removal] + MediaWriter.sweeps(in: tenant) + [event.insertion(in: tenant)])
        }
    }

    // MARK: App assets

    /// Returns the app assets of a draft, one for each name that the app fetches.
    public func assets(of slug: String, in tenant: TenantID) async throws -> [EditedAsset] {
        try await run(in: tenant) { draft in
            var concert = try await draft.state(slug)
            if concert?.draft == nil || concert?.isStale == true { concert = try await draft.locked(slug) }
            guard let held = concert?.draft else { throw APIError.noSuchConcert }
            return try await draft.editedAssets(of: held)
        }
    }

    /// Stores the file of an app asset in a draft, after `check` accepts the current asset. Throws `APIError` 404 for a name that the app does not
    /// fetch, 422 for a file that phones could not show, and `StorageExceeded` above the quota.
    public func setAsset(
        _ name: String, of slug: String, to content: [UInt8], quota: StorageQuota, in tenant: TenantID,
        _ context: RequestContext, _ check: @Sendable (EditedAsset) throws -> Void = { _ in }
    ) async throws -> EditedAsset {
        guard AppAsset.names.contains(name) else { throw APIError.noSuchAsset }
        let file = try Self.file(name, content)
        return try await changeAsset(name, of: slug, action: "asset.set", in: tenant, context, check) { draft, held in
            try await draft.store(file)
            _ = try await draft.transaction.rows(
                """
                insert into app.draft_asset as a (tenant_id, concert_draft_id, name, sha256)
                values (\(tenant), \(held.key), \(name), \(file.sha256))
                    on conflict (tenant_id, concert_draft_id, name)
                    do update set sha256 = excluded.sha256, updated_at = now()
                """)
            try await quota.check(in: tenant, draft.transaction)
        }
    }

    /// Removes the file of an app asset from a draft, after `check` accepts the asset. Throws `APIError` 404 if the draft does not have it.
    public func deleteAsset(
        _ name: String, of slug: String, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedAsset) throws -> Void = { _ in }
    ) async throws {
        guard AppAsset.names.contains(name) else { throw APIError.noSuchAsset }
        _ = try await changeAsset(
            name, of: slug, action: "asset.delete", in: tenant, context,
            { asset in
                guard asset.file != nil else { throw APIError.noAssetFile }
                try check(asset)
            }
        ) { draft, held in
            let removal: SQL = """
                delete from app.draft_asset
                 where tenant_id = \(tenant)
                   and concert_draft_id = \(held.key)
                   and name = \(name)
                """
            _ = try await draft.transaction.batch([removal] + MediaWriter.sweeps(in: tenant))
        }
    }

    private func changeAsset(
        _ name: String, of slug: String, action: String, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedAsset) throws -> Void,
        _ change: @Sendable (DraftTransaction, EditedConcert.Draft) async throws -> Void
    ) async throws -> EditedAsset {
        let login = try context.actor.name
        let event = try context.audit(action, subject: slug, detail: ["asset": name])
        return try await run(in: tenant) { draft in
            guard let held = try await draft.locked(slug).draft else { throw APIError.noSuchConcert }
            try await draft.lockImages()
            func asset() async throws -> EditedAsset {
                let all = try await draft.editedAssets(of: held)
                return all.first { $0.name == name } ?? EditedAsset(name: name, file: nil)
            }
            try check(try await asset())
            try await change(draft, held)
            try await draft.touch(held, by: login)
            _ = try await draft.transaction.rows(event.insertion(in: tenant))
            return try await asset()
        }
    }

    private static func file(_ name: String, _ content: [UInt8]) throws(APIError) -> MediaFile {
        switch MediaFile.checked(name: name, content: content) {
        case .success(let file): return file
        case .failure(let problem): throw .invalid("", problem)
        }
    }
}

extension DraftTransaction {
    /// Locks the pictures of the tenant, so that their changes and all publications run one after the other.
    func lockImages() async throws { _ = try await transaction.rows(ConcertWriter.lock(of: tenant)) }

    /// Stores the content of a file, unless the tenant has stored the same content already.
    func store(_ file: MediaFile) async throws {
        _ = try await transaction.rows(
            """
            insert into app.blob (tenant_id, sha256, media_type, content)
            values (\(tenant), \(file.sha256), \(file.kind.rawValue), \(file.content))
                on conflict do nothing
            """)
    }

    /// Returns a picture with its uploaded content, or otherwise with its published content; `nil` if the tenant does not have the picture.
    func image(_ name: String) async throws -> EditedImage? {
        try await transaction.rows(
            """
            select n.name, b.sha256, b.media_type, octet_length(b.content) as bytes, substr(b.content, 1, 65536) as head,
                   \(EditedImage.uses(in: tenant))
              from (select \(name)::text as name) n
              left join app.draft_image d on d.tenant_id = \(tenant) and d.name = n.name
              left join app.image i on i.tenant_id = \(tenant) and i.name = n.name
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = coalesce(d.sha256, i.sha256)
            """
        ).first.map(EditedImage.init(row:))
    }

    fileprivate func lockRows(of slugs: [String]) async throws {
        _ = try await transaction.rows(
            """
            select concert_draft_id
              from app.concert_draft
             where tenant_id = \(tenant)
               and slug = any (\(slugs))
             order by slug
               for update
            """)
    }

    /// Returns the short names of the concerts that show a picture, published or in their drafts, sorted. O(size of the drafts).
    fileprivate func users(ofImage name: String) async throws -> [String] {
        let published = try await image(name)?.concerts ?? []
        return Set(published).union(try await pieces(naming: name).map(\.concert)).sorted()
    }

    fileprivate func pieces(naming name: String) async throws -> [PieceDraft] {
        let pieces = try await transaction.rows(
            """
            select p.piece_draft_id, d.slug, p.position, p.composer, p.work, p.movement, p.version,
                   p.content::text as content
              from app.piece_draft p
              join app.concert_draft d on d.tenant_id = \(tenant) and d.concert_draft_id = p.concert_draft_id
             where p.tenant_id = \(tenant)
               and position(\(name) in p.content::text) > 0
             order by d.slug, p.position
            """
        ).map(PieceDraft.init(row:))
        return pieces.filter { $0.content.pictures.contains(name) }
    }

    fileprivate func editedAssets(of draft: EditedConcert.Draft) async throws -> [EditedAsset] {
        let files = try await transaction.rows(
            """
            select a.name, b.sha256, b.media_type, octet_length(b.content) as bytes, substr(b.content, 1, 65536) as head,
                   true as is_draft, '{}'::text[] as concerts, '{}'::text[] as terms
              from app.draft_asset a
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = a.sha256
             where a.tenant_id = \(tenant)
               and a.concert_draft_id = \(draft.key)
            """
        ).map(EditedImage.init(row:))
        return AppAsset.names.map { name in EditedAsset(name: name, file: files.first { $0.name == name }) }
    }
}
