import Glibc

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) equals its IPv4 address.
public struct IPAddress: Sendable, Hashable {
    /// The first 64 bits as a number, with the first byte as the most significant. An IPv4 address is stored in its mapped form.
    public let upper: UInt64
    public let lower: UInt64

    private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

    init(upper: UInt64, lower: UInt64) {
        self.upper = upper
        self.lower = lower
    }

    /// Creates an IPv4 address from a number whose most significant byte is the first byte of the address.
    public init(ipv4 address: UInt32) { self.init(upper: 0, lower: Self.mappedPrefix | UInt64(address)) }

    /// Reads an address in the text forms of inet_pton(3); `nil` for other text.
    public init?(_ text: String) {
        var text = text
        guard let address = text.withUTF8({ IPAddress($0) }) else { return nil }
        self = address
    }

    /// Reads an address in the text forms of inet_pton(3), without an allocation; `nil` for other text.
    public init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard !text.isEmpty, text.count < Int(INET6_ADDRSTRLEN), !text.contains(0) else { return nil }
        let read = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 1) { buffer -> IPAddress? in
            _ = buffer.update(from: text)
            buffer[text.count] = 0
            return buffer.withMemoryRebound(to: CChar.self) { characters in
                var ipv4 = in_addr()
                if inet_pton(AF_INET, characters.baseAddress, &ipv4) == 1 {
                    return IPAddress(ipv4: UInt32(bigEndian: ipv4.s_addr))
                }
                var words: (UInt64, UInt64) = (0, 0)
                guard inet_pton(AF_INET6, characters.baseAddress, &words) == 1 else { return nil }
                return IPAddress(upper: UInt64(bigEndian: words.0), lower: UInt64(bigEndian: words.1))
            }
        }
        guard let read else { return nil }
        self = read
    }

    /// The IPv4 address as a number, with the first byte as the most significant; `nil` for IPv6.
    public var ipv4: UInt32? {
        upper == 0 && lower & ~0xFFFF_FFFF == Self.mappedPrefix ? UInt32(truncatingIfNeeded: lower) : nil
    }

    /// Returns the address with only its first `bits` bits, from 0 to 32 for IPv4 and from 0 to 128 for IPv6, and zeros after them.
    public func masked(to bits: Int) -> IPAddress {
        let bits = ipv4 == nil ? bits : bits + 96
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits)) }
        return IPAddress(upper: upper & mask(bits), lower: lower & mask(bits - 64))
    }

    /// The maximum length in bytes of the text of an address, with the NUL of inet_ntop(3).
    public static let textCapacity = Int(INET6_ADDRSTRLEN)

    /// Writes the address as text (RFC 4291 §2.2) to memory for `textCapacity` bytes, without an allocation, and returns the length without a NUL.
    public func writeText(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        precondition(buffer.count >= Self.textCapacity, "the buffer has no room for an address")
        // Every request's log line has an address, and inet_ntop prints IPv4 with printf, ten times slower.
        if let ipv4 { return Self.writeText(ofIPv4: ipv4, to: buffer) }
        var words = (upper.bigEndian, lower.bigEndian)
        return buffer.withMemoryRebound(to: CChar.self) { text in
            inet_ntop(AF_INET6, &words, text.baseAddress, socklen_t(text.count)).map { strlen($0) } ?? 0
        }
    }

    private static func writeText(ofIPv4 address: UInt32, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var count = 0
        func append(_ byte: UInt8) {
            buffer[count] = byte
            count += 1
        }
        var shift: UInt32 = 32
        while shift > 0 {
            shift -= 8
            let number = UInt8(truncatingIfNeeded: address >> shift)
            if shift < 24 { append(UInt8(ascii: ".")) }
            if number >= 100 { append(UInt8(ascii: "0") + number / 100) }
            if number >= 10 { append(UInt8(ascii: "0") + number / 10 % 10) }
            append(UInt8(ascii: "0") + number % 10)
        }
        return count
    }
}
