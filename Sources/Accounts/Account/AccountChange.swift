import Web

/// What shall become of an account; what is `nil` or kept stays as it is.
public struct AccountChange: Sendable, Hashable {
    public var role: Role?
    public var displayName: String?
    public var email: Email
    public var isDisabled: Bool?

    /// What shall become of the address.
    public enum Email: Sendable, Hashable {
        case keep
        /// `nil` takes the address away.
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

    /// Throws 422 for words that cannot be.
    func check() throws(APIError) {
        if let displayName { try AccountRules.check(displayName: displayName) }
        if case .set(let email?) = email { try AccountRules.check(email: email) }
    }

    /// Whether it may leave the tenant with one administrator less.
    var mayTakeAdministrator: Bool { isDisabled == true || (role ?? .admin) != .admin }
}

/// The members that owners may change of their account, and no others (spec S1.2).
struct OwnChange: Decodable {
    let change: AccountChange

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(allowing: ["displayName", "email"])
        change = AccountChange(
            displayName: try members.given("displayName"), email: try members.email())
    }
}

/// The members that administrators may change of an account, and no others.
struct AdministratorsChange: Decodable {
    let change: AccountChange

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(allowing: ["role", "displayName", "email", "disabled"])
        change = AccountChange(
            role: try members.given("role", as: RoleName.self)?.role, displayName: try members.given("displayName"),
            email: try members.email(), isDisabled: try members.given("disabled"))
    }
}

/// A role as a client names it.
struct RoleName: Decodable {
    let role: Role

    init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        role = try Role(naming: name)
    }
}

extension Role {
    /// Throws 422 for a name that is no role.
    init(naming name: String) throws(APIError) {
        guard let role = Role(rawValue: name) else {
            throw .invalid("role", "must be \(Phrase.choice(Role.allCases.map(\.rawValue)))")
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
