/// The result of a hash function: 32 bytes for SHA-256, 20 for SHA-1 and 16 for MD5.
///
/// The comparison of digests stops at the first difference. Compare a proof of a secret in constant time instead.
public struct Digest: RandomAccessCollection, Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    public var startIndex: Int { 0 }
    public var endIndex: Int { bytes.count }
    /// The byte at a position, from 0.
    public subscript(position: Int) -> UInt8 { bytes[position] }
    /// The bytes at a range of positions.
    public subscript(bounds: Range<Int>) -> ArraySlice<UInt8> { bytes[bounds] }

    /// Passes all bytes to `body` and returns its result, never `nil`.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try bytes.withContiguousStorageIfAvailable(body)
    }

    /// The digest as hexadecimal digits in lower case.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[2 * index] = Self.digit(byte >> 4)
                buffer[2 * index + 1] = Self.digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension Digest: CustomStringConvertible {
    public var description: String { hexadecimal }
}
