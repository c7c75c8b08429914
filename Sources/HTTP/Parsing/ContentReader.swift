/// A reader that collects the content of one request, with Content-Length or in the chunked coding (RFC 9112 §6).
struct ContentReader {
    private enum Framing {
        case length(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private(set) var content: [UInt8] = []
    private var takenCount = 0
    private var framing: Framing
    private let limit: Int

    /// Creates a reader of one request's content.
    ///
    /// - Parameters:
    ///   - length: the value of Content-Length, at most `limit`; `nil` for chunked content.
    ///   - limit: the maximum number of bytes that the route accepts.
    init(length: Int?, limit: Int) {
        self.limit = limit
        if let length {
            framing = .length(remaining: length)
            // The client only declares the length, so at most 64 KiB are reserved.
            content.reserveCapacity(min(length, 64 * 1024))
        } else {
            framing = .chunked(ChunkedDecoder())
        }
    }

    /// Reads content from `input`. Throws the rejection of `ChunkedDecoder.decode`.
    ///
    /// - Returns: the number of bytes that belong to the content, and whether it is complete.
    mutating func read(
        _ input: Bytes, limits: borrowing Limits
    ) throws(Rejection) -> (consumed: Int, isComplete: Bool) {
        switch framing {
        case .length(let remaining):
            let count = min(remaining, input.count)
            content.append(contentsOf: input[..<count])
            framing = .length(remaining: remaining - count)
            return (count, remaining == count)
        case .chunked(var decoder):
            let outcome = try decoder.decode(input, into: &content, limit: limit - takenCount, limits: limits)
            framing = .chunked(decoder)
            return outcome
        }
    }

    /// The number of complete chunks; 0 without the chunked coding.
    var chunkCount: Int {
        if case .chunked(let decoder) = framing { decoder.chunkCount } else { 0 }
    }

    /// Removes and returns the content that has arrived since the last call. The limit still applies to the whole content.
    mutating func takeContent() -> [UInt8] {
        takenCount += content.count
        defer { content = [] }
        return content
    }
}
