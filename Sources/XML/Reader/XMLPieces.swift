import CLibxml2

/// The source that checks a document and supplies it to libxml2 piece by piece, confined to the call that reads it.
final class XMLPieces {
    /// The error that ended the supply: an `XMLError`, or an error of `pull` or `checkpoint`; `nil` if there was none.
    private(set) var failure: (any Error)?

    private let pull: () throws -> [UInt8]?
    private let limit: Int
    private let checkpoint: (_ line: Int) throws -> Void
    private var preflight: XMLPreflight
    private var piece: [UInt8] = []
    private var offset = 0
    private var count = 0
    private var isOver = false

    init(
        _ limits: XMLReader.Limits, _ checkpoint: @escaping (_ line: Int) throws -> Void,
        _ pull: @escaping () throws -> [UInt8]?
    ) {
        self.pull = pull
        self.checkpoint = checkpoint
        limit = limits.bytes
        preflight = XMLPreflight(limits)
    }

    /// Returns a parser that reads from this source and retains it. If memory is exhausted, returns `nil` and sets `failure`.
    func parser() -> xmlParserCtxtPtr? {
        let data = Unmanaged.passRetained(self).toOpaque()
        let context = xmlCreateIOParserCtxt(nil, nil, readPiece, releasePieces, data, XML_CHAR_ENCODING_NONE)
        if context == nil { failure = failure ?? XMLError.outOfMemory }
        return context
    }

    /// Fills the buffer up to the end of the document or an error, since libxml2 may take a short result for the end. Returns the number of bytes.
    /// An error sets `failure`; if it occurs before the first byte, the result is -1.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        var filled = 0
        do {
            while filled < buffer.count {
                if offset == piece.count { try fill() }
                guard offset < piece.count else { break }
                let size = min(buffer.count - filled, piece.count - offset)
                piece.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + size]))
                }
                offset += size
                filled += size
            }
        } catch {
            failure = error
            isOver = true
            // The bytes before the error are checked; libxml2 calls again.
            return filled > 0 ? Int32(filled) : -1
        }
        return Int32(filled)
    }

    /// The minimum size of the first piece of a longer document, in bytes, so that the piece contains the whole XML declaration.
    private static let head = 4096

    /// Pulls, checks and stores the next piece that is not empty. Sets `isOver` at the end of the document. Throws the `XMLError` of a check, or the
    /// error of `pull` or `checkpoint`.
    private func fill() throws {
        guard !isOver else { return }
        var more = try pull()
        if count == 0, var head = more {
            while head.count < Self.head, let next = try pull() { head += next }
            more = head
        }
        guard let more else {
            isOver = true
            return try preflight.finish()
        }
        guard !more.isEmpty else { return try fill() }
        count += more.count
        guard count <= limit else { throw XMLError.limit(.bytes, line: preflight.line) }
        try checkpoint(preflight.line)
        try preflight.check(more)
        piece = more
        offset = 0
    }
}

private func readPiece(_ data: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int32)
    -> Int32
{
    guard let data, let buffer, count > 0 else { return -1 }
    return Unmanaged<XMLPieces>.fromOpaque(data).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
}

private func releasePieces(_ data: UnsafeMutableRawPointer?) -> Int32 {
    guard let data else { return -1 }
    Unmanaged<XMLPieces>.fromOpaque(data).release()
    return 0
}
