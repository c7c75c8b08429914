import Web

/// The result of the last submitted form on the account administration pages.
enum AdministrationNotice: String, FlashMessage {
    case saved, disabled, enabled, deleted, withdrawn
    case sessionsEnded = "sessions-ended"

    var html: HTML {
        switch self {
        case .saved: .goodNotice("Account saved.")
        case .disabled: .goodNotice("Account disabled. All sessions and access tokens of the account have ended.")
        case .enabled: .goodNotice("Account enabled. The owner can sign in again.")
        case .deleted: .goodNotice("Account deleted.")
        case .withdrawn: .goodNotice("Invitation withdrawn.")
        case .sessionsEnded: .goodNotice("All sessions and access tokens of the account have ended.")
        }
    }
}
