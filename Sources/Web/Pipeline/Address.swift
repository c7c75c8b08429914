#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address as its bytes, most significant first.
public struct Address: Sendable, Hashable {
    /// 4 or 16 of them.
    let bytes: [UInt8]

    /// Reads the text forms of inet_pton(3). An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) is read as
    /// the IPv4 address that it is.
    public init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
        } else {
            return nil
        }
    }

    /// What one subscriber holds: the address itself, or the /64 of an IPv6 address, of which he may use any
    /// (RFC 6177). Limits by address count by this.
    public var subscriber: Address { Address(bytes: bytes.count == 4 ? bytes : Array(bytes.prefix(8))) }

    /// 0.0.0.0, where there is no address.
    public static let none = Address(bytes: [0, 0, 0, 0])

    private init(bytes: [UInt8]) { self.bytes = bytes }
}

/// The addresses that share a prefix (RFC 4632 §3.1): "10.0.0.0/8"; a bare address is a range of one.
struct AddressRange: Sendable, Hashable {
    private let address: Address
    private let bits: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = Address(String(parts[0])) else { return nil }
        let width = address.bytes.count * 8
        self.address = address
        guard parts.count == 2 else {
            bits = width
            return
        }
        guard parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let bits = Int(parts[1]), bits <= width else {
            return nil
        }
        self.bits = bits
    }

    func contains(_ other: Address) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let whole = bits / 8
        guard address.bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
        guard bits % 8 > 0 else { return true }
        let mask = ~(UInt8.max >> (bits % 8))
        return address.bytes[whole] & mask == other.bytes[whole] & mask
    }
}
