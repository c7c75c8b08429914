import Testing

@testable import HTTP

struct AuthorityTests {
    @Test(arguments: [
        "localhost", "a.example:80", "127.0.0.1:65535", "[::1]", "[::1]:8080", "x:", "[::ffff:1.2.3.4]:1",
    ])
    func anAuthorityIsAccepted(_ text: String) {
        #expect(withBytes(text) { Authority.isValid($0) })
    }

    @Test(arguments: [
        "", ":80", "a b", "a/b", "user@a", "http://a", "a,b", "a:abc", "a:65536", "a:99999999", "[::1", "[]", "[1]",
        "[::1]x", "<a>", "a\\b", "a:80:80", "a:+1", "a%41", "é", "[::1]:80:80", "[::g]", "a?b",
    ])
    func whatIsNoAuthorityIsRefused(_ text: String) {
        #expect(!withBytes(text) { Authority.isValid($0) })
    }
}
