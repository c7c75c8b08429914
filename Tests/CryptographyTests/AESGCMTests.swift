import Testing

@testable import Cryptography

struct AESGCMTests {
    /// A test case of "The Galois/Counter Mode of Operation" (McGrew and Viega), appendix B, which NIST SP 800-38D refers to.
    struct Vector: Sendable {
        let key: [UInt8]
        let nonce: [UInt8]
        let text: [UInt8]
        let data: [UInt8]
        let encrypted: [UInt8]
        let tag: [UInt8]

        init(key: String, nonce: String, text: String = "", data: String = "", encrypted: String = "", tag: String) {
            self.key = [UInt8](hexadecimal: key)
            self.nonce = [UInt8](hexadecimal: nonce)
            self.text = [UInt8](hexadecimal: text)
            self.data = [UInt8](hexadecimal: data)
            self.encrypted = [UInt8](hexadecimal: encrypted)
            self.tag = [UInt8](hexadecimal: tag)
        }
    }

    static let vectors = [
        // Test cases 13 to 16, those with a key of 256 bits and a nonce of 96 bits.
        Vector(
            key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24),
            tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24),
            text: String(repeating: "0", count: 32), encrypted: "cea7403d4d606b6e074ec5d3baf39d18",
            tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            text: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
            encrypted: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad",
            tag: "b094dac5d93471bdec1a502270e3cc6c"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            text: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            data: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            encrypted: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    private let key = (0..<32).map { UInt8($0) }
    private let text = Array("2-29-secret".utf8)
    private let data = Array("account 7".utf8)

    @Test(arguments: vectors)
    func aSealedTextMatchesTheTestVectorsOfGCM(vector: Vector) throws {
        let sealed = try AESGCM(key: vector.key).seal(vector.text, nonce: vector.nonce, authenticating: vector.data)
        #expect(sealed == vector.nonce + vector.encrypted + vector.tag)
    }

    @Test(arguments: vectors)
    func theTestVectorsOfGCMAreOpened(vector: Vector) throws {
        let sealed = vector.nonce + vector.encrypted + vector.tag
        #expect(try AESGCM(key: vector.key).open(sealed, authenticating: vector.data) == vector.text)
    }

    /// Values that swift-crypto 4.5 sealed, as databases store them (decision 0082).
    @Test(arguments: [
        (
            "6da5099b7a463f5ff75e4dedc24fe0079214abe411ff72eee07d7a1f45371f927875fc0366c889",
            "2-29-secret", "tutti access token of account 7 of tenant 3"
        ),
        ("169ccae123b97fa0d933c2afd6acbb5f8ea6bb22578ba2b2a0426d99", "", ""),
    ])
    func aValueSealedByTheEarlierLibraryIsOpened(sealed: String, text: String, data: String) throws {
        let cipher = try AESGCM(key: (0..<32).map { UInt8($0 * 7) })
        let opened = try cipher.open([UInt8](hexadecimal: sealed), authenticating: Array(data.utf8))
        #expect(String(decoding: opened, as: UTF8.self) == text)
    }

    @Test func aTextIsSealedWithANewNonceEachTime() throws {
        let cipher = try AESGCM(key: key)
        let sealed = try (0..<100).map { _ in try cipher.seal(text, authenticating: data) }
        #expect(Set(sealed.map { $0.prefix(12) }).count == 100)
        for value in sealed { #expect(try cipher.open(value, authenticating: data) == text) }
    }

    /// The nonce, the encrypted text and the tag.
    @Test func aChangedBitOfASealedTextIsDetected() throws {
        let cipher = try AESGCM(key: key)
        let sealed = try cipher.seal(text, authenticating: data)
        #expect(sealed.count == 12 + text.count + 16)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x80
            #expect(throws: CryptographyError.notAuthentic) { try cipher.open(changed, authenticating: data) }
        }
    }

    @Test func aSealedTextIsNotOpenedWithOtherAssociatedData() throws {
        let cipher = try AESGCM(key: key)
        let sealed = try cipher.seal(text, authenticating: data)
        for other in [[], data + [0], data.dropLast(), Array("account 8".utf8)] {
            #expect(throws: CryptographyError.notAuthentic) { try cipher.open(sealed, authenticating: Array(other)) }
        }
    }

    @Test func anotherKeyDoesNotOpenASealedText() throws {
        let sealed = try AESGCM(key: key).seal(text, authenticating: data)
        let other = try AESGCM(key: key.reversed())
        #expect(throws: CryptographyError.notAuthentic) { try other.open(sealed, authenticating: data) }
    }

    @Test func aSealedTextWithBytesMissingIsRefused() throws {
        let cipher = try AESGCM(key: key)
        let sealed = try cipher.seal(text, authenticating: data)
        for count in 0..<sealed.count {
            #expect(throws: CryptographyError.notAuthentic) {
                try cipher.open(sealed.prefix(count), authenticating: data)
            }
        }
    }

    @Test(arguments: [0, 16, 31, 33])
    func aKeyOfAnotherLengthIsRefused(length: Int) {
        #expect(throws: CryptographyError.keyLength(length)) { try AESGCM(key: [UInt8](repeating: 1, count: length)) }
    }

    @Test func releasingACipherDoesNotChangeTheKeyOfItsCaller() throws {
        let bytes = key
        let sealed: [UInt8]
        do {
            let cipher = try AESGCM(key: bytes)
            sealed = try cipher.seal(text, authenticating: data)
        }
        #expect(bytes == key)
        #expect(try AESGCM(key: bytes).open(sealed, authenticating: data) == text)
    }
}
