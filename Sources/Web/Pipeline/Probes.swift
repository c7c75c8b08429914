import HTTP

/// The probes `/livez`, `/readyz` and `/healthz` (`getLiveness`, `getReadiness` and `getHealth` of openapi.yaml), answered for any Host before the
/// tenant is looked up (spec Decided 7).
public struct Probes: Sendable {
    /// A function that returns the reasons why the service is not ready, or warnings; empty for none. It reads memory only.
    public typealias Readiness = @Sendable () async -> [String]

    private let readiness: Readiness
    private let warnings: Readiness

    /// Creates the probes. While the service is ready, the responses of `/readyz` and `/healthz` contain the `warnings` for its administrators.
    public init(warnings: @escaping Readiness = { [] }, readiness: @escaping Readiness) {
        self.readiness = readiness
        self.warnings = warnings
    }

    /// Returns the response to a probe, or `nil` for any other request.
    func response(to request: Request) async -> Response? {
        guard ["/livez", "/readyz", "/healthz"].contains(request.path) else { return nil }
        var response: Response
        switch request.method {
        case .get, .head: response = await answer(request.path)
        case .options: response = Response(.noContent, fields: ["Allow": Self.allow])
        default:
            response = .text(
                "only GET, HEAD and OPTIONS are allowed\n", status: .methodNotAllowed, fields: ["Allow": Self.allow])
        }
        response.route = request.path
        return response
    }

    private static let allow = "GET, HEAD, OPTIONS"

    /// Returns the response to a GET of a probe. `/livez` is always 200, because it only shows that the event loops run. The other probes are 503
    /// while the service is not ready.
    private func answer(_ path: String) async -> Response {
        if path == "/livez" { return .text("ok\n") }
        let reasons = await readiness()
        if reasons.isEmpty {
            return .text("ok\n" + (await warnings()).map { "warning: " + $0 + "\n" }.joined())
        }
        let text = reasons.map { $0 + "\n" }.joined()
        return .text(text, status: .serviceUnavailable, fields: ["Retry-After": "2"])
    }
}
