import Web

/// A change to an account. A property that is `nil` or `.keep` leaves the stored value unchanged.
public struct AccountChange: Sendable, Hashable {
    public var role: Role?
    public var displayName: String?
    public var email: Email
    public var isDisabled: Bool?

    /// The change of the email address.
    public enum Email: Sendable, Hashable {
        case keep
        /// Sets the address; `nil` removes it.
        case set(String?)
    }

    public init(
        role: Role? = nil, displayName: String? = nil, email: Email = .keep, isDisabled: Bool? = nil
    ) {
        self.role = role
        self.displayName = displayName
        self.email = email
        self.isDisabled = isDisabled
    }

    /// Throws 422 for a display name or an email address that is not allowed.
    func check() throws(APIError) {
        if let displayName { try AccountRules.check(displayName: displayName) }
        if case .set(let email?) = email { try AccountRules.check(email: email) }
    }

    /// Whether the change can make an administrator lose the role or the ability to sign in.
    var mayTakeAdministrator: Bool { isDisabled == true || (role ?? .admin) != .admin }
}

/// A change of an account by the account's owner: display name and email address (spec S1.2).
struct OwnChange: Decodable {
    let change: AccountChange

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(allowing: ["displayName", "email"])
        change = AccountChange(
            displayName: try members.value("displayName"), email: try members.email())
    }
}

/// A change of an account by an administrator: role, display name, email address and `disabled`.
struct AdministratorsChange: Decodable {
    let change: AccountChange

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(allowing: ["role", "displayName", "email", "disabled"])
        change = AccountChange(
            role: try members.value("role", as: RoleName.self)?.role, displayName: try members.value("displayName"),
            email: try members.email(), isDisabled: try members.value("disabled"))
    }
}

/// A role, decoded from its name.
struct RoleName: Decodable {
    let role: Role

    init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        role = try Role(naming: name)
    }
}

extension Role {
    /// Creates the role with this name. Throws 422 for an unknown name.
    init(naming name: String) throws(APIError) {
        guard let role = Role(rawValue: name) else {
            throw .invalid(
                "role", "must be \(SentenceFormat.choice(Role.allCases.map(\.rawValue))), found \"\(name.prefix(100))\""
            )
        }
        self = role
    }
}

extension KeyedDecodingContainer where Key == MemberName {
    fileprivate func email() throws -> AccountChange.Email {
        guard contains("email") else { return .keep }
        return .set(try decodeNil(forKey: "email") ? nil : decode(String.self, forKey: "email"))
    }
}
