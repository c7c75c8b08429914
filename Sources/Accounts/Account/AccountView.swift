import FoundationEssentials
import Web

/// The JSON of an account, for its owner or an administrator.
struct AccountView: Encodable, Sendable {
    let id: String
    let login: String
    let displayName: String
    let email: String?
    let role: String
    /// The permissions of the role; absent in the view for administrators.
    let permissions: [String]?
    let subscription: String
    let subscriptionUntil: Date?
    /// Whether the account is disabled; absent in the owner's view, because the owner of a disabled account cannot sign in.
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

    /// Creates the view for the account's owner.
    init(own account: Account) {
        self.init(account, permissions: account.user.role.permissions.names, disabled: nil)
    }

    /// Creates the view for administrators.
    init(_ account: Account) { self.init(account, permissions: nil, disabled: account.isDisabled) }
}

extension Role {
    /// All permissions that the permission table gives to the role.
    var permissions: Set<Permission> { Set(Permission.allCases.filter(has)) }
}
