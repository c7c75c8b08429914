import HTTP
import Tenancy

/// A type that finds the account for the credentials of a request. The module Accounts implements this protocol.
public protocol Authenticator: Sendable {
    /// Returns the account that sends the request, or `nil` without credentials or with a cookie that belongs to no session of the tenant.
    ///
    /// Throws 401 for a bearer token that is malformed, unknown, expired or of another tenant. Clients cannot distinguish these cases (spec Decided
    /// 6). Also throws an error of the database.
    ///
    /// - Parameter isSecure: whether the client uses TLS, which changes the names of cookies.
    func caller(of request: Request, in tenant: Tenant, isSecure: Bool) async throws -> Caller?

    /// Returns the platform account that sends the request, or `nil` without credentials or with a cookie that belongs to no platform session.
    ///
    /// Throws 401 for a bearer token that is not a platform token, and an error of the database.
    func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller?
}

extension Authenticator {
    /// Returns `nil`, for an authenticator without platform accounts.
    public func platformCaller(of request: Request, isSecure: Bool) async throws -> PlatformCaller? { nil }
}
