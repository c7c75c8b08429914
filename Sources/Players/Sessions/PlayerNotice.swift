import Tenancy

/// A notification that a listener's player has changed.
struct PlayerNotice: Sendable, Hashable {
    static let kind = "player"

    let account: Int64
    let revision: Int

    init(account: Int64, revision: Int) { (self.account, self.revision) = (account, revision) }

    /// Parses the detail of a notification; `nil` if it has another format.
    init?(_ detail: String) {
        let parts = detail.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let revision = Int(parts[0]), let account = Int64(parts[1]) else { return nil }
        self.init(account: account, revision: revision)
    }

    func payload(_ tenant: TenantID) -> String { "\(tenant),\(Self.kind),\(revision),\(account)" }
}
