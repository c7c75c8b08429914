import HTTP
import Tenancy
import Testing
import Web

@testable import Notices

@Suite struct RevisionTagTests {
    @Test(arguments: [
        ("\"7.3\"", true), ("*", true), ("\"7.2\", \"7.3\"", true), (" \"7.3\" ", true), ("\"7.2\"", false),
        ("W/\"7.3\"", false), ("7.3", false), ("", false), ("\"7.3-off\"", false), ("\"8.3\"", false),
    ])
    func aChangeIsMadeOnlyOfWhatTheClientSaw(field: String, passes: Bool) throws {
        let request = Request(method: .put, path: "/", fields: ["If-Match": field])
        let precondition = try #require(request.revisionPrecondition)
        if passes {
            #expect(throws: Never.self) { try precondition.check(RevisionTag(3, of: TenantID(rawValue: 7))) }
        } else {
            let error = #expect(throws: APIError.self) {
                try precondition.check(RevisionTag(3, of: TenantID(rawValue: 7)))
            }
            #expect(error?.status == .preconditionFailed)
        }
    }

    @Test func withoutTheFieldThereIsNoCondition() {
        #expect(Request(method: .put, path: "/").revisionPrecondition == nil)
    }
}
