import Postgres
import Tenancy

/// The tables of the stored items.
extension CloudURN.Kind {
    /// The table of the items of this kind.
    package var table: StaticString {
        switch self {
        case .track: "app.cloud_track"
        case .playlist: "app.cloud_playlist"
        case .user: "app.cloud_user"
        }
    }

    /// The key column of the table. Tables that refer to the items use the same name.
    package var key: StaticString {
        switch self {
        case .track: "track_id"
        case .playlist: "playlist_id"
        case .user: "cloud_user_id"
        }
    }

    /// Returns the statement that selects the URN as `urn` and the key as `id` of those items that are stored.
    package func keys(of urns: [CloudURN], in tenant: TenantID) -> SQL {
        "select urn, \(name: key) as id from \(name: table) where tenant_id = \(tenant) and urn = any (\(urns))"
    }
}

extension CloudURN {
    /// Returns the statement that selects the key of the item as `id`. The result has no row if the item is not stored.
    package func selection(in tenant: TenantID) -> SQL {
        "select \(name: kind.key) as id from \(name: kind.table) where tenant_id = \(tenant) and urn = \(self)"
    }
}
