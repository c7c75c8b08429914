import Crypto

/// SHA-256 over a sequence of values, each with its length, so that no two sequences look alike.
public struct ContentDigest: Sendable {
    private var hash = SHA256()

    /// The layout of what is fed; raised when a new kind of content joins, so that old rows are written anew.
    private static let layout = 1

    public init() { add(Self.layout) }

    /// O(1).
    public mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { hash.update(bufferPointer: $0) }
    }

    /// O(bytes).
    public mutating func add(_ bytes: [UInt8]) {
        add(bytes.count)
        hash.update(data: bytes)
    }

    /// The bytes of the text's UTF-8. O(bytes).
    public mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// The 32 bytes of the digest of what was added so far.
    public var bytes: [UInt8] { Array(hash.finalize()) }

    /// The digest of what a request asks for, part by part; one that is left out differs from an empty one.
    static func fingerprint(of parts: [String?]) -> [UInt8] {
        var digest = ContentDigest()
        for part in parts {
            digest.add(part == nil ? 0 : 1)
            if let part { digest.add(part) }
        }
        return digest.bytes
    }
}
