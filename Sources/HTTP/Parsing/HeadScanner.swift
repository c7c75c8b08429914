import Glibc

/// Finds the end of a head that arrives in pieces. It remembers how far it has looked, so that a head sent
/// byte by byte costs no more than one sent whole, and it holds the limits before anything is parsed.
///
/// The outcome depends on the bytes alone, not on how they were cut.
struct HeadScanner {
    /// The start of the current line.
    private var lineStart: UInt32 = 0
    /// How far the current line was searched for its end.
    private var searched: UInt32 = 0
    /// Complete field lines so far; the request line is apart.
    private var lineCount: UInt32 = 0
    private var requestLineEnd: UInt32 = 0

    /// Whether any byte of a head was seen.
    var hasBegun: Bool { searched > 0 }

    /// The length of the head with its final empty line, or `nil` while that is missing.
    ///
    /// - Parameter bytes: what has arrived since the head's first byte, at each call from the same one.
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

    /// Whether a line end at `end`, or at any later byte, is within the limits.
    private func check(upTo end: Int, _ limits: borrowing Limits) throws(Rejection) {
        if requestLineEnd == 0 {
            if end > limits.requestLine + 1 { throw .requestLineTooLong }
        } else if end - Int(requestLineEnd) > limits.fieldSection + 1 {
            throw .fieldsTooLarge
        }
    }
}
