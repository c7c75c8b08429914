import Cryptography
import FoundationEssentials
import HTTP
import Postgres
import Tenancy
import Web

/// The store of a tenant's logo, whose content is in `app.blob` under its hash. The hash is in the tenant's row, which is read for every page, and in
/// the profile, whose reference prevents the deletion of the content. Changes return the tenant's settings, and throw 404 if the tenant no longer
/// exists, and 412 if the entity tag does not match.
struct LogoStore: Sendable {
    let database: TenantDatabase

    /// Replaces the logo and deletes unused old content, in one transaction with the audit event. Throws `StorageExceeded` beyond the tenant's limit.
    func set(
        _ image: LogoImage, _ bytes: [UInt8], in tenant: TenantID, quota: StorageQuota, ifMatch: IfMatch,
        recorded: AuditEvent
    ) async throws -> TenantState {
        let hash = Array(SHA256.hash(data: bytes))
        return try await change(in: tenant, quota: quota, ifMatch: ifMatch, recorded: recorded, hash) {
            [
                """
                insert into app.blob (tenant_id, sha256, media_type, content)
                values (\(tenant), \(hash), \(image.mediaType), \(bytes))
                on conflict (tenant_id, sha256) do nothing
                """
            ]
        }
    }

    /// Removes the logo, if there is one, in one transaction with the audit event.
    func remove(in tenant: TenantID, ifMatch: IfMatch, recorded: AuditEvent) async throws -> TenantState {
        try await change(in: tenant, quota: StorageQuota(limit: nil), ifMatch: ifMatch, recorded: recorded, nil) { [] }
    }

    private func change(
        in tenant: TenantID, quota: StorageQuota, ifMatch: IfMatch, recorded: AuditEvent, _ hash: [UInt8]?,
        _ first: () -> [SQL]
    ) async throws -> TenantState {
        let statements = first()
        return try await database.transaction(in: tenant) { transaction in
            let old = try await TenantProfileStore.lockedState(in: tenant, transaction)
            try ifMatch.check(old.entityTag)
            if hash == nil, old.logo == nil { return old }
            _ = try await transaction.batch(
                statements + [
                    """
                    update app.tenant_profile
                       set logo_sha256 = \(hash),
                           revision = revision + 1,
                           updated_at = now()
                     where tenant_id = \(tenant)
                    """,
                    "select control.set_tenant_logo(\(hash))",
                    """
                    delete from app.blob b
                     where b.tenant_id = \(tenant)
                       and b.sha256 = decode(\(old.logo ?? ""), 'hex')
                       and not exists (select from app.image i where i.tenant_id = \(tenant) and i.sha256 = b.sha256)
                       and not exists (select from app.app_asset a
                                        where a.tenant_id = \(tenant) and a.sha256 = b.sha256)
                       and not exists (select from app.art_image a
                                        where a.tenant_id = \(tenant) and a.sha256 = b.sha256)
                       and not exists (select from app.tenant_profile p
                                        where p.tenant_id = \(tenant) and p.logo_sha256 = b.sha256)
                       and not exists (select from app.draft_image d
                                        where d.tenant_id = \(tenant) and d.sha256 = b.sha256)
                       and not exists (select from app.draft_asset d
                                        where d.tenant_id = \(tenant) and d.sha256 = b.sha256)
                       and not exists (select from app.revision_file f
                                        where f.tenant_id = \(tenant) and f.sha256 = b.sha256)
                       and not exists (select from app.draft_import_file f
                                        where f.tenant_id = \(tenant) and f.sha256 = b.sha256)
                    """,
                    recorded.insertion(in: tenant),
                ])
            try await quota.check(in: tenant, transaction)
            return try await TenantProfileStore.lockedState(in: tenant, transaction)
        }
    }

    /// Returns the logo as a response; `nil` if the tenant has none.
    ///
    /// - Parameter isPermanent: receives the SHA-256 of the logo in hexadecimal and returns whether the requested URL identifies this content, so
    ///   that caches may store the logo for a year.
    func logo(in tenant: TenantID, isPermanent: (String) -> Bool) async throws(PostgresError) -> Representation? {
        let rows = try await database.rows(
            in: tenant,
            """
            select b.media_type, b.content, encode(b.sha256, 'hex') as hash,
                   extract(epoch from p.updated_at)::bigint as changed
              from app.tenant_profile p
              join app.blob b on b.tenant_id = p.tenant_id and b.sha256 = p.logo_sha256
             where p.tenant_id = \(tenant)
            """)
        guard let row = rows.first else { return nil }
        let hash: String = try row("hash")
        return Representation(
            mediaType: try row("media_type"), identity: try row("content"), compress: false, entityTag: "\"\(hash)\"",
            lastModified: try row("changed"),
            fields: ["Cache-Control": isPermanent(hash) ? "public, max-age=31536000, immutable" : "no-cache"])
    }
}
