/// A notification (NOTIFY) that data of a tenant changed. The payload is `tenant,kind,version` (spec O3.7); some kinds append more fields.
public struct ChangeNotice: Sendable, Hashable {
    /// The PostgreSQL channel of all notifications.
    public static let channel = "tutti"
    /// The kind for the tenant itself: its name, hosts, settings or state.
    public static let tenantKind = "tenant"

    public let tenant: TenantID
    /// The kind, such as "tenant", "content" or "live".
    public let kind: String
    /// The rest of the payload: the version and, for some kinds, further fields, separated by commas.
    public let detail: String

    public init(tenant: TenantID, kind: String, detail: String = "") {
        self.tenant = tenant
        self.kind = kind
        self.detail = detail
    }

    /// Reads the payload of a notification. Returns `nil` if it has another form, because other programs may use the channel.
    public init?(payload: String) {
        let parts = payload.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let tenant = Int32(parts[0]) else { return nil }
        self.init(tenant: TenantID(rawValue: tenant), kind: String(parts[1]), detail: String(parts[2]))
    }
}
