import HTTP
import Testing

@testable import Web

@Suite struct CookiesTests {
    private static func cookies(_ lines: String...) -> Cookies { Cookies(lines) }

    @Test func aCookieIsFoundByName() {
        #expect(Self.cookies("a=1; session=x-Y_z; b=\"2\"")["session"] == "x-Y_z")
        #expect(Self.cookies("a=1", "session=2")["session"] == "2")
        #expect(Self.cookies("session=")["session"] == "")
    }

    @Test(arguments: ["session=1; session=2", "Session=1", "session", "session=a,b", "session=a b", "xsession=1"])
    func malformedOrRepeatedCookiesAreIgnored(line: String) {
        #expect(Cookies([line])["session"] == nil)
    }

    /// Spec S1.12, Decided 17.
    @Test func aCookieSetOverTLSHasTheHostPrefixAndIsSecure() {
        let cookie = SetCookie("session", "abc", maxAge: nil, isSecure: true)
        #expect(cookie.field == "__Host-session=abc; Path=/; HttpOnly; SameSite=Strict; Secure")
    }

    @Test func aCookieSetOverPlainHTTPHasNoHostPrefix() {
        let cookie = SetCookie("session", "", maxAge: 0, isSecure: false)
        #expect(cookie.field == "session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
    }
}

@Suite struct LocalPathTests {
    @Test(arguments: ["/", "/operator", "/operator?piece=3&m=4", "/a//b"])
    func aPathOnThisHostIsAccepted(text: String) {
        #expect(LocalPath(text)?.description == text)
    }

    @Test(arguments: [
        "", "operator", "//evil.example", "/\\evil.example", "https://evil.example/", "/a\r\nSet-Cookie: b=c", "/a b",
        "/é",
        "/" + String(repeating: "a", count: 2000),
    ])
    func anInvalidPathOrAPathToAnotherHostIsRefused(text: String) {
        #expect(LocalPath(text) == nil)
    }
}

@Suite struct IdempotencyKeyTests {
    private static func key(_ lines: String...) throws -> String? {
        var request = Request.hall(.post, "/")
        for line in lines { request.fields.append("Idempotency-Key", line) }
        return try request.idempotencyKey()
    }

    @Test func anIdempotencyKeyIsReadWithAndWithoutQuotes() throws {
        #expect(try Self.key() == nil)
        #expect(try Self.key("8e03978e-40d5") == "8e03978e-40d5")
        #expect(try Self.key("\"8e03978e-40d5\"") == "8e03978e-40d5")
    }

    @Test(arguments: ["", "\"\"", "a b", "a\"b", "é", String(repeating: "a", count: 201)])
    func anInvalidIdempotencyKeyGives400(key: String) {
        #expect { try Self.key(key) } throws: { ($0 as? APIError)?.status == .badRequest }
    }

    @Test func twoIdempotencyKeysGive400() {
        #expect { try Self.key("a", "a") } throws: { ($0 as? APIError)?.status == .badRequest }
    }
}

@Suite struct PercentEncodingTests {
    @Test func allButUnreservedCharactersArePercentEncoded() {
        #expect("aZ9-._~".percentEncoded == "aZ9-._~")
        #expect("/a b&c=é\n".percentEncoded == "%2Fa%20b%26c%3D%C3%A9%0A")
    }
}
