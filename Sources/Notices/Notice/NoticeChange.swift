import Postgres
import Tenancy

/// Tells every server that a tenant's notices are other ones now (spec O3.7).
enum NoticeChange {
    /// The kind of its notifications.
    static let kind = "notices"

    /// For the transaction of the change: what is told is committed.
    static func notification(of tenant: TenantID) -> SQL {
        "select pg_notify('tutti', \("\(tenant),\(kind),0"))"
    }
}
