import HTTP
import Observability

/// The application on the admin address (`TUTTI_ADMIN`, spec Decided 7): probes and `/metrics`, for any Host and without signing in. Bind this
/// address only to the loopback interface or to a network of the server's administrators.
public struct AdminApplication: Responder {
    private let probes: Probes
    private let registry: MetricsRegistry

    public init(probes: Probes, registry: MetricsRegistry) {
        self.probes = probes
        self.registry = registry
    }

    public func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer? { nil }

    public func bodyLimit(method: Method, path: String) -> Int { 1024 }

    public func respond(to request: Request) async -> Response {
        var response = await answer(request)
        SecurityFields.add(to: &response, isSecure: false)
        return response
    }

    private func answer(_ request: Request) async -> Response {
        if let probe = await probes.response(to: request) { return probe }
        guard request.path == "/metrics" else {
            return .text("this path does not exist: use /metrics, /livez, /readyz or /healthz\n", status: .notFound)
        }
        guard [.get, .head].contains(request.method) else {
            return .text("only GET and HEAD are allowed\n", status: .methodNotAllowed, fields: ["Allow": "GET, HEAD"])
        }
        var response = Response.bytes(Array(registry.render().utf8), mediaType: MetricsRegistry.contentType)
        response.route = "/metrics"
        return response
    }
}
