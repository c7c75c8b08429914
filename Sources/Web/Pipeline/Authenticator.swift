import HTTP
import Tenancy

/// A type that finds the account for the credentials of a request.
public protocol Authenticator: Sendable {
    /// Returns the account that sends the request, or `nil` without credentials or with a cookie that belongs to no session of the tenant.
    ///
    /// Throws 401 for an `Authorization` field without a valid token of the tenant. Clients cannot distinguish an unknown token, an expired one and
    /// one of another tenant (spec Decided 6). The names of cookies depend on `isSecure`, whether the client uses TLS.
    func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller?

    /// Returns the platform account that sends the request, or `nil` without credentials or with a cookie that belongs to no platform session. Throws
    /// 401 for an `Authorization` field without a valid platform token.
    func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller?
}

extension Authenticator {
    /// Returns `nil`, for an authenticator without platform accounts.
    public func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller? { nil }
}
