import Gzip
import Testing

@testable import HTTP

struct RepresentationTests {
    private func representation(
        _ text: String, compress: Bool = true, entityTag: String? = nil
    ) -> Representation {
        Representation(
            mediaType: "text/plain", identity: Array(text.utf8), compress: compress, entityTag: entityTag,
            lastModified: 0)
    }

    @Test func theGzipFormIsKeptOnlyIfItIsSmaller() throws {
        let long = representation(String(repeating: "a", count: 1000))
        let gzip = try #require(long.gzip)
        #expect(try Gzip.inflate(gzip, limit: 1000) == long.identity)
        #expect(representation("a").gzip == nil)
        #expect(representation(String(repeating: "a", count: 1000), compress: false).gzip == nil)
    }

    @Test func aRepresentationWithOtherFieldsHasTheSameFormsAndValidators() {
        let first = representation(String(repeating: "a", count: 1000))
        let second = Representation(first, fields: ["Cache-Control": "no-cache"])
        #expect(second.identity == first.identity)
        #expect(second.gzip == first.gzip && first.gzip != nil)
        #expect(second.entityTag == first.entityTag && second.lastModified == first.lastModified)
        #expect(second.fields["Cache-Control"] == "no-cache" && first.fields["Cache-Control"] == nil)
    }

    @Test func onlyEqualContentHasEqualEntityTags() {
        #expect(representation("a").entityTag == representation("a").entityTag)
        #expect(representation("a").entityTag != representation("b").entityTag)
        #expect(representation("").entityTag == "\"6c62272e07bb014262b821756295c58d\"")
    }

    @Test(arguments: ["\"a\"", "\"\"", "\"v-12,3\""])
    func aGivenStrongEntityTagIsKept(_ tag: String) {
        #expect(representation("x", entityTag: tag).entityTag == tag)
    }

    @Test(arguments: ["a", "W/\"a\"", "\"a\"b\"", "\"a\r\n\"", "\""])
    func aWeakOrMalformedEntityTagIsReplaced(_ tag: String) {
        #expect(representation("x", entityTag: tag).entityTag == representation("x").entityTag)
    }
}
