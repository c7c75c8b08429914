/// The trace that a request belongs to (W3C Trace Context §3.2.2.3): a number of 128 bits, not all zero.
public struct TraceID: Sendable, Hashable {
    public let upper: UInt64
    public let lower: UInt64

    /// Creates a trace ID from its first and last 64 bits, which must not both be 0.
    public init(upper: UInt64, lower: UInt64) {
        self.upper = upper
        self.lower = lower
    }

    /// Reads the trace ID in the value of `traceparent`; `nil` for a value that the standard requires recipients to ignore.
    public init?(traceparent: String) {
        var text = traceparent
        guard let trace = text.withUTF8({ TraceID(traceparent: $0) }) else { return nil }
        self = trace
    }

    /// Reads `version "-" trace-id "-" parent-id "-" trace-flags` in lower case. A version after 00 may have further parts. `nil` for other text, for
    /// version ff, and for an ID of zeros.
    init?(traceparent bytes: Bytes) {
        guard bytes.count >= 55, bytes[2] == ASCII.hyphen, bytes[35] == ASCII.hyphen, bytes[52] == ASCII.hyphen,
            let version = Self.number(bytes, 0..<2), version != 0xFF, let upper = Self.number(bytes, 3..<19),
            let lower = Self.number(bytes, 19..<35), let parent = Self.number(bytes, 36..<52), parent != 0,
            Self.number(bytes, 53..<55) != nil, upper | lower != 0,
            bytes.count == 55 || (version != 0 && bytes[55] == ASCII.hyphen)
        else { return nil }
        self.init(upper: upper, lower: lower)
    }

    /// The trace ID as 32 hexadecimal digits in lower case.
    public var text: String { upper.hexadecimalText + lower.hexadecimalText }

    private static func number(_ bytes: Bytes, _ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let byte = bytes[index]
            guard let digit = ASCII.hexadecimal(byte), ASCII.lowered(byte) == byte else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}
