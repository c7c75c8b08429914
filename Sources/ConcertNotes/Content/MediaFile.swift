import Crypto

/// A picture, screen or programme book, with a public name whose ending matches its content.
public struct MediaFile: Sendable, Hashable {
    public let name: String
    public let kind: MediaKind
    public let content: [UInt8]
    /// The hash under which the content is stored, once for each tenant.
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

    /// The largest file in bytes.
    public static let byteLimit = 16 << 20

    /// Returns whether a name is safe in a web address, a header field and a file system: 1 to 105 ASCII letters, digits, `_`,
    /// `.` and `-`, where the first character is neither `.` nor `-`.
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
