import HTTP
import Logging
import Radio
import Tenancy
import Web

/// Asks the product's endpoints as the server does once a request has found its route: the same code from the query of the
/// request to the bytes of the answer.
struct Listener: Sendable {
    private let endpoints: [String: Route.Endpoint]
    private let context: RequestContext

    /// With a memory of its own, so that the first question finds nothing in it.
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

    /// A question that was answered with something else than what was asked for.
    struct Refused: Error {
        let operation: String
        let status: Int
    }

    /// - Parameters:
    ///   - parameters: those of the path.
    ///   - query: percent-encoded.
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
