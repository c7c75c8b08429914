/// The name of one request in the log, and in the body of an answer that says something broke.
enum RequestID {
    /// 64 random bits in hexadecimal: told to a person on the telephone, never a secret.
    static func next() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// The trace that a request belongs to (W3C Trace Context §3.2.2).
enum TraceParent {
    /// The trace id of a `traceparent` field of version 00, or `nil` when it is not one.
    static func traceID(_ field: String) -> String? {
        let parts = field.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 4, parts.map(\.count) == [2, 32, 16, 2], parts.joined().allSatisfy(isDigit),
            parts[0].elementsEqual("00".utf8), !parts[1].allSatisfy({ $0 == UInt8(ascii: "0") })
        else { return nil }
        return String(parts[1])
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
