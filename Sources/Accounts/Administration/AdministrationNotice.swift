import Web

/// The result of the last submitted form on the account administration pages.
enum AdministrationNotice: String, FlashMessage {
    case saved, disabled, enabled, deleted, withdrawn
    case sessionsEnded = "sessions-ended"
    case invitationEnded = "invitation-ended"

    var html: HTML {
        switch self {
        case .saved: .successNotice("Account saved.")
        case .disabled: .successNotice("Account disabled. All sessions and access tokens of the account have ended.")
        case .enabled: .successNotice("Account enabled. The owner can sign in again.")
        case .deleted: .successNotice("Account deleted.")
        case .withdrawn: .successNotice("Invitation withdrawn.")
        case .invitationEnded: .successNotice("This invitation had already been used or withdrawn, or had expired.")
        case .sessionsEnded: .successNotice("All sessions and access tokens of the account have ended.")
        }
    }
}
