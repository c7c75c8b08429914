import CLibxml2

/// Hands a document to libxml2 as it asks for it, each piece checked before. Confined to the call that reads the document.
final class XMLPieces {
    /// Why nothing more was handed over: an `XMLError`, or what the source threw.
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

    /// A parser that reads from here; `nil` without memory. It keeps a reference as long as it lives.
    func parser() -> xmlParserCtxtPtr? {
        let data = Unmanaged.passRetained(self).toOpaque()
        let context = xmlCreateIOParserCtxt(nil, nil, readPiece, releasePieces, data, XML_CHAR_ENCODING_NONE)
        if context == nil { failure = failure ?? XMLError.outOfMemory }
        return context
    }

    /// As many bytes as fit: libxml2 looks ahead in what it gets, and takes less for the document's end. 0 at the end, -1 after
    /// a failure.
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
            // What came before it is well-formed as far as it goes; libxml2 asks again.
            return filled > 0 ? Int32(filled) : -1
        }
        return Int32(filled)
    }

    /// The least that the XML declaration is looked for in.
    private static let head = 4096

    /// Makes the next piece ready; none at the end.
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
