import Logging
import Tenancy
import Testing

@testable import Web

@Suite struct RequestContextAuditTests {
    private func context(_ caller: Caller?, _ platform: PlatformCaller? = nil) -> RequestContext {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        return RequestContext(
            tenant: OneTenant.hall, caller: caller, platform: platform, requestID: "7",
            lines: RequestLogger(base: logger, requestID: "7", trace: nil), isSecure: false, navigation: .none)
    }

    @Test func anAuditEventNamesItsActor() throws {
        let eva = Caller(userID: 3, login: "eva", role: .admin, proof: .bearer)
        let ada = PlatformCaller(id: 1, login: "ada", proof: .bearer, key: [1])
        #expect(
            try context(eva).audit("live.end", subject: "x")
                == AuditEvent("live.end", by: .account(id: 3, login: "eva"), subject: "x", requestID: "7"))
        #expect(try context(nil, ada).audit("live.end").actor == .platform(login: "ada"))
    }

    @Test func anAuditEventWithoutAnAccountIsRefused() {
        let error = #expect(throws: APIError.self) { try context(nil).audit("live.end") }
        #expect(error?.status == .unauthorized)
    }
}
