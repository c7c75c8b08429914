import Cryptography

/// The identifiers of feeds in the podcast namespace.
enum FeedIdentifier {
    /// Returns the `podcast:guid` of a feed: a UUID version 5 (RFC 9562 §5.5) of the address without its scheme and trailing slashes.
    static func guid(of address: String) -> String {
        var name = Substring(address)
        if let scheme = name.firstRange(of: "://") { name = name[scheme.upperBound...] }
        while name.last == "/" { name.removeLast() }
        var bytes = Array(Insecure.SHA1.hash(data: namespace + Array(name.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }

    private static let namespace: [UInt8] = [
        0xEA, 0xD4, 0xC2, 0x36, 0xBF, 0x58, 0x58, 0xC6, 0xA2, 0xC6, 0xA6, 0xB2, 0x8D, 0x12, 0x8C, 0xB6,
    ]
}
