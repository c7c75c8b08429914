import HTTP
import Logging
import Tenancy

/// The tenant, account, request ID and logger of a routed request, for its endpoint.
public struct RequestContext: Sendable {
    public let tenant: Tenant
    /// The account that sends the request; `nil` for a visitor, and on routes with the access `everyone` or `platform`.
    public let caller: Caller?
    /// The platform account that sends the request, on routes with the access `platform`; `nil` on other routes.
    public let platform: PlatformCaller?
    /// The request ID, also in the field `X-Request-ID`.
    public let requestID: String
    /// Whether the client uses TLS. The names of cookies depend on this value.
    public let isSecure: Bool
    /// The areas for the app bar.
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

    /// A logger that adds the request ID and, if known, the trace ID to every line. Each access creates a new logger.
    public var logger: Logger { lines.logger }
}

/// An authenticated account of the request's tenant.
public struct Caller: Sendable, Hashable {
    public let userID: Int64
    public let login: String
    public let role: Role
    /// The permissions of an access token with a scope; `nil` for all permissions of the role.
    public let scope: Set<Permission>?
    /// The kind of credentials.
    public let proof: Proof

    /// The kind of credentials in the request.
    public enum Proof: Sendable, Hashable {
        /// A bearer token, which another site cannot make a browser send.
        case bearer
        /// A cookie session, with the CSRF token that a request must carry to change data.
        case cookie(csrfToken: String)
    }

    public init(userID: Int64, login: String, role: Role, scope: Set<Permission>? = nil, proof: Proof) {
        self.userID = userID
        self.login = login
        self.role = role
        self.scope = scope
        self.proof = proof
    }

    /// Returns whether the role and the token's scope, if there is one, both have the permission.
    public func has(_ permission: Permission) -> Bool {
        role.has(permission) && (scope?.contains(permission) ?? true)
    }
}

/// A platform account, which manages tenants and belongs to none (`tutti user add --platform`).
public struct PlatformCaller: Sendable, Hashable {
    public let id: Int32
    public let login: String
    public let proof: Caller.Proof
    /// The SHA-256 of the secret in the token or cookie, 32 bytes. Functions of the schema `control` require it as proof of a platform account.
    public let key: [UInt8]

    public init(id: Int32, login: String, proof: Caller.Proof, key: [UInt8]) {
        self.id = id
        self.login = login
        self.proof = proof
        self.key = key
    }
}

/// The role of an account (`tutti user add --role`). ``Permission`` lists the roles that have each permission.
public enum Role: String, Sendable, Hashable, CaseIterable, Codable {
    case listener, editor, programmer, `operator`, admin
}
