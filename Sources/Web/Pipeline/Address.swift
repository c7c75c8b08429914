import HTTP

/// Who asks, as limits by address count.
public struct Address: Sendable, Hashable {
    let ip: IPAddress

    /// Reads the text forms of inet_pton(3). An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) is read as
    /// the IPv4 address that it is.
    public init?(_ text: String) {
        guard let ip = IPAddress(text) else { return nil }
        self.ip = ip
    }

    /// What one subscriber holds: the address itself, or the /64 of an IPv6 address, of which he may use any
    /// (RFC 6177). Limits by address count by this.
    public var subscriber: Address { Address(ip.ipv4 == nil ? ip.masked(to: 64) : ip) }

    /// 0.0.0.0, where there is no address.
    public static let none = Address(IPAddress(ipv4: 0))

    private init(_ ip: IPAddress) { self.ip = ip }
}

/// The addresses that share a prefix (RFC 4632 §3.1): "10.0.0.0/8"; a bare address is a range of one.
struct AddressRange: Sendable, Hashable {
    private let first: IPAddress
    private let bits: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
        let width = address.ipv4 == nil ? 128 : 32
        guard parts.count == 2 else {
            bits = width
            first = address
            return
        }
        guard parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let bits = Int(parts[1]), bits <= width else {
            return nil
        }
        self.bits = bits
        first = address.masked(to: bits)
    }

    func contains(_ other: IPAddress) -> Bool {
        (other.ipv4 == nil) == (first.ipv4 == nil) && other.masked(to: bits) == first
    }
}
