import CZlib

/// Functions for gzip (RFC 1952) with zlib. They block, so do not call them on an event loop.
public enum Gzip {
    /// Returns one gzip member without name or time, so that equal input gives equal output. Throws `outOfMemory`, or `tooLarge` from about 4 GiB.
    ///
    /// - Parameter level: From 1 (fastest) to 9 (smallest); other values are clamped. For 95 kB of XML, these two levels take 0.4 ms and 5 ms.
    public static func compress(_ bytes: [UInt8], level: Int = 9) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        // 15 bits of window, and 16 for the gzip wrapper; memory level 8 is zlib's default.
        let status = deflateInit2_(
            &stream, Int32(max(1, min(level, 9))), Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
        defer { deflateEnd(&stream) }
        guard bytes.count < Int(UInt32.max) else { throw .tooLarge }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var isComplete = false
        let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            bytes.withUnsafeBufferPointer { input in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(clamping: buffer.count)
                isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = Int(stream.total_out)
        }
        guard isComplete else { throw .outOfMemory }
        return output
    }
}

extension Gzip {
    /// Returns the CRC-32 (RFC 1952 §8), which ZIP and PNG files use too.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) })
    }
}

/// The reason why bytes could not be compressed or inflated.
public enum GzipError: Error, Hashable, Sendable {
    /// Invalid or incomplete data, or a wrong checksum.
    case malformed
    /// The output exceeds a limit, as for a decompression bomb, or the input has about 4 GiB or more.
    case tooLarge
    case outOfMemory
}
