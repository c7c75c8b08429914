import Tenancy

/// A notification that a shared session has changed or ended.
struct SharedNotice: Sendable, Hashable {
    static let kind = "shared"

    let session: Int64
    let revision: Int

    init(session: Int64, revision: Int) { (self.session, self.revision) = (session, revision) }

    /// Parses the detail of a notification: the revision and the session, separated by a comma. Returns `nil` for another format.
    init?(_ detail: String) {
        let parts = detail.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let revision = Int(parts[0]), let session = Int64(parts[1]) else { return nil }
        self.init(session: session, revision: revision)
    }

    func payload(_ tenant: TenantID) -> String { "\(tenant),\(Self.kind),\(revision),\(session)" }
}
