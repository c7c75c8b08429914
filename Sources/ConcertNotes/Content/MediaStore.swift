import Postgres
import Tenancy

/// A store that reads the pictures and app assets of concerts.
public struct MediaStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the pictures and app assets of a concert, without their content, in no particular order.
    public func files(of concert: Concert.ID, in tenant: TenantID) async throws(PostgresError) -> [StoredFile] {
        try await database.all(in: tenant, "\(Self.files(of: concert, in: tenant))")
    }

    /// Returns what phones can fetch while a concert is on the air, without the content and in no particular order: the files of the concert, and the
    /// pictures of the glossary (spec N16). The glossary has no draft, so a picture that no published concert shows has its uploaded content.
    public func publicFiles(during concert: Concert.ID, in tenant: TenantID) async throws(PostgresError) -> [StoredFile]
    {
        try await database.all(
            in: tenant,
            """
            \(Self.files(of: concert, in: tenant))
             union all
            select n.name, b.sha256, b.media_type,
                   floor(extract(epoch from coalesce(d.updated_at, i.updated_at)))::bigint, false
              from (select distinct image as name
                      from app.glossary_item
                     where tenant_id = \(tenant)
                       and image <> '') n
              left join app.image i on i.tenant_id = \(tenant) and i.name = n.name
              left join app.draft_image d
                on d.tenant_id = \(tenant)
               and d.name = n.name
               and not exists (select from app.concert_image ci where ci.tenant_id = \(tenant) and ci.name = n.name)
              join app.blob b on b.tenant_id = \(tenant) and b.sha256 = coalesce(d.sha256, i.sha256)
             where not exists (select
                                 from app.concert_image ci
                                where ci.tenant_id = \(tenant)
                                  and ci.concert_id = \(concert)
                                  and ci.name = n.name)
            """)
    }

    /// Returns the query whose rows are `StoredFile`s.
    static func files(of concert: Concert.ID, in tenant: TenantID) -> SQLFragment {
        """
        select i.name, i.sha256, b.media_type, floor(extract(epoch from i.updated_at))::bigint as changed_at,
               false as is_asset
          from app.concert_image ci
          join app.image i on i.tenant_id = \(tenant) and i.name = ci.name
          join app.blob b on b.tenant_id = \(tenant) and b.sha256 = i.sha256
         where ci.tenant_id = \(tenant)
           and ci.concert_id = \(concert)
         union all
        select a.name, a.sha256, b.media_type, floor(extract(epoch from a.updated_at))::bigint, true
          from app.app_asset a
          join app.blob b on b.tenant_id = \(tenant) and b.sha256 = a.sha256
         where a.tenant_id = \(tenant)
           and a.concert_id = \(concert)
        """
    }

    /// Returns the content with this hash, or `nil` if the tenant does not have it.
    public func content(sha256: [UInt8], in tenant: TenantID) async throws(PostgresError) -> [UInt8]? {
        let rows = try await database.rows(
            in: tenant,
            """
            select content
              from app.blob
             where tenant_id = \(tenant)
               and sha256 = \(sha256)
            """
        )
        return try rows.first?("content")
    }

    /// Returns the first `limit` bytes of the content with this hash, and the length of the whole content in bytes; `nil` if the tenant does not have
    /// the content.
    public func beginning(
        sha256: [UInt8], limit: Int, in tenant: TenantID
    ) async throws(PostgresError) -> (bytes: [UInt8], length: Int)? {
        let rows = try await database.rows(
            in: tenant,
            """
            select substring(content from 1 for \(Int32(limit))) as beginning, octet_length(content) as length
              from app.blob
             where tenant_id = \(tenant)
               and sha256 = \(sha256)
            """
        )
        guard let row = rows.first else { return nil }
        return (try row("beginning"), try row("length"))
    }
}

/// A stored file of a concert, without its content.
public struct StoredFile: Sendable, Hashable {
    public let name: String
    public let kind: MediaKind
    public let sha256: [UInt8]
    /// The time at which this content was stored under this name, in whole seconds since 1970.
    public let changedAt: Int64
    /// Whether the file is an app asset, and not a picture in a text.
    public let isAsset: Bool
}

extension StoredFile: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        let mediaType: String = try row("media_type")
        guard let kind = MediaKind(rawValue: mediaType) else {
            throw .decoding(
                column: "media_type",
                reason: "must be image/png, image/jpeg, image/gif or application/pdf, found \"\(mediaType)\"")
        }
        name = try row("name")
        self.kind = kind
        sha256 = try row("sha256")
        changedAt = try row("changed_at")
        isAsset = try row("is_asset")
    }
}
