/// The percent-decoded segments of a request's path (RFC 3986 §3.3, §6.2.2).
///
/// Malformed percent-encoding, "%2F", a backslash, a control character, the segments "." and "..", and bytes that are not UTF-8 are refused, so that
/// no proxy reads a path differently.
struct PathSegments: Sendable, Hashable {
    /// The segments after the leading slash; "/" has one empty segment.
    let segments: [[UInt8]]

    /// Splits and decodes a path as sent. Throws 400 for a segment that is refused.
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
        // Nearly all segments contain nothing to decode or refuse.
        if part.allSatisfy({ isPlain[Int($0)] }), part.first != 0x2E { return part }
        guard let bytes = PercentEncoding.decoded(part) else {
            throw badPath("a percent sign in the path must be followed by two hexadecimal digits")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw badPath("the path must be percent-encoded UTF-8")
        }
        for byte in bytes {
            switch byte {
            case 0x2F: throw badPath("the path must not contain an encoded slash")
            case 0x5C: throw badPath("the path must not contain a backslash")
            case 0..<0x20, 0x7F: throw badPath("the path must not contain control characters")
            default: break
            }
        }
        if bytes == [0x2E] || bytes == [0x2E, 0x2E] {
            throw badPath("the path must not contain the segment \".\" or \"..\"")
        }
        return bytes
    }

    /// For each byte, whether it needs neither decoding nor a check.
    private static let isPlain: [Bool] = (0...255).map { $0 > 0x20 && $0 < 0x7F && ![0x25, 0x2F, 0x5C].contains($0) }

    private static func badPath(_ detail: String) -> APIError {
        APIError(.badRequest, code: .badPath, detail)
    }
}
