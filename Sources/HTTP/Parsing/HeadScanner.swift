import Glibc

/// A scanner that finds the end of a head that arrives in pieces, and enforces the head's limits before parsing.
///
/// The scanner stores its position, so that a head sent byte by byte costs no more than a head sent whole. The result does not depend on the pieces.
struct HeadScanner {
    private var lineStart: UInt32 = 0
    /// The offset before which all bytes were searched for the end of the current line.
    private var searched: UInt32 = 0
    private var lineCount: UInt32 = 0
    private var requestLineEnd: UInt32 = 0

    /// Whether part of a head has been scanned.
    var hasBegun: Bool { searched > 0 }

    /// Returns the length of the head; `nil` while it is incomplete. Throws `bareLineFeed`, `requestLineTooLong` or `fieldsTooLarge`.
    ///
    /// - Parameter bytes: all bytes received since the start of the head.
    mutating func end(in bytes: Bytes, limits: borrowing Limits) throws(Rejection) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var start = Int(lineStart)
        var from = Int(searched)
        while let found = memchr(base + from, Int32(ASCII.lineFeed), bytes.count - from) {
            let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
            try check(upTo: end, limits)
            guard end > start, base[end - 1] == ASCII.carriageReturn else { throw .bareLineFeed }
            if requestLineEnd == 0 {
                requestLineEnd = UInt32(truncatingIfNeeded: end + 1)
            } else if end == start + 1 {
                return end + 1
            } else {
                lineCount += 1
                if Int(lineCount) > limits.fieldCount { throw .fieldsTooLarge }
            }
            start = end + 1
            from = start
        }
        try check(upTo: bytes.count, limits)
        lineStart = UInt32(truncatingIfNeeded: start)
        searched = UInt32(truncatingIfNeeded: bytes.count)
        return nil
    }

    private func check(upTo end: Int, _ limits: borrowing Limits) throws(Rejection) {
        if requestLineEnd == 0 {
            if end > limits.requestLine + 1 { throw .requestLineTooLong }
        } else if end - Int(requestLineEnd) > limits.fieldSection + 1 {
            throw .fieldsTooLarge
        }
    }
}
