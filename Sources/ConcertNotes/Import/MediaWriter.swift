import Postgres
import Tenancy

/// A writer of the files of a concert within the transaction of an import or a publication. Unchanged files keep their time of change.
package struct MediaWriter {
    let tenant: TenantID
    let concert: Concert.ID
    let transaction: Transaction

    /// Replaces the files of the concert, and deletes pictures that neither a concert nor the glossary uses, and stored contents that nothing uses.
    /// Throws `PostgresError.noRow` if the content of a reference is not stored.
    func replace(images: [MediaFile], assets: [MediaFile]) async throws {
        try await addBlobs(images + assets)
        let names = images.map(\.name)
        let assetNames = assets.map(\.name)
        let writes: [SQL] = [
            """
            insert into app.image as i (tenant_id, name, sha256)
            select \(tenant), new.*
              from unnest(\(names), \(images.map(\.sha256))) as new
                on conflict (tenant_id, name)
                do update set sha256 = excluded.sha256, updated_at = now()
             where i.sha256 <> excluded.sha256
            """,
            """
            delete from app.concert_image
             where tenant_id = \(tenant)
               and concert_id = \(concert)
               and name <> all (\(names))
            """,
            """
            insert into app.concert_image (tenant_id, concert_id, name)
            select \(tenant), \(concert), new.name
              from unnest(\(names)) as new (name)
                on conflict do nothing
            """,
            """
            delete from app.app_asset
             where tenant_id = \(tenant)
               and concert_id = \(concert)
               and name <> all (\(assetNames))
            """,
            """
            insert into app.app_asset as a (tenant_id, concert_id, name, sha256)
            select \(tenant), \(concert), new.name, new.sha256
              from unnest(\(assetNames), \(assets.map(\.sha256))) as new (name, sha256)
                on conflict (tenant_id, concert_id, name)
                do update set sha256 = excluded.sha256, updated_at = now()
             where a.sha256 <> excluded.sha256
            """,
        ]
        _ = try await transaction.batch(writes + Self.sweeps(in: tenant))
    }

    /// Returns the statements that delete the published pictures that neither a concert nor the glossary uses, and the stored contents that nothing
    /// uses.
    package static func sweeps(in tenant: TenantID) -> [SQL] {
        [
            """
            delete from app.image i
             where i.tenant_id = \(tenant)
               and not exists (select from app.concert_image ci where ci.tenant_id = \(tenant) and ci.name = i.name)
               and not exists (select from app.glossary_item g where g.tenant_id = \(tenant) and g.image = i.name)
            """,
            """
            delete from app.blob b
             where b.tenant_id = \(tenant)
               and not exists (select from app.image i where i.tenant_id = \(tenant) and i.sha256 = b.sha256)
               and not exists (select from app.app_asset a where a.tenant_id = \(tenant) and a.sha256 = b.sha256)
               and not exists (select from app.art_image a where a.tenant_id = \(tenant) and a.sha256 = b.sha256)
               and not exists (select from app.tenant_profile p
                                where p.tenant_id = \(tenant) and p.logo_sha256 = b.sha256)
               and not exists (select from app.draft_image d where d.tenant_id = \(tenant) and d.sha256 = b.sha256)
               and not exists (select from app.draft_asset d where d.tenant_id = \(tenant) and d.sha256 = b.sha256)
               and not exists (select from app.revision_file f where f.tenant_id = \(tenant) and f.sha256 = b.sha256)
               and not exists (select from app.draft_import_file f where f.tenant_id = \(tenant) and f.sha256 = b.sha256)
            """,
        ]
    }

    private func addBlobs(_ files: [MediaFile]) async throws {
        let known = try await transaction.rows(
            """
            select sha256
              from app.blob
             where tenant_id = \(tenant)
               and sha256 = any (\(files.map(\.sha256)))
            """
        ).map { row in try row("sha256", as: [UInt8].self) }
        var sent = Set(known)
        for file in files where sent.insert(file.sha256).inserted {
            guard !file.isReference else { throw PostgresError.noRow("sha256") }
            _ = try await transaction.rows(
                """
                insert into app.blob (tenant_id, sha256, media_type, content)
                values (\(tenant), \(file.sha256), \(file.kind.rawValue), \(file.content))
                    on conflict do nothing
                """
            )
        }
    }
}
