import CZlib

extension Gzip {
    /// Inflates successive gzip members (RFC 1952 §2.2). All members share the limits, which are enforced while inflating (CWE-409).
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes of output.
    ///   - ratio: the maximum number of bytes of output per byte of input, over all members; deflate reaches 1,032.
    public static func inflate(_ bytes: [UInt8], limit: Int, ratio: Int = 200) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .outOfMemory
        }
        defer { inflateEnd(&stream) }
        guard bytes.count < Int(UInt32.max) else { throw .tooLarge }
        let (scaled, overflow) = bytes.count.multipliedReportingOverflow(by: max(1, ratio))
        // The ratio does not apply to small inputs, whose output is small anyway.
        let most = min(limit, overflow ? limit : max(scaled, 4096))
        let outcome = bytes.withUnsafeBufferPointer { inflateMembers(&stream, $0, most: most) }
        return try outcome.get()
    }

    private static func inflateMembers(
        _ stream: inout z_stream, _ input: UnsafeBufferPointer<UInt8>, most: Int
    ) -> Result<[UInt8], GzipError> {
        var output: [UInt8] = []
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32 * 1024) { buffer in
            guard let base = buffer.baseAddress else { return .failure(.outOfMemory) }
            while true {
                stream.next_out = base
                stream.avail_out = UInt32(buffer.count)
                let status = CZlib.inflate(&stream, Z_NO_FLUSH)
                let made = buffer.count - Int(stream.avail_out)
                guard made <= most - output.count else { return .failure(.tooLarge) }
                output.append(contentsOf: UnsafeBufferPointer(start: base, count: made))
                switch status {
                case Z_OK: continue
                case Z_STREAM_END:
                    guard stream.avail_in > 0 else { return .success(output) }
                    guard inflateReset(&stream) == Z_OK else { return .failure(.malformed) }
                case Z_MEM_ERROR: return .failure(.outOfMemory)
                // Z_BUF_ERROR: the input ended within a member.
                default: return .failure(.malformed)
                }
            }
        }
    }
}
