import Testing
import Web

struct JSONTokenizerTests {
    private func tokens(
        _ text: String, _ limits: JSONTokenizer.Limits = JSONTokenizer.Limits()
    ) throws -> [JSONTokenizer.Token] {
        var tokenizer = JSONTokenizer(Array(text.utf8), limits: limits)
        var tokens: [JSONTokenizer.Token] = []
        while let token = try tokenizer.next() { tokens.append(token) }
        return tokens
    }

    private func fault(
        _ text: String, _ limits: JSONTokenizer.Limits = JSONTokenizer.Limits()
    ) -> JSONTokenizer.Fault? {
        #expect(throws: JSONTokenizer.Fault.self) { try tokens(text, limits) }
    }

    @Test func aJSONTextIsSplitIntoTokens() throws {
        #expect(
            try tokens(#"{"a": [1.50, null, {}], "b\n": "\u00e9", "c": [], "d": true}"#) == [
                .beginObject, .name("a"), .beginArray, .number("1.50"), .null, .beginObject, .endObject, .endArray,
                .name("b\n"), .string("é"), .name("c"), .beginArray, .endArray, .name("d"), .bool(true), .endObject,
            ])
    }

    @Test(arguments: [
        ("[1, x]", 1, 5, "/1"), ("{\n  \"a\": {\"b/c\": [1,\n\t2, 3 4]}}", 3, 7, "/a/b~1c/2"),
        ("{\"é\": \"ž\", \"b\" 1}", 1, 16, "/b"), ("{}\n{", 2, 1, ""), ("", 1, 1, ""), ("{\"a\": 1,}", 1, 9, "/a"),
        ("[\"line\nbreak\"]", 1, 8, "/0"),
    ])
    func aSyntaxErrorNamesLineColumnAndPointer(text: String, line: Int, column: Int, pointer: String) throws {
        let found = try #require(fault(text))
        #expect((found.line, found.column) == (line, column))
        #expect(found.pointer == pointer)
        #expect(!found.isLongString && !found.reason.isEmpty)
    }

    @Test func jsonNestingNumbersAndStringsBeyondTheirLimitsAreRefused() throws {
        var limits = JSONTokenizer.Limits()
        (limits.depth, limits.number, limits.string) = (2, 3, 4)
        #expect(try tokens("[[123, \"abcd\"]]", limits).count == 6)
        #expect(fault("[[[]]]", limits)?.reason.contains("2 levels") == true)
        #expect(fault("1234", limits)?.reason.contains("3 characters") == true)
        for long in ["\"abcde\"", "\"\\u0061bcde\"", "\"\\u0061bcdefghijklm"] {
            #expect(fault(long, limits)?.isLongString == true, "\(long)")
        }
    }

    @Test func aByteOrderMarkBeforeJSONIsAcceptedOnlyIfAllowed() throws {
        #expect(fault("\u{FEFF}[]")?.line == 1)
        var limits = JSONTokenizer.Limits()
        limits.allowsByteOrderMark = true
        #expect(try tokens("\u{FEFF}[]", limits) == [.beginArray, .endArray])
        #expect(fault("\u{FEFF}x", limits)?.column == 1)
    }

    @Test func deeplyNestedJSONDoesNotOverflowTheStack() {
        #expect(fault(String(repeating: "[", count: 1_000_000)) != nil)
    }
}
