import HTTP
import Observability
import Testing

@testable import Web

@Suite struct RequestMetricsTests {
    @Test func exchangesAreCountedByTemplate() async throws {
        let registry = MetricsRegistry()
        let metrics = RequestMetrics(registry: registry)
        for method in [Method.get, .get, Method("BREW"), Method("BREWED")] {
            metrics.finished(
                Exchange(
                    method: method, path: "/shows/7", route: "/shows/{show}", realm: "hall", status: 200, bytesSent: 5,
                    nanoseconds: 2_000_000, peer: "192.0.2.1"))
        }
        let admin = AdminApplication(probes: Probes { [] }, registry: registry)
        let response = await admin.respond(to: Request(method: .get, path: "/metrics"))
        #expect(response.status == .ok)
        #expect(
            response.text.contains("tutti_http_requests_total{route=\"/shows/{show}\",method=\"GET\",code=\"200\"} 2"))
        #expect(
            response.text.contains("tutti_http_requests_total{route=\"/shows/{show}\",method=\"other\",code=\"200\"} 2")
        )
        #expect(response.text.contains("tutti_http_request_duration_seconds_count{route=\"/shows/{show}\"} 4"))
        #expect(!response.text.contains("BREW"))
    }

    @Test func theAdminAddressAnswersNothingElse() async {
        let admin = AdminApplication(probes: Probes { ["draining"] }, registry: MetricsRegistry())
        #expect(await admin.respond(to: Request(method: .get, path: "/readyz")).status == .serviceUnavailable)
        #expect(await admin.respond(to: Request(method: .get, path: "/")).status == .notFound)
        #expect(await admin.respond(to: Request(method: .post, path: "/metrics")).status == .methodNotAllowed)
    }
}
