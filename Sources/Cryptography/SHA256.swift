/// SHA-256 (FIPS 180-4 §6.2) of a whole text, or of successive pieces. A copy continues independently. Lack of memory ends the process.
public struct SHA256: Sendable {
    private var context = HashContext(.sha256)

    public init() {}

    /// Returns the digest of the bytes. O(bytes).
    public static func hash(data bytes: some Sequence<UInt8>) -> Digest { HashAlgorithm.sha256.digest(of: bytes) }

    /// Adds a piece of the input. O(bytes).
    public mutating func update(data bytes: some Sequence<UInt8>) {
        if !isKnownUniquelyReferenced(&context) { context = HashContext(copying: context) }
        context.update(bytes)
    }

    /// Returns the digest of the pieces so far. More pieces can be added afterwards.
    public func finalize() -> Digest { HashContext(copying: context).finalize() }
}
