import Testing

@testable import Cryptography

struct DigestTests {
    private let digest = Insecure.MD5.hash(data: Array("abc".utf8))

    @Test func aDigestIsACollectionOfItsBytes() {
        #expect(digest.count == 16)
        #expect(Array(digest.prefix(3)) == [0x90, 0x01, 0x50])
        #expect(digest[1] == 0x01)
        #expect(Array(digest[14..<16]) == [0x7F, 0x72])
        #expect(digest.withContiguousStorageIfAvailable { Array($0) } == Array(digest))
    }

    @Test func digestsOfDifferentTextsDiffer() {
        #expect(digest == Insecure.MD5.hash(data: Array("abc".utf8)))
        #expect(digest != Insecure.MD5.hash(data: Array("abd".utf8)))
    }

    @Test func aDigestIsPrintedInHexadecimal() {
        #expect(Digest([0x00, 0x09, 0x0A, 0x9F, 0xA0, 0xFF]).hexadecimal == "00090a9fa0ff")
        #expect("\(digest)" == "900150983cd24fb0d6963f7d28e17f72")
    }
}
