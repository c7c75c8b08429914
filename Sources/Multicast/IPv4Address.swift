import Glibc

/// An IPv4 address, written as four decimal numbers such as "239.255.255.251".
public struct IPv4Address: Sendable, Hashable, LosslessStringConvertible {
    /// The address in network byte order.
    let raw: in_addr_t

    /// Reads four decimal numbers separated by dots; `nil` for other text, such as names and shortened forms.
    public init?(_ text: String) {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
        raw = address.s_addr
    }

    init(raw: in_addr_t) { self.raw = raw }

    /// Whether the address is in 224.0.0.0/4 (RFC 5771).
    public var isMulticast: Bool { in_addr_t(bigEndian: raw) >> 28 == 0xE }

    public var description: String {
        let host = in_addr_t(bigEndian: raw)
        return "\(host >> 24).\(host >> 16 & 0xFF).\(host >> 8 & 0xFF).\(host & 0xFF)"
    }
}
