import Postgres
import Tenancy
import Web

/// A store for pictures. `app.blob` contains the bytes of stored sizes by hash, until nothing refers to them.
package struct ArtStore: CatalogueStore {
    package static let kind = CatalogueKind.art
    package static let table = CatalogueTable<ArtContent>(
        name: "app.art", key: "art_id", stamp: .none, searched: "(alt || ' ' || credit)", order: [.by("art_id desc")],
        columns: [.init("alt") { $0.alt }, .init("credit") { $0.credit }])
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    package func selection(of keys: [Int64], in tenant: TenantID) -> SQL {
        """
        select a.art_id as key, a.alt, a.credit, null::integer as revision,
               (select coalesce(json_agg(json_build_object(
                           'position', position, 'width', width, 'height', height, 'mediaType', media_type,
                           'isStored', url is null,
                           'url', coalesce(url, '/api/v1/art/' || art_id || '/' || position || '?v='
                                                || left(encode(sha256, 'hex'), 16))) order by position), '[]')::text
                  from app.art_image i
                 where i.tenant_id = a.tenant_id and i.art_id = a.art_id) as images
          from app.art a
         where a.tenant_id = \(tenant)
           and a.art_id = any (\(keys))
        """
    }

    package func content(of row: Row) throws -> ArtContent {
        ArtContent(
            alt: try row("alt"), credit: try row("credit"), images: try StoredJSON.read(try row("images")))
    }

    package func parts(of key: Int64, _ content: ArtContent, in tenant: TenantID) -> [SQL] {
        let elsewhere = content.images.filter { !$0.isStored }
        return [
            sweep(key, keeping: content.images.filter(\.isStored).map(\.position), in: tenant),
            "delete from app.art_image where tenant_id = \(tenant) and art_id = \(key) and url is not null",
            """
            insert into app.art_image (tenant_id, art_id, position, url, width, height, media_type)
            select \(tenant), \(key), position, url, width, height, media_type
              from unnest(\(elsewhere.map(\.position)), \(elsewhere.map(\.url)), \(elsewhere.map(\.width)),
                          \(elsewhere.map(\.height)), \(elsewhere.map(\.mediaType)))
                   as n (position, url, width, height, media_type)
            """,
        ]
    }

    package func removal(of key: Int64, in tenant: TenantID) -> [SQL] {
        [
            sweep(key, keeping: [], in: tenant),
            Self.table.deletion(of: key, in: tenant),
        ]
    }

    package func touched(by key: Int64, in tenant: TenantID) -> SQL? {
        """
        select show_id
          from app.show
         where tenant_id = \(tenant)
           and art_id = \(key)
        """
    }

    /// Throws `APIError` 422 for a size that is marked as stored but does not match a stored size. `old` is `nil` for a new picture.
    package func check(_ content: ArtContent, inPlaceOf old: ArtContent?) throws {
        let stored = Set(old?.images.filter(\.isStored) ?? [])
        for (place, image) in content.images.enumerated() where image.isStored && !stored.contains(image) {
            throw APIError.invalid(
                "/images/\(place)",
                "does not match a stored picture: upload the picture first, then send its entry unchanged")
        }
    }

    package func refusal(by constraint: String) -> APIError? {
        guard constraint.hasSuffix("_art_id_fkey") else { return nil }
        return APIError(
            .conflict, code: .artInUse,
            "this picture is still in use: first replace or remove the picture in every item that shows it")
    }

    /// Returns the statement that removes a picture's stored sizes except those at the positions `kept`, with bytes that nothing else uses.
    ///
    /// Both deletions read the same snapshot, so the search for other uses excludes the removed sizes by key.
    func sweep(_ key: Int64, keeping kept: [Int32], in tenant: TenantID) -> SQL {
        """
        with gone as (
            delete from app.art_image
             where tenant_id = \(tenant)
               and art_id = \(key)
               and sha256 is not null
               and position <> all (\(kept))
            returning sha256
        )
        delete from app.blob b
         where b.tenant_id = \(tenant)
           and b.sha256 in (select sha256 from gone)
           and not exists (select from app.art_image i
                            where i.tenant_id = \(tenant) and i.sha256 = b.sha256
                              and (i.art_id <> \(key) or i.position = any (\(kept))))
           and not exists (select from app.image i where i.tenant_id = \(tenant) and i.sha256 = b.sha256)
           and not exists (select from app.app_asset a where a.tenant_id = \(tenant) and a.sha256 = b.sha256)
           and not exists (select from app.tenant_profile p
                            where p.tenant_id = \(tenant) and p.logo_sha256 = b.sha256)
           and not exists (select from app.draft_image d where d.tenant_id = \(tenant) and d.sha256 = b.sha256)
           and not exists (select from app.draft_asset d where d.tenant_id = \(tenant) and d.sha256 = b.sha256)
           and not exists (select from app.revision_file f where f.tenant_id = \(tenant) and f.sha256 = b.sha256)
           and not exists (select from app.draft_import_file f where f.tenant_id = \(tenant) and f.sha256 = b.sha256)
        """
    }
}
