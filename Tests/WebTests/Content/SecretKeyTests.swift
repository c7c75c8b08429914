import Testing

@testable import Web

struct SecretKeyTests {
    @Test func aSecretKeyIsReadOnlyFromItsCompleteText() throws {
        let key = SecretKey()
        #expect(key.text.utf8.count == SecretKey.length && Base64URL.bytes(of: key.text)?.count == 32)
        #expect(SecretKey(key.text) == key && SecretKey(key.text)?.hash == key.hash)
        let start = String(key.text.dropLast())
        for text in ["", start, key.text + "A", start + "=", start + "+"] {
            #expect(SecretKey(text) == nil)
        }
    }

    @Test func newSecretKeysDiffer() {
        #expect(Set((0..<100).map { _ in SecretKey().text }).count == 100)
    }

    /// The verifier and hash of RFC 7636 appendix B.
    @Test func theHashOfASecretKeyIsTheSHA256OfItsText() throws {
        let key = try #require(SecretKey("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(Base64URL.text(of: key.hash) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func valuesDerivedFromASecretKeyDependOnKeyAndPurpose() {
        let (one, other) = (SecretKey(), SecretKey())
        #expect(one.derived(for: "a") == one.derived(for: "a"))
        #expect(Set([one.derived(for: "a"), one.derived(for: "b"), other.derived(for: "a"), one.text]).count == 4)
    }
}
