import HTTP
import Testing
import Web

@testable import Notices

@Suite struct RevisionTagTests {
    @Test(arguments: [
        ("\"3\"", true), ("*", true), ("\"2\", \"3\"", true), (" \"3\" ", true), ("\"2\"", false), ("W/\"3\"", false),
        ("3", false), ("", false), ("\"3-off\"", false),
    ])
    func aChangeIsMadeOnlyOfWhatTheClientSaw(field: String, passes: Bool) throws {
        let request = Request(method: .put, path: "/", fields: ["If-Match": field])
        let precondition = try #require(request.revisionPrecondition)
        if passes {
            #expect(throws: Never.self) { try precondition.check(RevisionTag(3)) }
        } else {
            let error = #expect(throws: APIError.self) { try precondition.check(RevisionTag(3)) }
            #expect(error?.status == .preconditionFailed)
        }
    }

    @Test func withoutTheFieldThereIsNoCondition() {
        #expect(Request(method: .put, path: "/").revisionPrecondition == nil)
    }
}
