import Crypto

/// A picture, screen or programme book: its public name and its bytes, checked to be of one another's type.
public struct MediaFile: Sendable, Hashable {
    public let name: String
    public let kind: MediaKind
    public let content: [UInt8]
    /// Under this the bytes are stored, once for a tenant.
    public let sha256: [UInt8]

    public init(name: String, kind: MediaKind, content: [UInt8]) {
        self.name = name
        self.kind = kind
        self.content = content
        sha256 = Array(SHA256.hash(data: content))
    }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.sha256 == right.sha256 }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(sha256)
    }

    /// The most bytes that one file may have.
    public static let byteLimit = 16 << 20

    /// Whether a public name is safe in an address, a header field and a file system: ASCII letters, digits, `_`,
    /// `.` and `-`, not beginning with a point or dash, at most 100 and an ending.
    public static func isSafe(name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 105 else { return false }
        return isStem(first)
            && name.utf8.allSatisfy { isStem($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static func isStem(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }
}
