import HTTP
import Tenancy

/// A check of routed requests that may refuse them, such as a rate limit or the check for outdated apps.
///
/// Requests that are answered from memory do not pass the gates. Requests with `App-Version` are never answered from memory, so
/// that outdated apps are checked.
public protocol Gate: Sendable {
    /// Admits a request or throws the reason for its refusal.
    ///
    /// - Returns: fields for every response to this request, including refusals by later gates or the endpoint.
    func pass(_ passage: Passage) async throws -> Fields

    /// Notifies the gate that a request ended, with a response or an error. The application calls this method once for each call of `pass` that
    /// returned.
    func left(_ passage: Passage)
}

extension Gate {
    /// Does nothing, for gates that do not count running requests.
    public func left(_ passage: Passage) {}
}

/// A refusal with additional header fields, such as the fields of a rate limit.
struct GateRefusal: Error {
    let error: APIError
    let fields: Fields

    init(_ error: APIError, _ fields: Fields) {
        self.error = error
        self.fields = fields
    }
}

/// A routed request that passes the gates, with the tenant, the route and the caller.
public struct Passage: Sendable {
    public let request: Request
    public let tenant: Tenant
    public let route: Route
    /// The caller of the request; `nil` for a visitor, on a route for everyone, and at gates before authentication.
    public let caller: Caller?

    public init(request: Request, tenant: Tenant, route: Route, caller: Caller?) {
        self.request = request
        self.tenant = tenant
        self.route = route
        self.caller = caller
    }
}

/// The gates of an application, in the order in which a request passes them.
public struct Gates: Sendable {
    /// The gates that a request passes before its caller is authenticated, such as the limits of an address and of a tenant. Requests of platform
    /// routes pass only these gates.
    public var beforeCaller: [any Gate]
    /// The gates that a request passes after its caller is authenticated and authorized, such as the limit of an account.
    public var afterCaller: [any Gate]

    public init(beforeCaller: [any Gate] = [], afterCaller: [any Gate] = []) {
        self.beforeCaller = beforeCaller
        self.afterCaller = afterCaller
    }
}
