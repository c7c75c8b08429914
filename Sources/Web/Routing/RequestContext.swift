import HTTP
import Logging
import Tenancy

/// What a request is known by once routed: its tenant, its caller, its identifier.
public struct RequestContext: Sendable {
    public let tenant: Tenant
    /// Who acts, or `nil` for a request without credentials.
    public let caller: Caller?
    /// Who acts for the whole installation; on routes with the access `platform` only.
    public let platform: PlatformCaller?
    /// Also sent as `X-Request-ID`, and named in the body of a 5xx.
    public let requestID: String
    /// Whether the connection to the client is TLS (by a trusted proxy's word); cookies depend on it.
    public let isSecure: Bool
    /// The areas of the service, for the bar above a page.
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

    /// Carries the request's identifier on every line. Made anew each time.
    public var logger: Logger { lines.logger }
}

/// An authenticated account of the request's tenant.
public struct Caller: Sendable, Hashable {
    public let userID: Int64
    public let login: String
    public let role: Role
    /// What a script's token is limited to; `nil` for all that the role may do. A token with a scope never acts for
    /// the account itself (`Route.Access.account`).
    public let scope: Set<Permission>?
    /// How the caller proved itself: a cookie session needs a CSRF token for every change.
    public let proof: Proof

    /// What the request carried.
    public enum Proof: Sendable, Hashable {
        /// A token that a program sends by itself, which no other site can make it do.
        case bearer
        /// The CSRF token that forms of this session must carry.
        case cookie(csrfToken: String)
    }

    public init(userID: Int64, login: String, role: Role, scope: Set<Permission>? = nil, proof: Proof) {
        self.userID = userID
        self.login = login
        self.role = role
        self.scope = scope
        self.proof = proof
    }

    /// Whether it may do this: its role has the permission, and its token is not limited to others.
    public func has(_ permission: Permission) -> Bool {
        role.has(permission) && (scope?.contains(permission) ?? true)
    }
}

/// Somebody who looks after tenants and belongs to none (`tutti user add --platform`).
public struct PlatformCaller: Sendable, Hashable {
    public let id: Int32
    public let login: String
    public let proof: Caller.Proof
    /// What the credentials are found by in the database: the SHA-256 of the secret, 32 bytes. The doors of the schema
    /// `control` ask for it, so that the service alone opens none of them.
    public let key: [UInt8]

    public init(id: Int32, login: String, proof: Caller.Proof, key: [UInt8]) {
        self.id = id
        self.login = login
        self.proof = proof
        self.key = key
    }
}

/// The roles of accounts (`tutti user add --role`). What each may do stands in one table, at `Permission`.
public enum Role: String, Sendable, Hashable, CaseIterable, Codable {
    case listener, editor, programmer, `operator`, admin
}
