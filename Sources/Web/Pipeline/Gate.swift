import HTTP
import Tenancy

/// A check of routed requests that may refuse them, such as a rate limit. Requests answered from memory do not pass the gates. A request
/// with `App-Version` is never answered from memory, so that outdated apps are checked.
public protocol Gate: Sendable {
    /// Admits a request or throws the reason for its refusal. The returned fields are added to the response, even if a later gate or the endpoint
    /// throws an error.
    func pass(_ passage: Passage) async throws -> Fields

    /// Notifies the gate that the response to a request is ready, once for each call of `pass` that returned. The response has not been sent yet.
    func left(_ passage: Passage)
}

extension Gate {
    /// Does nothing.
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

/// A routed request that passes the gates.
public struct Passage: Sendable {
    public let request: Request
    public let tenant: Tenant
    public let route: Route
    /// The caller; `nil` for a visitor, on a route for everyone, and at gates before authentication.
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
    /// The gates before authentication, the only ones for platform routes.
    public var beforeCaller: [any Gate]
    /// The gates after the caller is authenticated and authorized.
    public var afterCaller: [any Gate]

    public init(beforeCaller: [any Gate] = [], afterCaller: [any Gate] = []) {
        self.beforeCaller = beforeCaller
        self.afterCaller = afterCaller
    }
}
