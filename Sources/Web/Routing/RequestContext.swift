import HTTP
import Logging
import Tenancy

/// The context of a routed request: tenant, caller, request ID, use of TLS, areas in the app bar, and logger.
public struct RequestContext: Sendable {
    public let tenant: Tenant
    /// The account that sends the request; `nil` without valid credentials, and on routes with the access `everyone` or `platform`.
    public let caller: Caller?
    /// The platform account that sends the request, on routes with the access `platform`; `nil` on other routes.
    public let platform: PlatformCaller?
    /// The request ID, also in the field `X-Request-ID` and in the body of a 5xx problem.
    public let requestID: String
    /// Whether the client uses TLS, as a trusted proxy reports. The names of cookies depend on this value.
    public let isSecure: Bool
    /// The areas of the service and the current area, for the app bar.
    public let navigation: Navigation
    private let lines: RequestLogger

    public init(
        tenant: Tenant, caller: Caller?, requestID: String, logger: Logger, isSecure: Bool = false,
        navigation: Navigation = .none
    ) {
        self.init(
            tenant: tenant, caller: caller, requestID: requestID,
            lines: RequestLogger(base: logger, requestID: requestID, trace: nil), isSecure: isSecure,
            navigation: navigation)
    }

    init(
        tenant: Tenant, caller: Caller?, platform: PlatformCaller? = nil, requestID: String, lines: RequestLogger,
        isSecure: Bool, navigation: Navigation
    ) {
        self.tenant = tenant
        self.caller = caller
        self.platform = platform
        self.requestID = requestID
        self.lines = lines
        self.isSecure = isSecure
        self.navigation = navigation
    }

    /// A logger that adds the IDs of the request and of its trace to every line. Each access creates a new logger.
    public var logger: Logger { lines.logger }
}

/// An authenticated account of the request's tenant.
public struct Caller: Sendable, Hashable {
    public let userID: Int64
    public let login: String
    public let role: Role
    /// The permissions of an access token with a scope; `nil` for all permissions of the role. A token with a scope cannot use
    /// routes with the access `Route.Access.account`.
    public let scope: Set<Permission>?
    /// The kind of credentials. A cookie session needs a CSRF token for every change.
    public let proof: Proof

    /// The kind of credentials in the request.
    public enum Proof: Sendable, Hashable {
        /// A bearer token. Another site cannot make a browser send the token.
        case bearer
        /// A cookie session, with the CSRF token that forms must carry.
        case cookie(csrfToken: String)
    }

    public init(userID: Int64, login: String, role: Role, scope: Set<Permission>? = nil, proof: Proof) {
        self.userID = userID
        self.login = login
        self.role = role
        self.scope = scope
        self.proof = proof
    }

    /// Returns whether the role and the token's scope both have the permission. Without a scope, only the role counts.
    public func has(_ permission: Permission) -> Bool {
        role.has(permission) && (scope?.contains(permission) ?? true)
    }
}

/// A platform account, which manages tenants and belongs to none (`tutti user add --platform`).
public struct PlatformCaller: Sendable, Hashable {
    public let id: Int32
    public let login: String
    public let proof: Caller.Proof
    /// The SHA-256 of the secret, 32 bytes, by which the database finds the credentials. The functions of the schema `control` require the hash, so
    /// that the service cannot call them without a platform account.
    public let key: [UInt8]

    public init(id: Int32, login: String, proof: Caller.Proof, key: [UInt8]) {
        self.id = id
        self.login = login
        self.proof = proof
        self.key = key
    }
}

/// The role of an account (`tutti user add --role`). ``Permission`` lists the permissions of each role.
public enum Role: String, Sendable, Hashable, CaseIterable, Codable {
    case listener, editor, programmer, `operator`, admin
}
