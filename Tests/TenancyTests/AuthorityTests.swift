import Testing

@testable import Tenancy

/// Tests of the conversion of authorities to host names (RFC 9110 §7.2, RFC 3986 §3.2).
struct AuthorityTests {
    @Test(arguments: [
        ("north.example", "north.example"),
        ("North.EXAMPLE", "north.example"),
        ("north.example:8080", "north.example"),
        ("north.example:", "north.example"),
        ("north.example.", "north.example"),
        ("North.example.:65535", "north.example"),
        ("192.168.1.20:8080", "192.168.1.20"),
        ("[::1]", "::1"),
        ("[2001:DB8::A]:80", "2001:db8::a"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("stage_1", "stage_1"),
        ("", ""),
    ])
    func anAuthorityIsNormalisedToItsHostName(authority: String, name: String) {
        #expect(Authority.normalised(authority) == name)
    }

    @Test(arguments: [
        ".", "..", "north.example..", ":8080", "north.example:80:80", "north.example:x", "north.example:65536",
        "north.example:000080", "[::1", "::1", "[::1]x", "[]", "[::g]", "user@north.example", "north example",
        "north.example/", "north%2eexample", "bücher.example", "north.example\u{0}", "a,b",
    ])
    func anInvalidAuthorityIsRefused(authority: String) {
        #expect(Authority.normalised(authority) == nil)
    }

    @Test func aHostNameMayHaveAtMost253Bytes() {
        let name = String(repeating: "a", count: 253)
        #expect(Authority.normalised(name + ".:80") == name)
        #expect(Authority.normalised(name + "a") == nil)
    }
}
