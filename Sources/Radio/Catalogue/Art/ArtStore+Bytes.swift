import Cryptography
import FoundationEssentials
import HTTP
import Postgres
import Tenancy
import Web

/// Stores, removes and reads the bytes of pictures, one file per size.
extension ArtStore {
    /// Stores one size, which replaces the size at its position, and the audit record in one transaction. Deletes replaced bytes that nothing else
    /// uses.
    ///
    /// - Throws: `APIError` 404 for an unknown picture, 412 if `ifMatch` does not match, and `StorageExceeded` (413).
    package func store(
        _ bytes: [UInt8], as head: PictureHead, at position: Int32, of key: Int64, ifMatch: IfMatch,
        quota: StorageQuota, in tenant: TenantID, _ context: RequestContext
    ) async throws -> Item {
        let hash = Array(SHA256.hash(data: bytes))
        return try await change(in: tenant) { transaction in
            let item = try await stored(key, transaction, tenant)
            try ifMatch.check(item.tag(of: tenant))
            _ = try await transaction.batch([
                sweep(key, keeping: item.positions.filter { $0 != position }, in: tenant),
                """
                delete from app.art_image
                 where tenant_id = \(tenant)
                   and art_id = \(key)
                   and position = \(position)
                """,
                """
                insert into app.blob (tenant_id, sha256, media_type, content)
                values (\(tenant), \(hash), \(head.mediaType), \(bytes))
                    on conflict (tenant_id, sha256) do nothing
                """,
                """
                insert into app.art_image (tenant_id, art_id, position, width, height, media_type, sha256)
                values (\(tenant), \(key), \(position), \(Int32(head.width)), \(Int32(head.height)), \(head.mediaType),
                        \(hash))
                """,
            ])
            try await quota.check(in: tenant, transaction)
            let shows = try await shows(affectedBy: key, transaction, tenant)
            try await conclude(transaction, "image.set", key, item.content, shows, tenant, context)
            return try await stored(key, transaction, tenant)
        }
    }

    /// Removes the linked or stored size at a position and writes the audit record in one transaction. Deletes bytes that nothing else uses.
    ///
    /// - Throws: `APIError` 404 for an unknown picture or size, 412 if `ifMatch` does not match.
    func drop(
        _ position: Int32, of key: Int64, ifMatch: IfMatch, in tenant: TenantID, _ context: RequestContext
    ) async throws {
        try await change(in: tenant) { transaction in
            let item = try await stored(key, transaction, tenant)
            try ifMatch.check(item.tag(of: tenant))
            guard item.positions.contains(position) else { throw APIError.unknown(.art) }
            _ = try await transaction.batch([
                sweep(key, keeping: item.positions.filter { $0 != position }, in: tenant),
                """
                delete from app.art_image
                 where tenant_id = \(tenant)
                   and art_id = \(key)
                   and position = \(position)
                """,
            ])
            let shows = try await shows(affectedBy: key, transaction, tenant)
            try await conclude(transaction, "image.remove", key, item.content, shows, tenant, context)
        }
    }

    /// Returns a stored size as a cacheable response, or `nil` if there is none. `isPermanent` gets the hash of the content and returns whether the
    /// requested address contains it.
    func bytes(
        of key: Int64, at position: Int32, in tenant: TenantID, isPermanent: (String) -> Bool
    ) async throws(PostgresError) -> Representation? {
        let rows = try await database.rows(
            in: tenant,
            """
            select b.media_type, b.content, encode(b.sha256, 'hex') as hash,
                   extract(epoch from a.created_at)::bigint as made
              from app.art_image i
              join app.art a on a.tenant_id = i.tenant_id and a.art_id = i.art_id
              join app.blob b on b.tenant_id = i.tenant_id and b.sha256 = i.sha256
             where i.tenant_id = \(tenant)
               and i.art_id = \(key)
               and i.position = \(position)
            """)
        guard let row = rows.first else { return nil }
        let hash: String = try row("hash")
        return Representation(
            mediaType: try row("media_type"), identity: try row("content"), compress: false,
            entityTag: "\"\(tenant).\(hash)\"", lastModified: try row("made"),
            fields: ["Cache-Control": isPermanent(hash) ? "public, max-age=31536000, immutable" : "no-cache"])
    }
}

extension CatalogueItem<ArtContent> {
    fileprivate var positions: [Int32] { content.images.map(\.position) }
}
