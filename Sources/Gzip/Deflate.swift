import CZlib

/// Functions for raw deflate data (RFC 1951), the format of compressed zip entries. They block, so do not call them on an event loop.
public enum Deflate {
    /// Inflates one deflated stream, which must end at the end of the input, and returns the output.
    ///
    /// The limits are enforced while inflating (CWE-409; spec S1.18). Throws `malformed`, `tooLarge` beyond a limit or for input of about 4 GiB or
    /// more, or `outOfMemory`.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of output.
    ///   - ratio: The maximum number of bytes of output per byte of input; 4,096 bytes are always allowed. Deflate reaches a ratio of 1,032.
    public static func inflate(
        _ bytes: ArraySlice<UInt8>, limit: Int, ratio: Int = GzipInflater.standardRatio
    ) throws(GzipError) -> [UInt8] {
        guard bytes.count < Int(UInt32.max) else { throw .tooLarge }
        var stream = z_stream()
        // A negative window size selects raw deflate.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .outOfMemory
        }
        defer { inflateEnd(&stream) }
        let (scaled, overflow) = bytes.count.multipliedReportingOverflow(by: max(1, ratio))
        let most = min(limit, overflow ? limit : max(scaled, 4096))
        return try bytes.withUnsafeBufferPointer { stream.inflateAll($0, most: most, isOneMember: true) }.get()
    }
}
