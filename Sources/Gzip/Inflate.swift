import CZlib

extension Gzip {
    /// Inflates successive gzip members (RFC 1952 §2.2) and returns their joined output. The limits apply to all members together and are enforced
    /// while inflating (CWE-409; spec S1.18). Throws `malformed`, `tooLarge` beyond a limit or for input of about 4 GiB or more, or `outOfMemory`.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of output.
    ///   - ratio: The maximum number of bytes of output per byte of input; 4,096 bytes are always allowed. Deflate reaches a ratio of 1,032.
    public static func inflate(_ bytes: [UInt8], limit: Int, ratio: Int = 200) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .outOfMemory
        }
        defer { inflateEnd(&stream) }
        guard bytes.count < Int(UInt32.max) else { throw .tooLarge }
        let (scaled, overflow) = bytes.count.multipliedReportingOverflow(by: max(1, ratio))
        let most = min(limit, overflow ? limit : max(scaled, 4096))
        let outcome = bytes.withUnsafeBufferPointer { stream.inflateAll($0, most: most, isOneMember: false) }
        return try outcome.get()
    }
}

extension z_stream {
    /// Inflates all input, smaller than 4 GiB, with this initialised stream. Fails with `malformed`, `tooLarge` for more than `most` bytes of output,
    /// or `outOfMemory`. With `isOneMember`, the input must end with the first deflated stream.
    mutating func inflateAll(
        _ input: UnsafeBufferPointer<UInt8>, most: Int, isOneMember: Bool
    ) -> Result<[UInt8], GzipError> {
        var output: [UInt8] = []
        next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        avail_in = UInt32(input.count)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32 * 1024) { buffer in
            guard let base = buffer.baseAddress else { return .failure(.outOfMemory) }
            while true {
                next_out = base
                avail_out = UInt32(buffer.count)
                let status = CZlib.inflate(&self, Z_NO_FLUSH)
                let made = buffer.count - Int(avail_out)
                guard made <= most - output.count else { return .failure(.tooLarge) }
                output.append(contentsOf: UnsafeBufferPointer(start: base, count: made))
                switch status {
                case Z_OK: continue
                case Z_STREAM_END:
                    guard avail_in > 0 else { return .success(output) }
                    guard !isOneMember, inflateReset(&self) == Z_OK else { return .failure(.malformed) }
                case Z_MEM_ERROR: return .failure(.outOfMemory)
                // Z_BUF_ERROR: the input ended within a member.
                default: return .failure(.malformed)
                }
            }
        }
    }
}
