import Web

/// The result of the last submitted form on the account page, shown after a redirect.
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
    /// Renders the error of a form about an account, with a link to each field at fault. `fields` are the names of the fields whose HTML ID
    /// equals their name; `ids` are the HTML IDs of other fields, by field name.
    static func fault(_ error: APIError, at fields: [String], ids: [String: String] = [:]) -> HTML {
        .fault(
            error,
            labels: [
                "login": "The login", "password": "The password", "current": "The current password",
                "new": "The new password",
                "displayName": "The display name", "email": "The email address", "name": "The token name",
                "scope": "The list of permissions",
                "role": "The role", "days": "The number of days",
            ],
            ids: ids.merging(fields.map { ($0, $0) }) { id, _ in id })
    }
}

extension APIError {
    /// The error as a fault of the login field if the login is taken; otherwise unchanged.
    var atItsField: APIError {
        guard faults.isEmpty, code == .loginTaken else { return self }
        let fault = Fault(
            field: "login", reason: "already belongs to another account: choose another login")
        return APIError(status, code: code, detail, retryAfter: retryAfter, faults: [fault])
    }
}
