import Testing

@testable import Web

struct Base64URLTests {
    /// The vectors of RFC 4648 §10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func theTestVectorsOfRFC4648AreEncodedAndDecoded(bytes: String, text: String) {
        #expect(Base64URL.text(of: bytes.utf8) == text)
        #expect(Base64URL.bytes(of: text) == Array(bytes.utf8))
    }

    @Test func base64URLEncodingThenDecodingReturnsTheSameBytes() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count &* 11) }
            #expect(Base64URL.bytes(of: Base64URL.text(of: bytes)) == bytes)
        }
        #expect(Base64URL.text(of: [0xFB, 0xFF]) == "-_8")
    }

    @Test(arguments: ["A", "Zg==", "Zh", "Zm9", "Zm 9v", "Zm9+", "Zm9/", "Zg\n", "é"])
    func nonCanonicalBase64URLIsRefused(text: String) {
        #expect(Base64URL.bytes(of: text) == nil)
    }
}
