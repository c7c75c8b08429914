import Testing

@testable import HTTP

struct ChunkedDecoderTests {
    private enum Outcome: Equatable {
        case content(String, consumed: Int)
        case incomplete
        case rejected(Rejection)
    }

    private func decode(_ text: String, limit: Int = 1000) -> Outcome {
        var decoder = ChunkedDecoder()
        var content: [UInt8] = []
        return withBytes(text) { bytes in
            do throws(Rejection) {
                let (consumed, isComplete) = try decoder.decode(bytes, into: &content, limit: limit, limits: Limits())
                return isComplete ? .content(String(decoding: content, as: UTF8.self), consumed: consumed) : .incomplete
            } catch {
                return .rejected(error)
            }
        }
    }

    @Test(arguments: [
        "5\r\nhello\r\n0\r\n\r\n", "1\r\nh\r\n4\r\nello\r\n0\r\n\r\n", "0005\r\nhello\r\n00000\r\n\r\n",
        "5;foo=bar;baz\r\nhello\r\n0;x=y\r\n\r\n", "5;a=\"b;c\"\r\nhello\r\n0\r\n\r\n",
        "5 ;a\r\nhello\r\n0\r\n\r\n", "5\t; a = b ; c\t=\t\"d\"\t;e\r\nhello\r\n0 ;z\r\n\r\n",
        "5;a=\"\"\r\nhello\r\n0\r\n\r\n", "5;a=\"\\\"\\\\ \u{E9}\"\r\nhello\r\n0\r\n\r\n",
        "5\r\nhello\r\n0\r\nX-Checksum: 1\r\nX-B:\r\n\r\n", "5\r\nhello\r\n0\r\nContent-Length: 9999\r\n\r\n",
    ])
    func chunksWithExtensionsAndTrailersAreJoined(_ text: String) {
        #expect(decode(text) == .content("hello", consumed: text.utf8.count))
    }

    @Test func upperCaseHexadecimalChunkSizesAreRead() {
        #expect(decode("A\r\n0123456789\r\n0\r\n\r\n") == .content("0123456789", consumed: 20))
    }

    @Test func bytesAfterChunkedContentAreNotConsumed() {
        #expect(decode("0\r\n\r\nGET /") == .content("", consumed: 5))
    }

    @Test(arguments: ["", "5", "5\r\nhel", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n", "5\r\nhello\r\n0\r\nX: y\r\n"])
    func aTruncatedChunkedBodyNeedsMoreInput(_ text: String) {
        #expect(decode(text) == .incomplete)
    }

    @Test(arguments: [
        "5;a\nb\r\nhello\r\n0\r\n\r\n", "0x5\r\nhello", "-1\r\n", "+5\r\n", "g\r\n", "\r\n", " 5\r\n", "5 \r\n",
        "5\nhello", "5\rhello",
        "1_0\r\n", "５\r\n", "5\u{0}\r\n", "3\r\nhello\r\n", "8\r\nhello\r\n0\r\n\r\n", "5\r\nhello\n0", "5\r\nhelloXX0",
        ";a\r\n",
        "00000000000000005\r\n", "5;\r\n", "5; \r\n", "5;;a\r\n", "5;a;\r\n", "5;bad[=x\r\n", "5;=x\r\n", "5;a=\r\n",
        "5;a=;b\r\n",
        "5;a=\"unclosed\r\n", "5;a=\"b\\\r\n", "5;a=\"b\"c\r\n", "5;a=b=c\r\n", "5;a b\r\n", "5;a=b c\r\n", "5;a \r\n",
        "5;a=b \r\n",
        "5;a=\"b\" \r\n", "5 a\r\n", "5;a=\"\u{7F}\"\r\n", "5;a=b\"\r\n", "5;\"a\"=b\r\n", "5;a,b\r\n", "0;\r\n\r\n",
    ])
    func malformedChunksAreRefused(_ text: String) {
        #expect(decode(text) == .rejected(.malformedChunk))
    }

    @Test(arguments: ["7fffffffffffffff\r\n", "fffffffffffffffe\r\n", "10000000000000005\r\n", "3e9\r\n"])
    func aChunkSizeOverTheLimitIsRefusedBeforeItsContent(_ text: String) {
        #expect(decode(text) == .rejected(.contentTooLarge))
    }

    @Test func theContentLimitAppliesToAllChunksTogether() {
        #expect(decode("5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n", limit: 10) == .content("helloworld", consumed: 25))
        #expect(decode("5\r\nhello\r\n6\r\n", limit: 10) == .rejected(.contentTooLarge))
    }

    @Test func chunkExtensionsAreLimitedInTotal() {
        let chunk = "1;" + String(repeating: "e", count: 1000) + "\r\nx\r\n"
        #expect(decode(String(repeating: chunk, count: 4)) == .incomplete)
        #expect(decode(String(repeating: chunk, count: 5)) == .rejected(.chunkExtensionsTooLarge))
        #expect(decode("1" + String(repeating: " ", count: 5000)) == .rejected(.chunkExtensionsTooLarge))
    }

    @Test func malformedOrTooManyTrailersAreRefused() {
        #expect(decode("0\r\nbad trailer\r\n\r\n") == .rejected(.malformedField))
        #expect(decode("0\r\nX: y\n\r\n") == .rejected(.malformedField))
        #expect(decode("0\r\n: y\r\n") == .rejected(.malformedField))
        let many = "0\r\n" + String(repeating: "X: y\r\n", count: 2000)
        #expect(decode(many) == .rejected(.trailersTooLarge))
    }
}
