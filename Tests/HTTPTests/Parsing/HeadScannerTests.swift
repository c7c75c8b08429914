import Testing

@testable import HTTP

struct HeadScannerTests {
    private func scan(_ text: String, _ limits: Limits = Limits()) -> Result<Int?, Rejection> {
        var scanner = HeadScanner()
        return withBytes(text) { bytes in
            Result { () throws(Rejection) in try scanner.end(in: bytes, limits: limits) }
        }
    }

    @Test func theHeadOfARequestEndsWithAnEmptyLine() {
        #expect(scan("GET / HTTP/1.1\r\nA: b\r\n\r\nrest") == .success(24))
        #expect(scan("GET / HTTP/1.1\r\n\r\n") == .success(18))
    }

    @Test(arguments: ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nA: b\r\n\r"])
    func anIncompleteRequestHeadNeedsMoreInput(_ text: String) {
        #expect(scan(text) == .success(nil))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n", "G\n", "GET / HTTP/1.1\r\n\n",
    ])
    func aBareLineFeedIsRefusedImmediately(_ text: String) {
        #expect(scan(text) == .failure(.bareLineFeed))
    }

    @Test func theRequestLineAndFieldsAreRefusedOnlyBeyondTheirLimits() {
        var limits = Limits()
        limits.requestLine = 14
        limits.fieldSection = 10
        limits.fieldCount = 2
        #expect(scan("GET / HTTP/1.1\r\n\r\n", limits) == .success(18))
        #expect(scan("GET /a HTTP/1.1\r\n\r\n", limits) == .failure(.requestLineTooLong))
        #expect(scan("GET / HTTP/1.1\r\nA: 45678\r\n\r\n", limits) == .success(28))
        #expect(scan("GET / HTTP/1.1\r\nA: 4567890123\r\n\r\n", limits) == .failure(.fieldsTooLarge))
        #expect(scan("GET / HTTP/1.1\r\nA:\r\nB:\r\n\r\n", limits) == .success(26))
        #expect(scan("GET / HTTP/1.1\r\nA:\r\nB:\r\nC\r\n\r\n", limits) == .failure(.fieldsTooLarge))
    }

    @Test func aTooLongRequestLineOrFieldIsRefusedBeforeItsEnd() {
        #expect(scan(String(repeating: "A", count: 9000)) == .failure(.requestLineTooLong))
        #expect(scan("GET / HTTP/1.1\r\n" + String(repeating: "A", count: 40_000)) == .failure(.fieldsTooLarge))
    }
}
