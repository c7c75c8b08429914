import HTTP
import Tenancy
import Web

/// The three ways in which a log-in fails for good (spec R4). Each is told in the tenant's own words, with what the
/// person in front of the app may do next.
///
/// Only the first can be had without the right password, and it does not tell whether the login exists.
enum LoginOutcome: Sendable, Hashable, CaseIterable {
    case invalidCredentials
    /// The password was right; the listener's subscription has lapsed.
    case subscriptionRequired
    /// The password was right; the account waits for a word with the operator's staff.
    case accountSupportRequired

    /// The refusal as clients read it.
    func error(_ help: LoginHelp) -> APIError {
        APIError(
            status, code: code, help.texts[words.detail], title: help.texts[words.title], actions: actions(help))
    }

    private var status: Status { self == .invalidCredentials ? .unauthorized : .forbidden }

    private var code: String {
        switch self {
        case .invalidCredentials: "invalid-credentials"
        case .subscriptionRequired: "subscription-required"
        case .accountSupportRequired: "account-support-required"
        }
    }

    private var words: (title: TenantText, detail: TenantText) {
        switch self {
        case .invalidCredentials: (.invalidCredentialsTitle, .invalidCredentialsDetail)
        case .subscriptionRequired: (.subscriptionRequiredTitle, .subscriptionRequiredDetail)
        case .accountSupportRequired: (.supportRequiredTitle, .supportRequiredDetail)
        }
    }

    /// A way on that leads nowhere, since the tenant has set no address or number for it, is not offered.
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
