import Web

/// What became of the last press on the pages of the accounts. The redirect after a form carries it in its query, by
/// name.
enum AdministrationNotice: String, Sendable, Hashable {
    case saved, disabled, enabled, deleted, withdrawn
    case sessionsEnded = "sessions-ended"

    var html: HTML {
        switch self {
        case .saved: .goodNotice("Account saved.")
        case .disabled: .goodNotice("Account disabled. Its sessions and tokens have ended.")
        case .enabled: .goodNotice("Account enabled. It can be used to sign in again.")
        case .deleted: .goodNotice("Account deleted.")
        case .withdrawn: .goodNotice("Invitation withdrawn.")
        case .sessionsEnded: .goodNotice("All sessions and tokens of the account have ended.")
        }
    }

    /// The list of accounts with this notice on it.
    var listPath: LocalPath {
        switch self {
        case .deleted: "/admin/accounts?notice=deleted"
        default: "/admin/accounts?notice=withdrawn"
        }
    }

    /// The page of one account with this notice on it.
    func path(of account: User.ID) -> LocalPath {
        LocalPath("/admin/accounts/\(account)?notice=\(rawValue)") ?? "/admin/accounts"
    }
}
