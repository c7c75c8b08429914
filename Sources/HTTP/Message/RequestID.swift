import Synchronization

/// The identifier of one request, sent as `X-Request-ID` and in the body of 5xx problems, and written to the log.
///
/// The identifier is not secret. It has 64 bits, so that a person can read it out on the telephone. A generator counts from a random start and mixes
/// each count with a bijection, the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators"); random bits
/// from the system would cost a system call.
public struct RequestID: Sendable, Hashable {
    public let bits: UInt64

    public init(bits: UInt64) { self.bits = bits }

    private static let shared = Atomic<UInt64>(.random(in: .min ... .max))

    /// Returns a new identifier, on any thread. Event loops have their own generators.
    public static func next() -> RequestID {
        RequestID(
            bits: IdentifierGenerator.mixed(shared.wrappingAdd(IdentifierGenerator.step, ordering: .relaxed).newValue))
    }

    /// The identifier as sixteen hexadecimal digits.
    public var text: String { bits.hexadecimalText }
}

/// The generator of the identifiers that one event loop assigns, confined to that loop.
struct IdentifierGenerator {
    static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var count = UInt64.random(in: .min ... .max)

    mutating func next() -> UInt64 {
        count &+= Self.step
        return Self.mixed(count)
    }

    static func mixed(_ count: UInt64) -> UInt64 {
        var bits = count
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

extension UInt64 {
    /// The number as sixteen hexadecimal digits.
    var hexadecimalText: String {
        let digits = hexadecimalDigits
        return withUnsafeBytes(of: (digits.0.bigEndian, digits.1.bigEndian)) { String(decoding: $0, as: UTF8.self) }
    }

    /// The sixteen hexadecimal digits, with the first digit in the most significant byte of the first word.
    @inline(__always)
    public var hexadecimalDigits: (UInt64, UInt64) {
        func digits(_ half: UInt32) -> UInt64 {
            var nibbles = UInt64(half)
            nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
            nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
            nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
            // 1 in each byte whose digit is a letter.
            let letters = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
            return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39
        }
        return (digits(UInt32(truncatingIfNeeded: self >> 32)), digits(UInt32(truncatingIfNeeded: self)))
    }
}
