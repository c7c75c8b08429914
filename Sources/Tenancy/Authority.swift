/// The conversion of a request's authority (RFC 9110 §7.2) to the host name of a tenant: lower case, without port, brackets and final dot.
enum Authority {
    /// The maximum length of a DNS name in bytes, without the final dot (RFC 1035 §2.3.4).
    static let longestName = 253

    /// Writes the host name into `name`, which must have room for `longestName` bytes, and returns its length, 0 for an empty authority. Returns
    /// `nil` for an invalid port or host, such as a non-ASCII name, which clients send in its ASCII form. Does not allocate.
    static func normalise(_ authority: UnsafeBufferPointer<UInt8>, into name: UnsafeMutableBufferPointer<UInt8>) -> Int?
    {
        guard let first = authority.first else { return 0 }
        let host: Slice<UnsafeBufferPointer<UInt8>>
        let isLiteral = first == UInt8(ascii: "[")
        let end: Int
        if isLiteral {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = authority[1..<bracket]
            end = bracket + 1
        } else {
            end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            host = authority[..<end].last == UInt8(ascii: ".") ? authority[..<(end - 1)] : authority[..<end]
        }
        guard isPort(authority[end...]), !host.isEmpty, host.count <= longestName, host.last != UInt8(ascii: ".") else {
            return nil
        }
        for (number, byte) in host.enumerated() {
            guard let lowered = isLiteral ? address(byte) : label(byte) else { return nil }
            name[number] = lowered
        }
        return host.count
    }

    /// Returns the host name of an authority, an empty text for an empty authority, or `nil` for an invalid host or port.
    static func normalised(_ authority: String) -> String? {
        var authority = authority
        return authority.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestName) { name in
                normalise(bytes, into: name).map { String(decoding: name[..<$0], as: UTF8.self) }
            }
        }
    }

    /// Returns whether the text after the host is empty or a colon and a port number. RFC 3986 §3.2.3 allows a colon without digits.
    private static func isPort(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let colon = bytes.first else { return true }
        guard colon == UInt8(ascii: ":"), bytes.count <= 6 else { return false }
        var port = 0
        for byte in bytes.dropFirst() {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
            port = port * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return port <= 65_535
    }

    private static func label(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }

    private static func address(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "."): byte
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte | 0x20
        default: nil
        }
    }
}
