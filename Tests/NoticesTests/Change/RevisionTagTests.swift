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
    func ifMatchPassesOnlyForTheCurrentRevision(field: String, passes: Bool) throws {
        let request = Request(method: .put, path: "/", fields: ["If-Match": field])
        let ifMatch = IfMatch(request)
        if passes {
            #expect(throws: Never.self) { try ifMatch.check(RevisionTag(3, of: TenantID(rawValue: 7)).text) }
        } else {
            let error = #expect(throws: APIError.self) {
                try ifMatch.check(RevisionTag(3, of: TenantID(rawValue: 7)).text)
            }
            #expect(error?.status == .preconditionFailed)
        }
    }

    @Test func aRequestWithoutIfMatchIsAccepted() {
        #expect(throws: Never.self) {
            try IfMatch(Request(method: .put, path: "/")).check(RevisionTag(3, of: TenantID(rawValue: 7)).text)
        }
    }
}
