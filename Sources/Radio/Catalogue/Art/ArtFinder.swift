import Postgres
import Tenancy

/// The statements that read pictures for responses of the public API.
public enum ArtFinder {
    /// Returns the statement that selects pictures with all their sizes.
    public static func selection(of arts: [Art.ID], in tenant: TenantID) -> SQL {
        """
        select a.art_id, a.alt, a.credit, i.position, i.width, i.height, i.media_type,
               i.url, left(encode(i.sha256, 'hex'), 16) as version
          from app.art a
          left join app.art_image i on i.tenant_id = a.tenant_id and i.art_id = a.art_id
         where a.tenant_id = \(tenant)
           and a.art_id = any (\(arts.map(\.rawValue)))
         order by a.art_id, i.position
        """
    }

    /// Returns the pictures in the rows of `selection`, by ID. Pictures without sizes are included.
    public static func arts(_ rows: [Row]) throws(PostgresError) -> [Art.ID: Art] {
        var arts: [Art.ID: Art] = [:]
        for row in rows {
            let id = Art.ID(rawValue: try row("art_id"))
            var images = arts[id]?.images ?? []
            if let position: Int32 = try row.optional("position") {
                let path = Art.path(of: id, at: position, version: try row.optional("version"))
                images.append(
                    Art.Image(
                        url: try row.optional("url") ?? path, width: try row("width"), height: try row("height"),
                        mediaType: try row("media_type")))
            }
            arts[id] = Art(id: id, alt: try row("alt"), credit: try row("credit"), images: images)
        }
        return arts
    }
}

extension ArtFinder {
    /// Returns a picture, or `nil` if the ID is `nil` or unknown.
    package static func art(_ id: Art.ID?, in tenant: TenantID, _ database: TenantDatabase) async throws(PostgresError)
        -> Art?
    {
        guard let id else { return nil }
        return try arts(await database.rows(in: tenant, selection(of: [id], in: tenant)))[id]
    }
}
