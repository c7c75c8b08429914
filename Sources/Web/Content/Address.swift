import HTTP

/// The IP address of a client, for rate limits.
public struct Address: Sendable, Hashable {
    let ip: IPAddress

    /// Reads an address in a text form of inet_pton(3); an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) becomes IPv4. Returns `nil` for other text.
    public init?(_ text: String) {
        guard let ip = IPAddress(text) else { return nil }
        self.ip = ip
    }

    /// The key for rate limits: the IPv4 address, or the /64 of an IPv6 address, since one client may use a whole subnet (RFC 4291 §2.5.1).
    public var subscriber: Address { Address(ip.ipv4 == nil ? ip.masked(to: 64) : ip) }

    /// The address 0.0.0.0, for a client without an IP address.
    public static let none = Address(IPAddress(ipv4: 0))

    private init(_ ip: IPAddress) { self.ip = ip }
}

/// A range of addresses with the same prefix (RFC 4632 §3.1), such as "10.0.0.0/8". An address without a prefix length is a range of one address.
public struct AddressRange: Sendable, Hashable {
    private let first: IPAddress
    private let bits: Int

    /// Reads an address, or an address and a prefix length. Bits after the prefix are ignored. Returns `nil` for other text.
    public init?(_ text: String) {
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

    /// Returns whether an address is in the range.
    public func contains(_ other: IPAddress) -> Bool {
        (other.ipv4 == nil) == (first.ipv4 == nil) && other.masked(to: bits) == first
    }
}
