import HTTP
import Testing

@testable import Web

@Suite struct MergePatchTests {
    private static func patch(_ json: String, _ type: String = "application/merge-patch+json") throws -> MergePatch {
        try Request(method: .patch, path: "/", fields: ["Content-Type": type], body: Array(json.utf8)).mergePatch()
    }

    @Test func aPatchSetsValuesRemovesNullsAndKeepsMissingMembers() throws {
        var patch = try Self.patch("{\"a\": 1, \"b\": null}")
        var (a, b, c): (Int, Int?, String) = (0, 5, "as it was")
        patch.apply("a", to: &a)
        patch.apply("b", to: &b)
        patch.apply("c", to: &c)
        try patch.finish()
        #expect(a == 1 && b == nil && c == "as it was")
    }

    @Test func everyInvalidMemberOfAPatchIsReported() throws {
        var patch = try Self.patch("{\"a\": \"x\", \"b\": null, \"in/ner\": {\"c\": 1.5, \"d\": 1}, \"more\": 1}")
        var (a, b, c) = (0, 0, 0)
        patch.apply("a", to: &a)
        patch.apply("b", to: &b)
        patch.within("in/ner") { $0.apply("c", to: &c) }
        let error = try #require(throws: APIError.self) { try patch.finish() }
        #expect(error.status == .unprocessableContent)
        #expect(error.faults.map(\.field) == ["/a", "/b", "/in~1ner/c", "/in~1ner/d", "/more"])
        #expect([a, b, c] == [0, 0, 0])
    }

    @Test func textsInAPatchAreMergedByName() throws {
        var patch = try Self.patch("{\"texts\": {\"a\": null, \"b\": \"two\"}}")
        var texts = ["a": "one", "c": "three"]
        patch.applyTexts("texts", to: &texts)
        try patch.finish()
        #expect(texts == ["b": "two", "c": "three"])
    }

    @Test(arguments: [
        ("text/plain", 415), ("", 415), ("application/json", 200), ("application/json; charset=latin1", 415),
    ])
    func aPatchNotDeclaredAsJSONInUTF8Gives415(type: String, status: Int) throws {
        do {
            _ = try Self.patch("{}", type)
            #expect(status == 200)
        } catch let error as APIError {
            #expect(error.status.code == status)
        }
    }

    @Test func aPatchThatIsNotAJSONObjectIsRefused() throws {
        for json in ["[]", "1", "null"] {
            let error = try #require(throws: APIError.self) { try Self.patch(json) }
            #expect(error.status == .unprocessableContent)
        }
        #expect(try #require(throws: APIError.self) { try Self.patch("{") }.status == .badRequest)
    }
}
