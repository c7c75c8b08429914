import CZlib

/// Inflates a file of successive gzip members (RFC 1952 §2.2) piece by piece, with a limit of the output and of its ratio to the input. Not safe
/// for concurrent use.
public final class GzipInflater {
    private static let pieceSize = 256 * 1024

    /// The default limit of the ratio of output to input, which ordinary files do not approach.
    public static let standardRatio = 200

    private let stream: UnsafeMutablePointer<z_stream>
    private let pull: () throws -> [UInt8]?
    private let limit: Int
    private let ratio: Int
    private var input: [UInt8] = []
    private var offset = 0
    private var pulled = 0
    private var made = 0
    private var isWithin = true
    private var isOver = false

    /// Creates an inflater. Throws `outOfMemory`.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of output, of all members together.
    ///   - ratio: The maximum number of bytes of output per byte pulled so far; 4,096 bytes are always allowed.
    ///   - pull: Returns the next piece of the file; `nil` at the end.
    public init(limit: Int, ratio: Int = standardRatio, pull: @escaping () throws -> [UInt8]?) throws(GzipError) {
        self.pull = pull
        self.limit = limit
        self.ratio = max(1, ratio)
        // zlib keeps the address of its stream, so the stream must not move.
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deinitialize(count: 1)
            stream.deallocate()
            throw .outOfMemory
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Returns the next piece of output, of at most 256 KiB; `nil` at the end. Blocks while inflating. Throws `malformed` for invalid, incomplete or
    /// empty data, `tooLarge` beyond a limit, `outOfMemory`, and the errors of `pull`.
    public func next() throws -> [UInt8]? {
        var output: [UInt8] = []
        while output.isEmpty, !isOver {
            if offset == input.count { try refill() }
            guard !isOver else { break }
            output = try step()
        }
        return output.isEmpty ? nil : output
    }

    private func refill() throws {
        guard let more = try pull() else {
            guard !isWithin else { throw GzipError.malformed }
            isOver = true
            return
        }
        if !isWithin, !more.isEmpty {
            guard inflateReset(stream) == Z_OK else { throw GzipError.malformed }
            isWithin = true
        }
        input = more
        offset = 0
        pulled += more.count
    }

    private func step() throws(GzipError) -> [UInt8] {
        var status = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            input.withUnsafeBufferPointer { bytes in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.advanced(by: offset))
                stream.pointee.avail_in = UInt32(bytes.count - offset)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                status = CZlib.inflate(stream, Z_NO_FLUSH)
                offset = bytes.count - Int(stream.pointee.avail_in)
                count = buffer.count - Int(stream.pointee.avail_out)
            }
        }
        made += output.count
        let (scaled, overflow) = pulled.multipliedReportingOverflow(by: ratio)
        guard made <= min(limit, overflow ? limit : max(scaled, 4096)) else { throw .tooLarge }
        switch status {
        // Z_BUF_ERROR: zlib needs more input.
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isWithin = false
            if offset < input.count {
                guard inflateReset(stream) == Z_OK else { throw .malformed }
                isWithin = true
            }
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .malformed
        }
        return output
    }
}
