import Testing

@testable import HTTP

struct ConditionsTests {
    private let modified: Int64 = 784_111_777
    private let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private let later = "Sun, 06 Nov 1994 09:49:37 GMT"
    private let earlier = "Sun, 06 Nov 1994 07:49:37 GMT"

    /// Returns the outcome of these field lines for content of 1,000 bytes with the tag "a".
    private func outcome(_ lines: String..., isGet: Bool = true, now: Int64 = 1_700_000_000) throws
        -> Conditions.Outcome
    {
        let head = (["GET / HTTP/1.1", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
        let conditions = try withBytes(head) { (bytes) throws(Rejection) in
            var parser = HeadParser()
            try parser.parse(bytes)
            return Conditions(parser.head, in: bytes)
        }
        return conditions.evaluate(
            tag: Array("\"a\"".utf8), lastModified: modified, length: 1000, isGet: isGet, now: now)
    }

    @Test(arguments: ["\"a\"", "*", "\"x\", \"a\"", "W/\"a\"", "\"a,b\", \"a\""])
    func aMatchingIfNoneMatchFieldGives304(_ list: String) throws {
        #expect(try outcome("If-None-Match: \(list)") == .notModified)
        #expect(try outcome("If-None-Match: \(list)", isGet: false) == .notModified)
    }

    @Test func entityTagsOnTwoFieldLinesAreReadAsOneList() throws {
        #expect(try outcome("If-None-Match: \"x\"", "If-None-Match: \"a\"") == .notModified)
    }

    @Test func entityTagConditionsTakePrecedenceOverDateConditions() throws {
        #expect(try outcome("If-None-Match: \"x\"", "If-Modified-Since: \(date)") == .whole)
        #expect(try outcome("If-Match: \"a\"", "If-Unmodified-Since: \(earlier)") == .whole)
    }

    @Test func contentNotModifiedSinceTheDateGives304() throws {
        #expect(try outcome("If-Modified-Since: \(date)") == .notModified)
        #expect(try outcome("If-Modified-Since: \(later)") == .notModified)
        #expect(try outcome("If-Modified-Since: \(earlier)") == .whole)
        #expect(try outcome("If-Modified-Since: yesterday") == .whole)
    }

    @Test func anUnmetIfMatchOrIfUnmodifiedSinceConditionFails() throws {
        #expect(try outcome("If-Match: \"x\"") == .preconditionFailed)
        #expect(try outcome("If-Match: W/\"a\"") == .preconditionFailed)
        #expect(try outcome("If-Match: \"a\"") == .whole)
        #expect(try outcome("If-Match: *") == .whole)
        #expect(try outcome("If-Unmodified-Since: \(earlier)") == .preconditionFailed)
        #expect(try outcome("If-Unmodified-Since: \(date)") == .whole)
    }

    @Test func rangesApplyOnlyToGetRequests() throws {
        #expect(try outcome("Range: bytes=0-9") == .ranges([0..<10]))
        #expect(try outcome("Range: bytes=0-9", isGet: false) == .whole)
        #expect(try outcome("Range: bytes=1000-") == .unsatisfiable)
    }

    @Test func aRangeIsServedOnlyIfTheIfRangeValidatorMatches() throws {
        #expect(try outcome("Range: bytes=0-9", "If-Range: \"a\"") == .ranges([0..<10]))
        #expect(try outcome("Range: bytes=0-9", "If-Range: \"x\"") == .whole)
        #expect(try outcome("Range: bytes=0-9", "If-Range: W/\"a\"") == .whole)
        #expect(try outcome("Range: bytes=0-9", "If-Range: \(date)") == .ranges([0..<10]))
        #expect(try outcome("Range: bytes=0-9", "If-Range: \(later)") == .whole)
        #expect(try outcome("Range: bytes=0-9", "If-Range: \(date)", now: modified) == .whole, "a weak date")
    }

    @Test func ifNoneMatchTakesPrecedenceOverARange() throws {
        #expect(try outcome("Range: bytes=0-9", "If-None-Match: \"a\"") == .notModified)
    }
}
