import Gzip
import Logging
import Testing

@testable import HTTP

struct ResponseEncoderTests {
    private let page = Representation(
        mediaType: "text/plain; charset=utf-8", identity: Array(String(repeating: "Musik ", count: 100).utf8),
        compress: true, lastModified: 784_111_777, fields: ["Cache-Control": "max-age=60"])

    /// Returns the encoded response to a request with these lines.
    private func bytes(
        _ response: Response, to lines: String..., method: String = "GET", version: String = "HTTP/1.1",
        persists: Bool = true, common: Fields = [:]
    ) throws -> [UInt8] {
        var encoder = ResponseEncoder(common)
        encoder.setTime(1_700_000_000)
        return try Self.bytes(
            response, &encoder, head: ["\(method) / \(version)", "Host: a"] + lines, persists: persists)
    }

    private func bytes(_ response: Response, head: [String]) throws -> [UInt8] {
        var encoder = ResponseEncoder([:])
        return try Self.bytes(response, &encoder, head: head, persists: true)
    }

    private static func bytes(
        _ response: Response, _ encoder: inout ResponseEncoder, head lines: [String], persists: Bool
    ) throws -> [UInt8] {
        let head = lines.map { $0 + "\r\n" }.joined() + "\r\n"
        let context = try withBytes(head) { (bytes) throws(Rejection) in
            var parser = HeadParser()
            try parser.parse(bytes)
            return AnswerContext(parser.head, in: bytes)
        }
        var output = OutputBuffer()
        let (_, large) = encoder.encode(response, context, persists: persists, to: &output)
        return Array(output.bytes) + (large.map(read) ?? [])
    }

    private static func read(_ large: LargeContent) -> [UInt8] {
        ([large.first] + large.others).flatMap { Array($0.data.read[$0.range]) }
    }

    private func parsed(_ bytes: [UInt8], isHead: Bool = false) throws -> TestResponse {
        let (response, length) = try #require(try TestResponse.parse(bytes, isHead: isHead, isAtEnd: true))
        #expect(length == bytes.count)
        return response
    }

    @Test func aResponseOfBytesHasAContentLength() throws {
        let answer = String(decoding: try bytes(.text("hello", .created)), as: UTF8.self)
        #expect(
            answer == "HTTP/1.1 201 Created\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n"
                + "Date: Tue, 14 Nov 2023 22:13:20 GMT\r\n\r\nhello")
    }

    @Test func aResponseToHeadHasTheLengthAndNoContent() throws {
        let answer = try parsed(try bytes(.text("hello"), method: "HEAD"), isHead: true)
        #expect(answer["Content-Length"] == "5")
        #expect(answer.body.isEmpty)
    }

    @Test(arguments: [204, 304])
    func responsesWith204Or304NeverHaveContent(_ code: Int) throws {
        let answer = try parsed(try bytes(.text("hello", Status(code))))
        #expect(answer["Content-Length"] == nil)
    }

    @Test func anEmptyResponseHasTheLengthZero() throws {
        #expect(try parsed(try bytes(Response())).fields["Content-Length"] == "0")
    }

    @Test func theConnectionFieldIsSentOnlyIfItDiffersFromTheDefault() throws {
        #expect(try parsed(try bytes(.text("x")))["Connection"] == nil)
        #expect(try parsed(try bytes(.text("x"), persists: false))["Connection"] == "close")
        #expect(try parsed(try bytes(.text("x"), version: "HTTP/1.0"))["Connection"] == "keep-alive")
        #expect(try parsed(try bytes(.text("x"), version: "HTTP/1.0", persists: false))["Connection"] == "close")
    }

    /// RFC 9110 §7.8: a sender of Upgrade must also send the connection option.
    @Test func aResponseWithUpgradeHasTheConnectionOptionUpgrade() throws {
        let refusal = Response(.upgradeRequired, fields: ["Upgrade": "HTTP/1.1"])
        let kept = String(decoding: try bytes(refusal), as: UTF8.self)
        #expect(kept.contains("\r\nUpgrade: HTTP/1.1\r\nConnection: upgrade\r\n"))
        #expect(!kept.contains("Connection: close"))
        let last = String(decoding: try bytes(refusal, persists: false), as: UTF8.self)
        #expect(last.contains("\r\nConnection: upgrade\r\n"))
        #expect(last.contains("\r\nConnection: close\r\n"))
        #expect(!String(decoding: try bytes(.text("hello")), as: UTF8.self).contains("Connection"))
    }

    @Test func aResponseFieldReplacesTheCommonFieldOfTheSameName() throws {
        let common: Fields = ["X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"]
        var response = Response.text("x")
        #expect(try parsed(try bytes(response, common: common)).fields.lines.count == 5)
        response.fields["content-security-policy"] = "default-src 'self'"
        let answer = try parsed(try bytes(response, common: common))
        #expect(answer.fields.values(of: "Content-Security-Policy") == ["default-src 'self'"])
        #expect(answer["X-Content-Type-Options"] == "nosniff")
    }

    @Test func aHandlerCannotSetTheFramingAndConnectionFields() throws {
        var response = Response.text("hello")
        for name in ["Content-Length", "transfer-encoding", "Date", "CONNECTION"] { response.fields.append(name, "7") }
        let answer = try parsed(try bytes(response))
        #expect(answer.fields.values(of: "Content-Length") == ["5"])
        #expect(answer["Transfer-Encoding"] == nil)
        #expect(answer["Connection"] == nil)
    }

    @Test func lineEndsInAResponseFieldCannotAddAnotherField() throws {
        var response = Response.text("x")
        response.fields["Location"] = "/a\r\nSet-Cookie: b=c\u{0}"
        response.fields["X:\r\nY"] = "dropped"
        let answer = try parsed(try bytes(response))
        #expect(answer["Location"] == "/a  Set-Cookie: b=c ")
        #expect(answer["Set-Cookie"] == nil)
        #expect(answer["Y"] == nil)
    }

    @Test func theResponseToAMalformedRequestIsPlainTextAndClosesTheConnection() throws {
        var output = OutputBuffer()
        var encoder = ResponseEncoder(["X-Content-Type-Options": "nosniff"])
        encoder.setTime(1_700_000_000)
        encoder.encode(.malformedField, AnswerContext(rejected: RequestHead()), to: &output)
        let answer = try parsed(Array(output.bytes))
        #expect(answer.status == 400)
        #expect(answer.text == "400 Bad Request\n")
        #expect(answer["Connection"] == "close")
        #expect(answer["Date"] == "Tue, 14 Nov 2023 22:13:20 GMT")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
    }

    // MARK: Representations

    @Test func theEncodingIsChosenByAcceptEncoding() throws {
        let plain = try parsed(try bytes(Response(content: .representation(page))))
        let packed = try parsed(try bytes(Response(content: .representation(page)), to: "Accept-Encoding: gzip"))
        #expect(plain.body == page.identity)
        #expect(plain["Content-Encoding"] == nil)
        #expect(packed["Content-Encoding"] == "gzip")
        #expect(try Gzip.inflate(packed.body, limit: 10_000) == page.identity)
        #expect(plain["Vary"] == "Accept-Encoding")
        #expect(packed["Vary"] == "Accept-Encoding")
        #expect(plain["ETag"] == page.entityTag)
        #expect(packed["ETag"] != plain["ETag"])
        #expect(plain["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(plain["Accept-Ranges"] == "bytes")
    }

    @Test func a304ResponseRepeatsTheValidatorsAndCachingFields() throws {
        let whole = try parsed(try bytes(Response(content: .representation(page)), to: "Accept-Encoding: gzip"))
        let tag = try #require(whole["ETag"])
        let answer = try parsed(
            try bytes(Response(content: .representation(page)), to: "Accept-Encoding: gzip", "If-None-Match: \(tag)"))
        #expect(answer.status == 304)
        for name in ["ETag", "Vary", "Cache-Control", "Last-Modified"] { #expect(answer[name] == whole[name]) }
        #expect(answer["Content-Length"] == nil)
        #expect(answer["Content-Type"] == nil)
    }

    @Test func aRangeIsTakenFromTheSelectedEncoding() throws {
        let gzip = try #require(page.gzip)
        let plain = try parsed(try bytes(Response(content: .representation(page)), to: "Range: bytes=6-10"))
        #expect(plain.status == 206)
        #expect(plain.text == "Musik")
        #expect(plain["Content-Range"] == "bytes 6-10/600")
        #expect(plain["ETag"] == page.entityTag)
        let packed = try parsed(
            try bytes(Response(content: .representation(page)), to: "Range: bytes=0-9", "Accept-Encoding: gzip"))
        #expect(packed.body == Array(gzip[0..<10]))
        #expect(packed["Content-Range"] == "bytes 0-9/\(gzip.count)")
        #expect(packed["Content-Encoding"] == "gzip")
    }

    @Test func severalRangesAreSentAsMultipart() throws {
        let answer = try parsed(try bytes(Response(content: .representation(page)), to: "Range: bytes=0-4,-2"))
        #expect(answer.status == 206)
        #expect(answer["Content-Range"] == nil)
        let boundary = try #require(answer["Content-Type"]?.split(separator: "=").last)
        let part = "\r\n--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes "
        #expect(answer.text == "\(part)0-4/600\r\n\r\nMusik\(part)598-599/600\r\n\r\nk \r\n--\(boundary)--\r\n")
    }

    @Test func anUnsatisfiableRangeGives416WithTheLength() throws {
        let answer = try parsed(try bytes(Response(content: .representation(page)), to: "Range: bytes=600-"))
        #expect(answer.status == 416)
        #expect(answer["Content-Range"] == "bytes */600")
    }

    @Test func aFailedPreconditionGives412WithoutContent() throws {
        let answer = try parsed(try bytes(Response(content: .representation(page)), to: "If-Match: \"x\""))
        #expect(answer.status == 412)
        #expect(answer.body.isEmpty)
    }

    @Test func conditionsApplyOnlyToSuccessfulResponses() throws {
        let response = Response(.notFound, content: .representation(page))
        let answer = try parsed(try bytes(response, to: "If-None-Match: *", "Range: bytes=0-1"))
        #expect(answer.status == 404)
        #expect(answer.body == page.identity)
    }

    @Test func longContentIsEncodedCompletely() throws {
        let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let answer = try parsed(try bytes(Response(content: .bytes(long))))
        #expect(answer.body == long)
    }

    @Test(arguments: [
        [], ["Accept-Encoding: gzip"], ["If-None-Match: *"], ["If-Match: \"other\""], ["Range: bytes=5-100"],
        ["Range: bytes=-7"], ["Range: bytes=1-2,100-199,5-"], ["Range: bytes=9999-"],
        ["Range: bytes=5-100", "If-Range: \"other\""], ["Accept-Encoding: gzip", "Range: bytes=1-2,10-12"],
    ])
    func contentInAFileIsServedLikeContentOnTheHeap(_ lines: [String]) async throws {
        try await withTemporaryFolder { folder in
            let spool = ContentSpool(folder: folder, threshold: 1, logger: Logger(label: "test"))
            let filed = Representation(
                mediaType: page.mediaType, identity: page.identity, compress: true, lastModified: page.lastModified,
                fields: page.fields, spool: spool)
            #expect(filed.heapSize == 0)
            for method in ["GET", "HEAD", "POST"] {
                let head = [method + " / HTTP/1.1", "Host: a"] + lines
                let fromFile = try bytes(Response(content: .representation(filed)), head: head)
                let fromHeap = try bytes(Response(content: .representation(page)), head: head)
                #expect(fromFile == fromHeap)
            }
        }
    }
}
