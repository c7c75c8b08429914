import Testing

@testable import HTTP

/// Tests of the CORS fields that event loops add to responses from memory.
struct CrossOriginPolicyTests {
    private static let listed = CrossOriginPolicy(
        origins: ["https://a.example", "https://b.example:8443"], exposedFields: "ETag, Link")
    private static let everyone = CrossOriginPolicy(origins: ["*"], exposedFields: "ETag, Link")
    private static let page = Representation(
        mediaType: "text/plain", identity: Array(repeating: 65, count: 2000), compress: true, entityTag: "\"v\"",
        lastModified: 784_111_777)

    /// Returns the response from memory to a request with these field lines; without CORS fields if `policy` is `nil`.
    private static func answers(
        _ policy: CrossOriginPolicy?, _ lines: [String], method: String = "GET", version: String = "HTTP/1.1"
    ) throws -> TestResponse {
        let head = (["\(method) / \(version)", "Host: a"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
        let context = try withBytes(head) { (bytes) throws(Rejection) in
            var parser = HeadParser()
            try parser.parse(bytes)
            var context = AnswerContext(parser.head, in: bytes)
            if let policy { context.crossOrigin = policy.fields(for: bytes[parser.head.origin]) }
            return context
        }
        var encoder = ResponseEncoder(["X-Content-Type-Options": "nosniff"])
        encoder.setTime(1_700_000_000)
        var output = OutputBuffer()
        _ = encoder.encode(page, context, persists: true, to: &output)
        return try #require(try TestResponse.parse(Array(output.bytes), isHead: method == "HEAD", isAtEnd: true)).0
    }

    /// Each kind of response: complete, compressed, not modified, a range, an unsatisfiable range, a failed precondition, and without content.
    static let kinds: [(lines: [String], method: String, status: Int)] = [
        ([], "GET", 200), (["Accept-Encoding: gzip"], "GET", 200), (["If-None-Match: \"v\""], "GET", 304),
        (["Range: bytes=0-9"], "GET", 206), (["Range: bytes=0-1, 5-6"], "GET", 206),
        (["Range: bytes=9999-"], "GET", 416),
        (["If-Match: \"x\""], "GET", 412), ([], "HEAD", 200),
    ]

    @Test(arguments: Self.kinds, ["HTTP/1.1", "HTTP/1.0"])
    func everyKindOfResponseNamesAListedOrigin(
        kind: (lines: [String], method: String, status: Int), version: String
    ) throws {
        let lines = kind.lines + ["Origin: https://b.example:8443"]
        let answer = try Self.answers(Self.listed, lines, method: kind.method, version: version)
        #expect(answer.status == kind.status)
        #expect(answer["Access-Control-Allow-Origin"] == "https://b.example:8443")
        #expect(answer["Access-Control-Expose-Headers"] == "ETag, Link")
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
        #expect(answer.fields.values(of: "Vary").contains("Origin"))
    }

    @Test(
        arguments: Self.kinds,
        [
            [], ["Origin: https://c.example"], ["Origin: null"], ["Origin:"], ["Origin: https://a.example:443"],
            ["Origin: https://A.example"], ["Origin: *"], ["Origin: https://a.example, https://b.example:8443"],
            ["Origin: https://c.example", "Origin: https://a.example"],
        ])
    func anUnlistedOriginGetsOnlyTheVaryField(
        kind: (lines: [String], method: String, status: Int), origin: [String]
    ) throws {
        let answer = try Self.answers(Self.listed, kind.lines + origin, method: kind.method)
        #expect(answer.status == kind.status)
        #expect(answer.fields.values(of: "Vary").contains("Origin"))
        #expect(answer["Access-Control-Allow-Origin"] == nil && answer["Access-Control-Expose-Headers"] == nil)
    }

    @Test(arguments: Self.kinds, [[], ["Origin: https://c.example"], ["Origin: null"]])
    func aWildcardOriginIsSentToEveryOrigin(kind: (lines: [String], method: String, status: Int), origin: [String])
        throws
    {
        let answer = try Self.answers(Self.everyone, kind.lines + origin, method: kind.method)
        #expect(answer["Access-Control-Allow-Origin"] == "*")
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
        #expect(!answer.fields.values(of: "Vary").contains("Origin"))
    }

    @Test(arguments: Self.kinds) func aServerWithoutAllowedOriginsSendsNoCORSFields(
        kind: (lines: [String], method: String, status: Int)
    ) throws {
        let answer = try Self.answers(nil, kind.lines + ["Origin: https://a.example"], method: kind.method)
        #expect(!answer.fields.lines.contains { $0.name.hasPrefix("Access-Control") })
        #expect(!answer.fields.values(of: "Vary").contains("Origin"))
    }

    @Test func originsAsTextAndAsBytesGiveTheSameFields() {
        for origin in [nil, "https://a.example", "https://c.example", "null"] {
            for policy in [Self.listed, Self.everyone] {
                let fields = (origin ?? "").withUTF8Copy { policy.fields(for: $0) }
                #expect(fields == policy.fields(for: origin))
                var output = OutputBuffer()
                fields.append(to: &output)
                #expect(Array(output.bytes) == FieldLine.bytes(fields.fields))
            }
        }
    }
}

extension String {
    fileprivate func withUTF8Copy<Value>(_ body: (Bytes) -> Value) -> Value {
        var copy = self
        return copy.withUTF8(body)
    }
}
