/// Several ranges of one content as `multipart/byteranges` (RFC 9110 §14.6).
struct MultipartRanges {
    /// The head and the content of each range, then the closing delimiter. The content is not copied.
    let slices: [ContentSlice]
    let mediaType: String
    /// The total length of all slices in bytes, including the heads and delimiters.
    let count: Int
    let areOnHeap: Bool

    /// The boundary between parts, random for each process, so that content stored earlier does not contain it.
    private static let boundary = String(UInt64.random(in: .min ... .max), radix: 36)

    init(_ ranges: [Range<Int>], of whole: RepresentationData, mediaType: String) {
        var slices: [ContentSlice] = []
        for range in ranges {
            let span = "\(range.lowerBound)-\(range.upperBound - 1)/\(whole.count)"
            let head =
                "\r\n--\(Self.boundary)\r\nContent-Type: \(mediaType)\r\nContent-Range: bytes \(span)\r\n\r\n"
            slices.append(ContentSlice(Array(head.utf8)))
            slices.append(ContentSlice(whole, range))
        }
        slices.append(ContentSlice(Array("\r\n--\(Self.boundary)--\r\n".utf8)))
        self.slices = slices
        count = slices.reduce(0) { $0 + $1.range.count }
        if case .bytes = whole { areOnHeap = true } else { areOnHeap = false }
        self.mediaType = "multipart/byteranges; boundary=\(Self.boundary)"
    }
}
