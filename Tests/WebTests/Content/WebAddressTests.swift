import Testing

@testable import Web

@Suite struct WebAddressTests {
    @Test(arguments: [
        "http://a", "https://store.example/app", "https://store.example:8443/?id=1&x=%C3%A4#top", "http://127.0.0.1/",
        "https://[2001:db8::1]:443/", "https://xn--bcher-kva.example", "https://a?q", "https://a#f/?",
        "https://example.org/(a),b;c=d/~e/@f:g",
    ])
    func validHTTPURLsAreAccepted(text: String) { #expect(WebAddress.isValid(text)) }

    @Test(arguments: [
        "", "http://", "https:///path", "https://?q", "store.example", "ftp://a", "HTTPS://a", "javascript:alert(1)",
        // Schemathesis found the first URL, which strict parsers of RFC 3986 refuse.
        "https://Ï", "https://a/ä", "https://a b", "https://a\nb", "https://a/\u{0}", "https://a/\"", "https://a/<b>",
        "https://a\\b", "https://a|b", "https://a/{b}", "https://a/[b]", "https://a/#b#c",
        "https://a/%", "https://a/%4", "https://a/%zz", "https://%", "https://user@a", "https://user:word@a/",
        "https://a:", "https://a:0", "https://a:65536", "https://a:+80", "https://a:b", "https://:80",
        "https://[::1", "https://[]", "https://[a]", "https://[127.0.0.1]", "https://[::1]x", "https://[::1]:",
    ])
    func invalidOrUnsupportedURLsAreRefused(text: String) { #expect(!WebAddress.isValid(text)) }

    @Test func aURLOfMoreThan2000CharactersIsRefused() {
        #expect(WebAddress.isValid("https://a/" + String(repeating: "b", count: 1990)))
        #expect(!WebAddress.isValid("https://a/" + String(repeating: "b", count: 1991)))
    }
}
