/// Collects the content of one request, however it is framed (RFC 9112 §6).
struct ContentReader {
    private enum Framing {
        case length(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private(set) var content: [UInt8] = []
    private var framing: Framing
    private let limit: Int

    /// - Parameters:
    ///   - length: what Content-Length says, not above `limit`; `nil` for chunked.
    ///   - limit: the most that the route takes, in bytes.
    init(length: Int?, limit: Int) {
        self.limit = limit
        if let length {
            framing = .length(remaining: length)
            // No more than a little on the client's word alone; what really comes makes the rest grow.
            content.reserveCapacity(min(length, 64 * 1024))
        } else {
            framing = .chunked(ChunkedDecoder())
        }
    }

    /// - Returns: how many bytes of `input` were content, and whether it is complete.
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
            let outcome = try decoder.decode(input, into: &content, limit: limit, limits: limits)
            framing = .chunked(decoder)
            return outcome
        }
    }
}
