import Web

/// The result of the last form on the account page, shown after a redirect.
enum AccountNotice: String, FlashMessage {
    case ended, gone
    case othersEnded = "others-ended"
    case saved
    case passwordChanged = "password-changed"

    var html: HTML {
        switch self {
        case .ended: .successNotice("Session ended. The browser, device or access token no longer has access.")
        case .gone: .successNotice("This session had already ended.")
        case .othersEnded:
            .successNotice(
                "All other sessions and all access tokens have ended. Only this session remains.")
        case .saved: .successNotice("Your name and email address have been saved.")
        case .passwordChanged:
            .successNotice(
                "Your password has been changed. All other sessions and all access tokens have ended.")
        }
    }
}

extension HTML {
    /// Renders the errors of a form about an account. The element has the ID `fault`, to which the attribute `aria-describedby`
    /// of the fields refers.
    static func fault(_ error: APIError) -> HTML {
        .fault(
            error,
            labels: [
                "login": "The login", "password": "The password", "current": "The current password",
                "new": "The new password",
                "displayName": "The display name", "email": "The email address", "name": "The token name",
                "scope": "The list of permissions",
                "role": "The role", "days": "The number of days",
            ])
    }
}
