import HTTP
import Testing

@testable import Web

struct PagePolicyTests {
    private func formAction(_ formTarget: String?) throws -> String {
        var page = Page(platform: "Title", caller: nil, content: .empty)
        page.formTarget = formTarget
        let policy = try #require(page.response().fields["Content-Security-Policy"])
        return String(try #require(policy.split(separator: "; ").first { $0.hasPrefix("form-action ") }))
    }

    @Test func everyResponseHasItsOwnNonceOf128Bits() throws {
        let page = Page(platform: "Title", caller: nil, content: .empty)
        let nonces = try (1...3).map { _ in
            let policy = try #require(page.response().fields["Content-Security-Policy"])
            let nonce = policy.split(separator: "'nonce-")[1].prefix { $0 != "'" }
            #expect(nonce.utf8.count == 32 && nonce.allSatisfy(\.isHexDigit))
            return nonce
        }
        #expect(Set(nonces).count == 3)
    }

    @Test func formsMayBeSentOnlyToThisOriginByDefault() throws {
        #expect(try formAction(nil) == "form-action 'self'")
    }

    @Test(arguments: [
        ("https://auth.example.org", "https://auth.example.org"),
        ("https://auth.example.org/authorize?x=1#y", "https://auth.example.org"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("http://[::1]:8080/a", "http://[::1]:8080"),
    ])
    func aPageMayAllowItsFormsOneOtherOrigin(address: String, origin: String) throws {
        #expect(try formAction(address) == "form-action 'self' \(origin)")
    }

    /// RFC 3986 §3.2.2 allows characters in a host that have a meaning in a policy.
    @Test(arguments: [
        "https://a.example; script-src *", "https://a;script-src", "https://*", "https://a'b", "https://a,b", "*",
        "javascript:x",
        "https://", "",
    ])
    func aFormTargetThatCouldChangeThePolicyIsIgnored(address: String) throws {
        #expect(try formAction(address) == "form-action 'self'")
    }
}
