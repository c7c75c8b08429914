import HTTP
import Observability
import Testing

@testable import Web

@Suite struct AdminApplicationTests {
    @Test func theAdminAddressAnswersOnlyProbesAndMetrics() async {
        let admin = AdminApplication(probes: Probes { ["draining"] }, registry: MetricsRegistry())
        #expect(await admin.respond(to: Request(method: .get, path: "/readyz")).status == .serviceUnavailable)
        #expect(await admin.respond(to: Request(method: .get, path: "/")).status == .notFound)
        #expect(await admin.respond(to: Request(method: .post, path: "/metrics")).status == .methodNotAllowed)
    }
}
