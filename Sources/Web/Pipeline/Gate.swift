import HTTP
import Tenancy

/// Something on the way of every routed request that may turn it back: a limit, an app that is too old.
///
/// What is answered from memory passes no gate: a hall's phones cost nothing, and wait for nobody. A request with
/// `App-Version` is never answered from memory, so that an app that is too old meets its gate.
public protocol Gate: Sendable {
    /// Lets a request pass or throws why not.
    ///
    /// - Returns: fields that every answer to this request carries, refusals by later gates and by its endpoint
    ///   included.
    func pass(_ passage: Passage) async throws -> Fields

    /// The answer to a request that passed here is made, whatever became of it. Called once for each `pass` that returned.
    func left(_ passage: Passage)
}

extension Gate {
    /// Nothing: a gate that does not count who is inside.
    public func left(_ passage: Passage) {}
}

/// A refusal that tells the client more than the error has room for: how it stands with a limit.
struct GateRefusal: Error {
    let error: APIError
    let fields: Fields

    init(_ error: APIError, _ fields: Fields) {
        self.error = error
        self.fields = fields
    }
}

/// A request at a gate.
public struct Passage: Sendable {
    public let request: Request
    public let tenant: Tenant
    public let route: Route
    /// Who acts; `nil` at gates that stand before the caller is known.
    public let caller: Caller?

    public init(request: Request, tenant: Tenant, route: Route, caller: Caller?) {
        self.request = request
        self.tenant = tenant
        self.route = route
        self.caller = caller
    }
}

/// The gates of an application, each row in the order passed.
public struct Gates: Sendable {
    /// Before anything is asked of the database: by address, tenant and route.
    public var beforeCaller: [any Gate]
    /// Once the caller is known and may call: by account.
    public var afterCaller: [any Gate]

    public init(beforeCaller: [any Gate] = [], afterCaller: [any Gate] = []) {
        self.beforeCaller = beforeCaller
        self.afterCaller = afterCaller
    }
}
