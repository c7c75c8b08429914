import Tenancy

/// What a NOTIFY says: whose data of which kind changed. The payload is `tenant,kind,version` (spec O3.7), and more behind
/// it for those who know the kind.
struct ChangeNotice: Sendable, Hashable {
    static let channel = "tutti"

    let tenant: TenantID
    /// "tenant", "content", "glossary", "live", "message", "notices", "radio", "operator" or "alerts".
    let kind: String
    /// The version, and what stands behind it.
    let detail: String

    /// `nil` for a payload of another shape: somebody else may use the channel.
    init?(payload: String) {
        let parts = payload.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let tenant = Int32(parts[0]) else { return nil }
        self.tenant = TenantID(rawValue: tenant)
        kind = String(parts[1])
        detail = String(parts[2])
    }
}
