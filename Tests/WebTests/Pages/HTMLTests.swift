import HTTP
import Testing

@testable import Web

@Suite struct HTMLTests {
    @Test func interpolatedTextIsEscaped() {
        let name = "<script>alert('x') & \"y\"</script>"
        let html: HTML = "<p title=\"\(name)\">\(name)</p>"
        let escaped = "&lt;script&gt;alert(&#39;x&#39;) &amp; &quot;y&quot;&lt;/script&gt;"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func interpolatedMarkupIsNotEscapedAgain() {
        let items: [HTML] = ["a<b", "c"].map { "<li>\($0)</li>" }
        let html: HTML = "<ul>\(items)</ul>\(HTML?.none)\(7)"
        #expect(html.text == "<ul><li>a&lt;b</li><li>c</li></ul>7")
    }

    @Test func controlCharactersAreRemovedFromInterpolatedText() {
        let html: HTML = "\("a\u{0}b\u{1B}c\u{7F}d\n\te")"
        #expect(html.text == "abcd\n\te")
    }

    @Test func eachASCIICharacterIsKeptOrEscapedOrRemoved() {
        let escapes = [0x22: "&quot;", 0x26: "&amp;", 0x27: "&#39;", 0x3C: "&lt;", 0x3E: "&gt;"]
        for value in 0..<128 {
            let character = String(Unicode.Scalar(UInt8(value)))
            let isRemoved = (value < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains(value)) || value == 0x7F
            let expected = "é" + (escapes[value] ?? (isRemoved ? "" : character)) + "x"
            #expect(HTML.escaped("é\(character)x") == expected, "\(value)")
        }
    }

    @Test(arguments: [
        ("https://example.org/?a=1&b=\"", "https://example.org/?a=1&amp;b=&quot;"), ("/operator", "/operator"),
        ("javascript:alert(1)", "#"), ("data:text/html,x", "#"), ("//evil.example", "#"), ("", "#"),
    ])
    func urlsOtherThanHTTPAndLocalPathsAreReplaced(url: String, text: String) {
        #expect(HTML.address(url).text == text)
    }
}

@Suite struct PageTests {
    private static func context(_ caller: Caller?) -> RequestContext {
        RequestContext(
            tenant: OneTenant.hall, caller: caller, requestID: "1", logger: .init(label: "test"), isSecure: false)
    }

    @Test func aPageAllowsOnlyItsOwnStyleAndScript() throws {
        var page = Page("Now <playing>", Self.context(nil), content: "<p>hello</p>")
        page.script = "document.title = 'x';"
        let response = page.response()
        let policy = try #require(response.fields["Content-Security-Policy"])
        let nonce = try #require(policy.split(separator: "'nonce-").dropFirst().first?.prefix { $0 != "'" })
        #expect(nonce.count == 32)
        #expect(response.text.contains("<link rel=\"stylesheet\" href=\"\(Stylesheet.path)\" nonce=\"\(nonce)\">"))
        #expect(!response.text.contains("<style"))
        #expect(response.text.contains("<script type=\"module\" nonce=\"\(nonce)\">document.title = 'x';</script>"))
        page.style = "h1 { color: red; }"
        #expect(page.response().text.contains(/<style nonce="[0-9a-f]{32}">h1 { color: red; }</))
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("form-action 'self'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("base-uri 'none'"))
        #expect(!policy.contains("unsafe"))
    }

    @Test func eachResponseHasANewNonce() {
        let page = Page("Now", Self.context(nil), content: "")
        #expect(page.response().fields["Content-Security-Policy"] != page.response().fields["Content-Security-Policy"])
    }

    @Test func aPageHasAnEscapedTitleAMainLandmarkAndASkipLink() {
        let text = Page("Now <playing>", Self.context(nil), content: "<p>hello</p>").response().text
        #expect(text.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(text.contains("<title>Now &lt;playing&gt; · Hall &amp; Choir</title>"))
        #expect(text.contains("<main id=\"main\" tabindex=\"-1\">\n<h1>Now &lt;playing&gt;</h1>\n<p>hello</p>"))
        #expect(text.contains("href=\"#main\""))
        #expect(!text.contains("/logout"))
    }

    @Test func thePageOfASignedInCallerHasASignOutButton() {
        let caller = Caller(userID: 1, login: "<eva>", role: .operator, proof: .cookie(csrfToken: "abc"))
        let text = Page("Now", Self.context(caller), content: "").response().text
        #expect(text.contains("action=\"/logout\""))
        #expect(text.contains("name=\"csrf\" value=\"abc\""))
        #expect(text.contains("&lt;eva&gt;"))
        #expect(text.contains("<a href=\"/account\" aria-label=\"&lt;eva&gt;, your account\">"))
    }
}
