import Tenancy

/// The payload of our NOTIFY: "tenant,kind,version". The statement adds the version.
enum LiveNotice {
    static func payload(_ tenant: TenantID, kind: String) -> String { "\(tenant),\(kind)," }
}
