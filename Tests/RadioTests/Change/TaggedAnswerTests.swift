import HTTP
import Tenancy
import Testing
import Web

@testable import Radio

struct TaggedAnswerTests {
    @Test func equalResponsesHaveEqualEntityTagsOnlyWithinOneTenant() throws {
        func tag(_ text: String, _ tenant: Int32) throws -> String? {
            try Response.tagged(["text": text], in: TenantID(rawValue: tenant)).fields["ETag"]
        }
        #expect(try tag("a", 1) == tag("a", 1))
        #expect(try tag("a", 1) != tag("b", 1))
        #expect(try tag("a", 1) != tag("a", 2))
    }
}
