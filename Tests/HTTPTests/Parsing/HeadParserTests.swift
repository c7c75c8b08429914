import Testing

@testable import HTTP

struct HeadParserTests {
    /// Scans a text to the end of its head and parses the head, as a connection does.
    private func parse(_ text: String) throws(Rejection) -> RequestHead {
        try withBytes(text) { (bytes) throws(Rejection) in
            var scanner = HeadScanner()
            var parser = HeadParser()
            guard let end = try scanner.end(in: bytes, limits: Limits()) else { throw .timeout }
            try parser.parse(Bytes(rebasing: bytes[..<end]))
            return parser.head
        }
    }

    private func rejection(_ text: String) -> Rejection? {
        do throws(Rejection) {
            _ = try parse(text)
            return nil
        } catch {
            return error
        }
    }

    private func get(_ lines: String...) -> String {
        (["GET / HTTP/1.1", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
    }

    // MARK: Request line

    @Test(arguments: [
        " GET / HTTP/1.1", "GET\t/\tHTTP/1.1", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", "GET /", "GET", "GET HTTP/1.1",
        "/ HTTP/1.1",
        "G\u{0}ET / HTTP/1.1", "GE{T / HTTP/1.1", "\"GET\" / HTTP/1.1", "GET / http/1.1", "GET / HTTP/1",
        "GET / HTTP/1.10",
        "GET / HTTP/01.1", "GET / HTTP/+1.1", "GET / HTTP/1.1x", "GET / HTTPS/1.1", "GET / HTTP/1,1", "GET / HTTP/1.１",
        "GET / x HTTP/1.1", "GET /\rx HTTP/1.1",
    ])
    func aMalformedRequestLineIsRefused(_ line: String) {
        #expect(rejection(line + "\r\nHost: a\r\n\r\n") == .malformedRequestLine)
    }

    @Test(arguments: ["HTTP/2.0", "HTTP/9.9", "HTTP/0.9"])
    func anotherMajorVersionOfHTTPIsRefused(_ version: String) {
        #expect(rejection("GET / \(version)\r\nHost: a\r\n\r\n") == .unsupportedVersion)
    }

    @Test func aRequestWithALaterMinorVersionIsServedAsHTTP11() throws {
        #expect(try !parse("GET / HTTP/1.2\r\nHost: a\r\n\r\n").isHTTP10)
    }

    /// Spec S1.27.
    @Test(arguments: ["BREW", "get", "TRACE", "CONNECT", "PROPFIND"])
    func anUnsupportedMethodIsRefused(_ method: String) {
        #expect(rejection("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n") == .unknownMethod)
    }

    @Test(arguments: [
        "*", "healthz", "example.com:80", "http://", "http:///a", "http://user:pw@a/", "file:///etc/passwd", "ftp://a/",
        "/a#b",
        "/a\u{1}", "/a\u{7F}", "/é", "/%zz", "http://a/%00", "http://a b/",
    ])
    func aMalformedRequestTargetIsRefused(_ target: String) {
        let expected: Rejection =
            target.contains(" ") || target.contains("\u{1}") ? .malformedRequestLine : .malformedTarget
        #expect(rejection("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == expected)
    }

    @Test func theAuthorityOfATargetOverridesTheHostField() throws {
        let text = "GET HTTP://other.example:81/x?y HTTP/1.1\r\nHost: a\r\n\r\n"
        let head = try parse(text)
        withBytes(text) { bytes in
            #expect(bytes[head.authority].text == "other.example:81")
            let request = head.request(in: bytes, peer: "")
            #expect(request.path == "/x")
            #expect(request.query == "y")
            #expect(request.authority == "other.example:81")
        }
    }

    @Test func anAbsoluteTargetWithoutPathMeansTheRoot() throws {
        let text = "GET http://a?q HTTP/1.1\r\nHost: a\r\n\r\n"
        let request = try withBytes(text) { (bytes) throws(Rejection) in try parse(text).request(in: bytes, peer: "") }
        #expect(request.path == "/")
        #expect(request.query == "q")
    }

    @Test func anAsteriskIsAcceptedOnlyForOptions() throws {
        #expect(try parse("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").isAsterisk)
        #expect(rejection("HEAD * HTTP/1.1\r\nHost: a\r\n\r\n") == .malformedTarget)
    }

    // MARK: Fields

    @Test(arguments: [
        "NoColonHere", "X-A : b", "X-A\t: b", " X-A: b", ": b", "X-A: b\u{0}c", "X-A: b\rc", "X-A: b\u{1}c",
        "X-A: b\u{7F}c",
        "X-\u{0}A: b", "X A: b", "X(A): b", "\"X-A\": b", "X-é: b", "X/@A: b", "X-A: b\r", " ",
    ])
    func aMalformedFieldLineIsRefused(_ line: String) {
        #expect(rejection(get(line)) == .malformedField)
    }

    @Test func foldedFieldLinesAreRefused() {
        #expect(rejection(get("X-A: b", " c")) == .malformedField)
    }

    @Test func outerBlanksOfFieldValuesAreRemoved() throws {
        let text = get("X-A: \t b\tc \t ", "X-B:", "x!#$%&'*+-.^_`|~09az:Dvořák")
        let fields = try withBytes(text) { (bytes) throws(Rejection) in
            try parse(text).request(in: bytes, peer: "").fields
        }
        #expect(fields["x-a"] == "b\tc")
        #expect(fields["X-B"] == "")
        #expect(fields["X!#$%&'*+-.^_`|~09AZ"] == "Dvořák")
    }

    @Test func invalidUTF8InAFieldValueBecomesTheReplacementCharacter() throws {
        let latin = Array("GET / HTTP/1.1\r\nHost: a\r\nX-A: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        let value = try withBytes(latin) { (bytes) throws(Rejection) -> String? in
            var parser = HeadParser()
            try parser.parse(bytes)
            return parser.head.request(in: bytes, peer: "").fields["X-A"]
        }
        #expect(value == "caf\u{FFFD}")
    }

    // MARK: Host

    @Test(arguments: [
        "Host: a\r\nHost: a", "Host: a\r\nHost: b", "Host: a, b", "Host:", "Host: a/b", "X-A: b", "Host: a:x",
    ])
    func aMissingRepeatedOrInvalidHostFieldIsRefused(_ lines: String) {
        #expect(rejection("GET / HTTP/1.1\r\n\(lines)\r\n\r\n") == .invalidHost)
    }

    @Test func anAbsoluteTargetWithoutAHostFieldIsRefused() {
        #expect(rejection("GET http://a/ HTTP/1.1\r\n\r\n") == .invalidHost)
    }

    @Test func anHTTP10RequestNeedsNoHostField() throws {
        #expect(try parse("GET / HTTP/1.0\r\n\r\n").authority.isEmpty)
    }

    // MARK: Framing

    /// Spec S1.28.
    @Test(arguments: ["-5", "+5", "0x5", "5.0", "five", "", "5, 6", "5, 5", "1 0", "٥", "５", "1_0", "5;", "5e0"])
    func aContentLengthThatIsNotDecimalDigitsIsRefused(_ value: String) {
        #expect(rejection(get("Content-Length: \(value)")) == .invalidContentLength)
    }

    @Test func aRepeatedContentLengthIsRefused() {
        #expect(rejection(get("Content-Length: 5", "Content-Length: 5")) == .invalidContentLength)
    }

    @Test(arguments: ["18446744073709551621", "9223372036854775808", String(repeating: "9", count: 100)])
    func aContentLengthThatOverflowsIsTooLarge(_ value: String) {
        #expect(rejection(get("Content-Length: \(value)")) == .contentTooLarge)
    }

    @Test func leadingZerosOfAContentLengthAreAccepted() throws {
        #expect(try parse(get("Content-Length: 0005")).contentLength == 5)
        #expect(try parse(get("Content-Length: 9223372036854775807")).contentLength == .max)
    }

    @Test(arguments: ["chunked", "ChUnKeD", "\tchunked "])
    func theTransferCodingChunkedIsRecognisedInAnyCase(_ value: String) throws {
        #expect(try parse(get("Transfer-Encoding: \(value)")).isChunked)
    }

    @Test(arguments: ["gzip, chunked", "identity,chunked", "br, gzip, Chunked", "gzip;q=1, chunked ,"])
    func anotherTransferCodingBeforeChunkedIsRefusedWith501(_ value: String) {
        #expect(rejection(get("Transfer-Encoding: \(value)")) == .unknownTransferCoding)
        #expect(Rejection.unknownTransferCoding.status == .notImplemented)
    }

    @Test(arguments: [
        "gzip", "identity", "chunked, gzip", "xchunked", "chunkedfoo", "\"chunked\"", "chunked;q=1",
        "gzip, chunked;q=1",
        "chunked, gzip, chunked", "chunked, chunked", ",", "chun\u{212A}ed", "chunked\u{A0}",
    ])
    func aTransferEncodingNotEndingInOneChunkedCodingIsABadRequest(_ value: String) {
        #expect(rejection(get("Transfer-Encoding: \(value)")) == .invalidTransferEncoding)
        #expect(Rejection.invalidTransferEncoding.status == .badRequest)
    }

    @Test func anEmptyOrRepeatedTransferEncodingIsRefused() {
        #expect(rejection(get("Transfer-Encoding:")) == .invalidTransferEncoding)
        #expect(rejection(get("Transfer-Encoding: chunked, chunked")) == .invalidTransferEncoding)
        #expect(rejection(get("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")) == .invalidTransferEncoding)
    }

    /// Spec H8, S1.16.
    @Test func aContentLengthWithATransferEncodingIsRefused() {
        #expect(rejection(get("Content-Length: 5", "Transfer-Encoding: chunked")) == .conflictingFraming)
        #expect(rejection(get("Transfer-Encoding: chunked", "Content-Length: 0")) == .conflictingFraming)
    }

    @Test func transferEncodingIsRefusedInHTTP10() {
        #expect(rejection("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .invalidTransferEncoding)
    }

    @Test(arguments: [
        ("X-Forwarded-For: 1.2.3.4", true), ("x-forwarded-proto: https", true), ("X-Forwarded-Proto:", true),
        ("X-Forwarded-Host: a", false), ("Forwarded: for=1.2.3.4", false), ("X_Forwarded_Proto: https", false),
    ])
    func forwardedFieldsOfAProxyAreDetected(line: String, isNoted: Bool) throws {
        #expect(try parse(get(line)).hasXForwarded == isNoted)
    }

    @Test func anUnderscoreInAFieldNameIsNotReadAsAHyphen() throws {
        let head = try parse(get("Content_Length: 5", "Transfer_Encoding: chunked"))
        #expect(!head.hasContent)
    }

    // MARK: Connection and expectations

    @Test(arguments: [
        ("HTTP/1.1", "X: y", true), ("HTTP/1.1", "Connection: close", false),
        ("HTTP/1.1", "Connection: x-foo , CLOSE", false),
        ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close", false), ("HTTP/1.0", "X: y", false),
        ("HTTP/1.0", "Connection: Keep-Alive", true), ("HTTP/1.0", "Connection: keep-alive, close", false),
        ("HTTP/1.1", "Connection: closed", true),
    ])
    func versionAndConnectionFieldDecideWhetherTheConnectionPersists(
        _ version: String, _ line: String, _ persists: Bool
    ) throws {
        #expect(try parse("GET / \(version)\r\nHost: a\r\n\(line)\r\n\r\n").persists == persists)
    }

    @Test func anExpectationOtherThanContinueIsRefused() throws {
        #expect(try parse(get("Expect: 100-Continue")).expectsContinue)
        #expect(rejection(get("Expect: 200-maybe")) == .unknownExpectation)
        #expect(try !parse("GET / HTTP/1.0\r\nExpect: 200-maybe\r\n\r\n").expectsContinue)
    }
}
