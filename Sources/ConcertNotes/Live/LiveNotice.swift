import Tenancy

/// The payload of a NOTIFY without the version. The whole payload has the form "tenant,kind,version", and the statement adds the version.
enum LiveNotice {
    static func payload(_ tenant: TenantID, kind: String) -> String { "\(tenant),\(kind)," }
}
