import HTTP
import Tenancy
import Web

/// The reasons for refusing a sign-in or a stream (spec R4). After a wrong password, the reason is always `invalidCredentials`, so that nobody can
/// find out which logins exist.
enum LoginOutcome: Sendable, Hashable, CaseIterable {
    case invalidCredentials
    /// The password is right, but the listener's subscription has lapsed.
    case subscriptionRequired
    /// The password is right, but the listener must first contact the tenant's support.
    case accountSupportRequired

    /// Returns the error for clients: 401 for a wrong login or password, 403 for the other reasons.
    func error(_ help: LoginHelp) -> APIError {
        let (title, detail, actions) = (help.texts[words.title], help.texts[words.detail], self.actions(help))
        return switch self {
        case .invalidCredentials:
            APIError(.unauthorized, code: .invalidCredentials, detail, title: title, actions: actions)
        case .subscriptionRequired:
            APIError(.forbidden, code: .subscriptionRequired, detail, title: title, actions: actions)
        case .accountSupportRequired:
            APIError(.forbidden, code: .accountSupportRequired, detail, title: title, actions: actions)
        }
    }

    private var words: (title: TenantText, detail: TenantText) {
        switch self {
        case .invalidCredentials: (.invalidCredentialsTitle, .invalidCredentialsDetail)
        case .subscriptionRequired: (.subscriptionRequiredTitle, .subscriptionRequiredDetail)
        case .accountSupportRequired: (.supportRequiredTitle, .supportRequiredDetail)
        }
    }

    /// Returns the actions that the client offers with the error. An action is left out if the tenant has not set its URL or telephone number.
    private func actions(_ help: LoginHelp) -> [APIError.Action] {
        func action(
            _ id: String, _ label: TenantText, url: String? = nil, tel: String? = nil, clears: Bool = false
        ) -> APIError.Action {
            APIError.Action(id: id, label: help.texts[label], url: url, tel: tel, clearsCredentials: clears)
        }
        switch self {
        case .invalidCredentials:
            return [action("try-again", .invalidCredentialsTryAgain), action("exit", .invalidCredentialsExit)]
        case .subscriptionRequired:
            let subscribe = help.conversionURL.map {
                action("subscribe", .subscriptionRequiredSubscribe, url: $0, clears: true)
            }
            return [subscribe, action("exit", .subscriptionRequiredExit)].compactMap { $0 }
        case .accountSupportRequired:
            let call = help.telephone.map { action("call", .supportRequiredCall, tel: $0) }
            let page = help.supportURL.map { action("support-page", .supportRequiredPage, url: $0, clears: true) }
            return [call, page, action("exit", .supportRequiredExit)].compactMap { $0 }
        }
    }
}
