import Postgres
import SoundCloud
import Tenancy

/// The SQL for the addresses of the pictures of tracks, playlists and users on SoundCloud.
package struct CoverAddressStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns the address of an item's own picture on SoundCloud, or `nil` if the item is not stored, has no picture, or is a playlist that the
    /// listener may not see.
    package func address(of urn: CloudURN, for listener: Listener) async throws -> CloudPictureAddress? {
        let rows = try await database.rows(in: listener.tenant, Self.address(urn, listener))
        return try rows.first.flatMap { CloudPictureAddress(try $0("address", as: String.self)) }
    }

    static func address(_ urn: CloudURN, _ listener: Listener) -> SQL {
        switch urn.kind {
        case .track:
            """
            select artwork_url as address
              from app.cloud_track
             where tenant_id = \(listener.tenant)
               and urn = \(urn)
            """
        case .user:
            """
            select avatar_url as address
              from app.cloud_user
             where tenant_id = \(listener.tenant)
               and urn = \(urn)
            """
        case .playlist:
            """
            select p.artwork_url as address
              from app.cloud_playlist p
             where p.tenant_id = \(listener.tenant)
               and p.urn = \(urn)
               and \(CloudListSQL.isVisible(to: listener))
            """
        }
    }
}
