/// The segments of a request's path, percent-decoded one by one (RFC 3986 §3.3, §6.2.2).
///
/// The path is cut at its slashes before it is decoded, and a segment that would decode to something that is
/// not plain data is refused rather than normalised: a "%2F", a backslash, a control character, "." or "..",
/// or bytes that are not UTF-8. What a proxy in front understood and what is matched here are then the same.
struct PathSegments: Sendable, Hashable {
    /// Without the empty string before the leading slash; "/" is one empty segment.
    let segments: [[UInt8]]

    /// - Parameter path: begins with "/", still percent-encoded.
    init(_ path: String) throws(APIError) {
        var segments: [[UInt8]] = []
        segments.reserveCapacity(6)
        var part: [UInt8] = []
        for byte in path.utf8.dropFirst() {
            if byte == UInt8(ascii: "/") {
                segments.append(try Self.decoded(part))
                part = []
            } else {
                if part.isEmpty { part.reserveCapacity(24) }
                part.append(byte)
            }
        }
        segments.append(try Self.decoded(part))
        self.segments = segments
    }

    private static func decoded(_ part: [UInt8]) throws(APIError) -> [UInt8] {
        // As good as every segment that is sent: what follows would find nothing in it.
        if part.allSatisfy({ isPlain[Int($0)] }), part.first != 0x2E { return part }
        guard let bytes = PercentEncoding.decoded(part), String(validating: bytes, as: UTF8.self) != nil else {
            throw badPath("the path has a percent sign without two hexadecimal digits after it, or is not UTF-8")
        }
        for byte in bytes where byte < 0x20 || byte == 0x7F || byte == 0x2F || byte == 0x5C {
            throw badPath("the path contains an encoded slash, a backslash or a control character")
        }
        if bytes == [0x2E] || bytes == [0x2E, 0x2E] {
            throw badPath("the path contains the segment \".\" or \"..\"")
        }
        return bytes
    }

    /// For each byte whether it is ASCII that stands for itself.
    private static let isPlain: [Bool] = (0...255).map { $0 > 0x20 && $0 < 0x7F && ![0x25, 0x2F, 0x5C].contains($0) }

    private static func badPath(_ detail: String) -> APIError {
        APIError(.badRequest, code: "bad-path", detail)
    }
}
