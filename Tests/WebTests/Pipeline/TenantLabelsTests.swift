import HTTP
import Observability
import Testing

@testable import Web

@Suite struct TenantLabelsTests {
    /// Spec O4.4.
    @Test func tenantsBeyondTheLimitShareTheLabelOther() {
        let labels = TenantLabels(limit: 2)
        #expect(["a", "b", "c", "a", "", "c"].map(labels.label) == ["a", "b", "other", "a", "none", "other"])
    }

    /// For any number of tenants, each status code has at most 202 series.
    @Test func only200TenantsHaveTheirOwnRequestCounts() {
        let registry = MetricsRegistry()
        let observer = RequestObserver(registry: registry, log: nil)
        let loops = [observer.makeRecorder(), observer.makeRecorder()]
        for number in 0..<300 {
            let label = AnswerLabel(route: "/shows", realm: "t\(number)")
            for loop in loops {
                loop.finished(
                    Exchange(
                        method: .get, label: label, status: 200, bytesSent: 1, nanoseconds: 1, time: 0,
                        id: RequestID(bits: 1), trace: TraceID(upper: 0, lower: 1), peer: IPAddress(ipv4: 0)))
            }
        }
        let lines = registry.render().split(separator: "\n").filter {
            $0.hasPrefix("tutti_http_tenant_requests_total{")
        }
        #expect(lines.count == 201)
        #expect(lines.contains("tutti_http_tenant_requests_total{tenant=\"t0\",code=\"200\"} 2"))
        #expect(lines.contains("tutti_http_tenant_requests_total{tenant=\"other\",code=\"200\"} 200"))
        #expect(
            registry.render().contains("tutti_http_requests_total{route=\"/shows\",method=\"GET\",code=\"200\"} 600"))
    }
}
