/// Several ranges of one content as `multipart/byteranges` (RFC 9110 §14.6).
struct MultipartRanges {
    let content: [UInt8]
    let mediaType: String

    /// Drawn once per process, so that no content can be written that holds it.
    private static let boundary = String(UInt64.random(in: .min ... .max), radix: 36)

    /// Copies the parts: O(bytes), at most the content and a head for each of the few ranges that are taken.
    init(_ ranges: [Range<Int>], of whole: [UInt8], mediaType: String) {
        var parts: [UInt8] = []
        for range in ranges {
            let span = "\(range.lowerBound)-\(range.upperBound - 1)/\(whole.count)"
            let head =
                "\r\n--\(Self.boundary)\r\nContent-Type: \(mediaType)\r\nContent-Range: bytes \(span)\r\n\r\n"
            parts.append(contentsOf: head.utf8)
            parts.append(contentsOf: whole[range])
        }
        parts.append(contentsOf: "\r\n--\(Self.boundary)--\r\n".utf8)
        content = parts
        self.mediaType = "multipart/byteranges; boundary=\(Self.boundary)"
    }
}
