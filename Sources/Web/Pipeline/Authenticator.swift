import HTTP
import Tenancy

/// From the credentials of a request to the account that acts. Accounts supplies it.
public protocol Authenticator: Sendable {
    /// Who sends the request, or `nil` when it has no credentials or a cookie that has ended.
    ///
    /// Throws 401 for a bearer token that is unknown, ended or another tenant's: the three cannot be told
    /// apart (spec Decided 6).
    ///
    /// - Parameter isSecure: whether the client came by TLS; cookies are named differently there.
    func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller?

    /// Who sends the request for the platform, or `nil` when it has no credentials of that kind.
    ///
    /// Throws 401 for a bearer token that is not one of the platform's.
    func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller?
}

extension Authenticator {
    /// Nobody: an authenticator that knows tenants' accounts only.
    public func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller? { nil }
}
