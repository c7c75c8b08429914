import FoundationEssentials
import Web

/// An account as JSON, to its owner or to an administrator.
struct AccountView: Encodable, Sendable {
    let id: String
    let login: String
    let displayName: String
    let email: String?
    let role: String
    /// To the owner only: what the role may do.
    let permissions: [String]?
    let subscription: String
    let subscriptionUntil: Date?
    /// To administrators only: owners who read it are not disabled.
    let disabled: Bool?
    let createdAt: Date

    private init(_ account: Account, permissions: [String]?, disabled: Bool?) {
        id = account.user.id.description
        login = account.user.login
        displayName = account.displayName
        email = account.email
        role = account.user.role.rawValue
        self.permissions = permissions
        subscription = account.subscription
        subscriptionUntil = account.subscriptionUntil
        self.disabled = disabled
        createdAt = account.createdAt
    }

    /// What `getOwnAccount` answers.
    init(own account: Account) {
        self.init(account, permissions: account.user.role.permissions.names, disabled: nil)
    }

    /// What administrators read.
    init(_ account: Account) { self.init(account, permissions: nil, disabled: account.isDisabled) }
}

extension Role {
    /// All that the role may do.
    var permissions: Set<Permission> { Set(Permission.allCases.filter(has)) }
}
