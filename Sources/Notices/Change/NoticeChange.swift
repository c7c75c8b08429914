import Postgres
import Tenancy

/// The notification to all servers that the notices of a tenant have changed (spec O3.7).
enum NoticeChange {
    /// The kind of change in the payload.
    static let kind = "notices"

    /// Returns the statement that sends the notification, for the transaction of the change.
    static func notification(of tenant: TenantID) -> SQL {
        "select pg_notify('tutti', \("\(tenant),\(kind),0"))"
    }
}
