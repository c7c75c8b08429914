import Cryptography

/// The first 128 bits of a SHA-256, a table key of fixed size, so that long logins need no more memory than short ones.
struct ShortDigest: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Creates the digest of a key from its parts. Their lengths count, so that "ab", "c" differs from "a", "bc".
    init(_ words: [UInt8]...) {
        var hash = SHA256()
        for word in words {
            hash.update(data: "\(word.count):".utf8)
            hash.update(data: word)
        }
        let bytes = hash.finalize()
        high = Self.number(bytes[0..<8])
        low = Self.number(bytes[8..<16])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
