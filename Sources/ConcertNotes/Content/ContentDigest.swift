import Cryptography

/// A SHA-256 digest of a sequence of values. Texts and arrays are added with their lengths, so that "ab", "c" differs from "a", "bc".
public struct ContentDigest: Sendable {
    private var hash = SHA256()

    /// The version of the digest's input. A new version changes every digest, so that the next import writes all rows again.
    private static let layout = 1

    public init() { add(Self.layout) }

    /// Adds a number. O(1).
    public mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { hash.update(data: $0) }
    }

    /// Adds bytes. O(bytes).
    public mutating func add(_ bytes: [UInt8]) {
        add(bytes.count)
        hash.update(data: bytes)
    }

    /// Adds the UTF-8 bytes of a text. O(bytes).
    public mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// The digest of the values added so far, 32 bytes.
    public var bytes: [UInt8] { Array(hash.finalize()) }

    /// Returns the digest of the parts of a request. A part that is `nil` differs from an empty part.
    static func fingerprint(of parts: [String?]) -> [UInt8] {
        var digest = ContentDigest()
        for part in parts {
            digest.add(part == nil ? 0 : 1)
            if let part { digest.add(part) }
        }
        return digest.bytes
    }
}
