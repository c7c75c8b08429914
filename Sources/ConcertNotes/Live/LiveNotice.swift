import Tenancy

/// The payload of a NOTIFY, "tenant,kind,version", without the version, which the statement adds.
enum LiveNotice {
    static func payload(_ tenant: TenantID, kind: String) -> String { "\(tenant),\(kind)," }
}
