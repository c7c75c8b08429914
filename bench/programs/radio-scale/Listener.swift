import HTTP
import Logging
import Radio
import Tenancy
import Web

/// A client that calls the product's endpoints in this process, as the server does after routing. The same code runs from the query of
/// the request to the bytes of the response.
struct Listener: Sendable {
    private let endpoints: [String: Route.Endpoint]
    private let context: RequestContext

    /// Creates a client with an empty cache of its own, so that its first request is not answered from the cache.
    init(_ database: TenantDatabase, _ tenant: TenantID, _ logger: Logger) {
        let hub = PlayingHub(database: database, logger: logger)
        let routes =
            PlayingRoutes(hub: hub, database: database).routes + AutomationRoutes(hub: hub, database: database).routes
            + FinderRoutes(database: database).routes
        endpoints = Dictionary(uniqueKeysWithValues: routes.map { ($0.operation, $0.endpoint) })
        context = RequestContext(
            tenant: Tenant(
                id: tenant, slug: "scale", name: "Scale", locale: "cs", integerSeconds: false,
                multicast: MulticastScope()),
            caller: Caller(userID: 1, login: "automation", role: .admin, proof: .bearer), requestID: "scale",
            logger: logger)
    }

    /// The error for a response with an unexpected status.
    struct Refused: Error {
        let operation: String
        let status: Int
    }

    /// Sends a request to an endpoint. Throws `Refused` for an unknown operation or a status outside 200 to 299, and the errors of the endpoint.
    ///
    /// - Parameters:
    ///   - parameters: the path parameters.
    ///   - query: the percent-encoded query.
    func ask(
        _ operation: String, _ parameters: [String: String] = [:], query: String? = nil, sending body: String? = nil
    ) async throws {
        guard let endpoint = endpoints[operation] else { throw Refused(operation: operation, status: 404) }
        var request = Request(
            method: body == nil ? .get : .put, path: "/", query: query, authority: "scale.example",
            fields: body == nil ? [:] : ["Content-Type": "application/json"], body: body.map { Array($0.utf8) } ?? [])
        request.parameters = parameters
        let response = try await endpoint(request, context)
        guard (200..<300).contains(response.status.code) else {
            throw Refused(operation: operation, status: Int(response.status.code))
        }
    }
}
