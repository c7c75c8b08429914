import Synchronization

/// The name of one request in the log, and in the body of an answer that says something broke.
enum RequestID {
    private static let count = Atomic<UInt64>(.random(in: .min ... .max))

    /// 64 bits in hexadecimal: told to a person on the telephone, never a secret. No two of a process are equal, and those
    /// of two processes as good as never: a count from a random start, mixed by a bijection (Steele, Lea and Flood,
    /// "Fast splittable pseudorandom number generators", the finaliser of SplitMix64). Random bits of the system would
    /// cost each request a system call.
    static func next() -> String {
        var bits = count.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 16) { buffer in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(60 - 4 * index)) & 15
                buffer[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
            }
            return 16
        }
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
