import Multicast
import Tenancy
import Testing

@testable import Emitter

@Suite struct EmissionScopeTests {
    private let scope = EmissionScope(
        tenant: TenantID(rawValue: 1), slug: "hall", group: "239.255.255.251", port: 12345, interface: "192.0.2.7",
        ttl: 1)

    @Test func theProblemTextNamesTheStateOfAFailedInterface() {
        let problem = scope.problem(opening: EmissionScopeError(scope: scope), .down)
        #expect(problem.contains("192.0.2.7: it is down"))
    }

    @Test func theProblemTextNamesTheSystemErrorIfTheInterfaceWorks() {
        let problem = scope.problem(opening: MulticastError.system(call: "bind", code: 98), .working)
        #expect(problem.contains("239.255.255.251:12345 through the interface 192.0.2.7: bind: "))
        #expect(!problem.contains("it works"))
    }
}
