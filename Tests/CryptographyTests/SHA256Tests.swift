import Cryptography
import Foundation
import Testing

struct SHA256Tests {
    /// The examples of FIPS 180-4 that NIST publishes, and the empty text of its CAVP vectors.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func sha256MatchesTheExamplesOfNIST(text: String, expected: String) {
        #expect(SHA256.hash(data: Array(text.utf8)).hexadecimal == expected)
    }

    @Test func equalBytesInDifferentCollectionsHaveTheSameDigest() {
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        let expected = SHA256.hash(data: bytes)
        #expect(SHA256.hash(data: Data(bytes)) == expected)
        #expect(SHA256.hash(data: ([1, 2] + bytes)[2...]) == expected)
        #expect(SHA256.hash(data: (0..<1000).lazy.map { UInt8($0 % 251) }) == expected)
        #expect(bytes.withUnsafeBytes { SHA256.hash(data: $0) } == expected)
        #expect(SHA256.hash(data: "Dvořák".utf8) == SHA256.hash(data: Array("Dvořák".utf8)))
    }

    @Test(arguments: [1, 3, 63, 64, 65, 1000])
    func theSizeOfThePiecesDoesNotChangeTheDigest(size: Int) {
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: size) {
            hash.update(data: bytes[start..<min(start + size, bytes.count)])
            hash.update(data: [])
        }
        #expect(hash.finalize() == SHA256.hash(data: bytes))
    }

    @Test func aHashWithoutPiecesIsTheHashOfTheEmptyText() {
        #expect(SHA256().finalize() == SHA256.hash(data: []))
    }

    @Test func aCopyOfAHashContinuesIndependently() {
        var hash = SHA256()
        hash.update(data: Array("ab".utf8))
        var copy = hash
        copy.update(data: Array("d".utf8))
        hash.update(data: Array("c".utf8))
        #expect(hash.finalize() == SHA256.hash(data: Array("abc".utf8)))
        #expect(copy.finalize() == SHA256.hash(data: Array("abd".utf8)))
    }

    @Test func aHashCanBeUpdatedAfterItsDigestWasRead() {
        var hash = SHA256()
        hash.update(data: Array("ab".utf8))
        #expect(hash.finalize() == SHA256.hash(data: Array("ab".utf8)))
        #expect(hash.finalize() == SHA256.hash(data: Array("ab".utf8)))
        hash.update(data: Array("c".utf8))
        #expect(hash.finalize() == SHA256.hash(data: Array("abc".utf8)))
    }

    @Test func copiesOfAHashOnManyTasksDoNotAffectEachOther() async {
        var start = SHA256()
        start.update(data: Array("start ".utf8))
        let shared = start
        await withTaskGroup(of: (Int, Digest).self) { group in
            for number in 0..<64 {
                group.addTask {
                    var hash = shared
                    for _ in 0..<200 { hash.update(data: Array("\(number) ".utf8)) }
                    return (number, hash.finalize())
                }
            }
            for await (number, digest) in group {
                let text = "start " + String(repeating: "\(number) ", count: 200)
                #expect(digest == SHA256.hash(data: Array(text.utf8)))
            }
        }
    }
}
