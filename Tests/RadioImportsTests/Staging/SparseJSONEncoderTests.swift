import Testing

@testable import RadioImports

/// Members without information are omitted.
struct SparseJSONEncoderTests {
    private struct Sample: Encodable {
        var flag = false
        var text = ""
        var count = 0
        var perhaps: Int32?
        var list: [String] = []
        var inner: Inner?
        var inners: [Inner] = []
        var lists: [[Int]] = []
    }

    private struct Inner: Encodable {
        var count: Int8 = 0
    }

    @Test func aValueWithOnlyDefaultMembersIsEncodedAsAnEmptyObject() throws {
        #expect(try SparseJSONEncoder.text(of: Sample()) == "{}")
    }

    @Test func anOptionalNumberIsWrittenEvenIfZero() throws {
        #expect(try SparseJSONEncoder.text(of: Sample(perhaps: 0)) == #"{"perhaps":0}"#)
    }

    @Test func membersWithValuesAreEncoded() throws {
        let sample = Sample(
            flag: true, text: "a", count: -1, perhaps: 2, list: ["", "b"], inner: Inner(),
            inners: [Inner(), Inner(count: 3)],
            lists: [[], [0, 1]])
        #expect(
            try SparseJSONEncoder.text(of: sample)
                == #"{"flag":true,"text":"a","count":-1,"perhaps":2,"list":["","b"],"inner":{},"inners":[{},{"count":3}],"#
                + #""lists":[[],[0,1]]}"#)
    }

    @Test func charactersThatJSONReservesAreEscaped() throws {
        #expect(
            try SparseJSONEncoder.text(of: Sample(text: "\"\\\u{1}\n\u{7f}é🎷"))
                == "{\"text\":\"\\\"\\\\\\u0001\\u000a\u{7f}é🎷\"}")
    }

    @Test func excludedMembersAreNotEncoded() throws {
        #expect(try SparseJSONEncoder.text(of: Sample(text: "a", count: 1), excluding: ["text"]) == #"{"count":1}"#)
    }

    @Test func aFloatingPointNumberIsRefused() {
        #expect(throws: EncodingError.self) { try SparseJSONEncoder.text(of: ["x": 1.5]) }
    }
}
