import Postgres
import Tenancy

/// Notifies all servers that the notices of a tenant have changed (spec O3.7).
enum NoticeChange {
    /// The kind of the notification.
    static let kind = "notices"

    /// The statement for the transaction of the change.
    static func notification(of tenant: TenantID) -> SQL {
        "select pg_notify('tutti', \("\(tenant),\(kind),0"))"
    }
}
