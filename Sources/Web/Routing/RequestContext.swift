import HTTP
import Logging
import Tenancy

/// What a request is known by once routed: its tenant, its caller, its identifier.
public struct RequestContext: Sendable {
    public let tenant: Tenant
    /// Who acts, or `nil` for a request without credentials.
    public let caller: Caller?
    /// Also sent as `X-Request-ID`, and named in the body of a 5xx.
    public let requestID: String
    /// Whether the connection to the client is TLS (by a trusted proxy's word); cookies depend on it.
    public let isSecure: Bool
    private let lines: RequestLogger

    public init(tenant: Tenant, caller: Caller?, requestID: String, logger: Logger, isSecure: Bool = false) {
        self.init(
            tenant: tenant, caller: caller, requestID: requestID,
            lines: RequestLogger(base: logger, requestID: requestID, traceID: nil), isSecure: isSecure)
    }

    init(tenant: Tenant, caller: Caller?, requestID: String, lines: RequestLogger, isSecure: Bool) {
        self.tenant = tenant
        self.caller = caller
        self.requestID = requestID
        self.lines = lines
        self.isSecure = isSecure
    }

    /// Carries the request's identifier on every line. Made anew each time.
    public var logger: Logger { lines.logger }
}

/// An authenticated account of the request's tenant.
public struct Caller: Sendable, Hashable {
    public let userID: Int64
    public let login: String
    public let role: Role
    /// How the caller proved itself: a cookie session needs a CSRF token for every change.
    public let proof: Proof

    /// What the request carried.
    public enum Proof: Sendable, Hashable {
        /// A token that a program sends by itself, which no other site can make it do.
        case bearer
        /// The CSRF token that forms of this session must carry.
        case cookie(csrfToken: String)
    }

    public init(userID: Int64, login: String, role: Role, proof: Proof) {
        self.userID = userID
        self.login = login
        self.role = role
        self.proof = proof
    }
}

/// The roles of contract.md. What each may do stands in one table, at `Permission`.
public enum Role: String, Sendable, Hashable, CaseIterable, Codable {
    case listener, editor, programmer, `operator`, admin
}
