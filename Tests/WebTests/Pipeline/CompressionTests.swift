import Gzip
import HTTP
import Testing

@testable import Web

/// Tests of the compression of dynamic responses.
@Suite struct CompressionTests {
    private static let text = "{\"items\":[\(Array(repeating: "\"a word\"", count: 200).joined(separator: ","))]}"
    private static let secret = String(repeating: "s", count: 43)

    private func answer(
        _ method: HTTP.Method = .get, _ content: String = text, type: String = "application/json", status: Status = .ok,
        fields: Fields = ["Accept-Encoding": "gzip"]
    ) async throws -> Response {
        let route = Route("r", method == .head ? .get : method, "/r", access: .everyone) { _, _ in
            .bytes(Array(content.utf8), mediaType: type, status: status, fields: ["ETag": "\"t\""])
        }
        return try await application([route], compressor: Workers("test", width: 1, limit: 10)).respond(
            to: .hall(method, "/r", fields: fields))
    }

    private func plain(_ response: Response) throws -> String {
        guard case .bytes(let bytes) = response.content else { return "" }
        return String(decoding: try Gzip.inflate(bytes, limit: 1 << 20), as: UTF8.self)
    }

    @Test(arguments: ["application/json", "text/html; charset=utf-8", "application/problem+json", "Text/HTML"])
    func aLongTextResponseIsCompressedWithGzip(type: String) async throws {
        let response = try await answer(type: type)
        #expect(response.fields["Content-Encoding"] == "gzip")
        #expect(response.fields["ETag"] == "\"t-gzip\"")
        #expect(response.fields.values(of: "Vary") == ["Accept-Encoding"])
        #expect(try plain(response) == Self.text)
    }

    @Test func headGetsTheSameFieldsAsGetForACompressedResponse() async throws {
        let (get, head) = (try await answer(), try await answer(.head))
        guard case .bytes(let ofGet) = get.content, case .bytes(let ofHead) = head.content else {
            return #expect(Bool(false))
        }
        #expect(ofGet.count == ofHead.count)
        #expect(get.fields.lines.map(\.name) == head.fields.lines.map(\.name))
        #expect(get.fields["ETag"] == head.fields["ETag"])
    }

    @Test(arguments: ["", "identity", "gzip;q=0", "br", "gzip;q=0.5, identity"])
    func aClientThatDoesNotAcceptGzipGetsAnUncompressedResponse(coding: String) async throws {
        let response = try await answer(fields: ["Accept-Encoding": coding])
        #expect(response.text == Self.text)
        #expect(response.fields["ETag"] == "\"t\"")
        #expect(response.fields.values(of: "Vary") == ["Accept-Encoding"])
    }

    @Test func onlyLongTextsOfSuccessfulReadsAreCompressed() async throws {
        #expect(try await answer(.get, String(repeating: "a", count: 1023)).fields["Content-Encoding"] == nil)
        #expect(try await answer(.get, String(repeating: "a", count: 1024)).fields["Content-Encoding"] == "gzip")
        for response in [
            try await answer(type: "image/png"), try await answer(.post), try await answer(status: .notFound),
        ] {
            #expect(response.fields["Content-Encoding"] == nil)
            #expect(response.fields["Vary"] == nil)
        }
    }

    /// Browsers send cookies also with requests that another site caused (BREACH).
    @Test func responsesToCookiesOrWithCredentialsAreNotCompressed() async throws {
        let withCookie = try await answer(fields: ["Accept-Encoding": "gzip", "Cookie": "session=1"])
        #expect(withCookie.text == Self.text)
        #expect(withCookie.fields.values(of: "Vary") == ["Accept-Encoding"])
        for place in ["\"\(Self.secret)\"", "/links/\(Self.secret)?x", Self.secret] {
            #expect(try await answer(.get, Self.text + place).fields["Content-Encoding"] == nil, "\(place)")
        }
        // A hash is 64 characters long, and no credential has this length.
        let hash = "\"" + String(repeating: "a", count: 64) + "\""
        #expect(try await answer(.get, Self.text + hash).fields["Content-Encoding"] == "gzip")
    }

    @Test(arguments: [("\"t-gzip\"", "gzip", "\"t-gzip\""), ("\"t\"", "gzip", "\"t\""), ("\"t-gzip\"", "", "\"t\"")])
    func theEntityTagsOfThePlainAndTheCompressedFormGive304(known: String, coding: String, named: String) async throws {
        let response = try await answer(fields: ["Accept-Encoding": coding, "If-None-Match": known])
        #expect(response.status == .notModified)
        #expect(response.fields["ETag"] == named)
        #expect(response.fields.values(of: "Vary") == ["Accept-Encoding"])
    }

    @Test func ifMatchAcceptsTheEntityTagOfTheCompressedForm() async throws {
        let change = Route("c", .put, "/c", access: .everyone) { request, _ in
            try IfMatch(request).check("\"t\"")
            return .noContent
        }
        let application = try application([change], compressor: Workers("test", width: 1, limit: 10))
        for (tags, status) in [("\"t-gzip\"", 204), ("\"x\", \"t-gzip\"", 204), ("\"t\"", 204), ("\"x-gzip\"", 412)] {
            let response = await application.respond(to: .hall(.put, "/c", fields: ["If-Match": tags]))
            #expect(response.status.code == status, "\(tags)")
        }
    }
}
