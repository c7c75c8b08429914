/// The 512-byte header of a regular file in an archive in the `ustar` format (POSIX.1-2017, pax, "ustar Interchange Format").
///
/// A size of 8 GiB or more is a binary number with the highest bit of the field set, as in GNU tar, bsdtar and Python's tarfile.
public struct TarHeader: Sendable, Hashable {
    /// The length of a header in bytes. The content of a member is padded to a multiple of this length.
    public static let blockSize = 512

    /// The name: 1 to 100 visible ASCII characters.
    public let name: String
    /// The size of the content, in bytes.
    public let size: Int
    /// The modification time, in seconds since 1970.
    public let modified: Int

    /// Creates a header. Throws `name` for a name that is not 1 to 100 visible ASCII characters; the prefix field of `ustar` for longer names is not
    /// supported.
    public init(name: String, size: Int, modified: Int) throws(TarError) {
        guard name.utf8.count <= 100, Self.isName(name.utf8) else { throw .name(name) }
        self.name = name
        self.size = size
        self.modified = modified
    }

    /// The number of padding bytes after the content.
    public var padding: Int { (Self.blockSize - size % Self.blockSize) % Self.blockSize }

    /// The bytes of the header in an archive.
    public var bytes: [UInt8] {
        var head = [UInt8](repeating: 0, count: Self.blockSize)
        func put(_ text: String, at offset: Int) {
            head.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        put(name, at: 0)
        put(Self.octal(0o600, digits: 7), at: 100)
        put(Self.octal(0, digits: 7), at: 108)
        put(Self.octal(0, digits: 7), at: 116)
        if size < 1 << 33 {
            put(Self.octal(size, digits: 11), at: 124)
        } else {
            head[124] = 0x80
            for index in 0..<8 { head[128 + index] = UInt8(truncatingIfNeeded: size >> (8 * (7 - index))) }
        }
        put(Self.octal(modified, digits: 11), at: 136)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(Self.octal(Self.checksum(head), digits: 6), at: 148)
        head[155] = UInt8(ascii: " ")
        return head
    }

    /// Reads a header from its 512 bytes; `nil` if the bytes are not a valid `ustar` header of a regular file with a name in visible ASCII
    /// characters, or if the name uses the prefix field.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.blockSize, Self.number(bytes[148..<156]) == Self.checksum(bytes),
            Array(bytes[257..<262]) == Array("ustar".utf8), bytes[156] == UInt8(ascii: "0") || bytes[156] == 0,
            bytes[345] == 0,
            let size = Self.number(bytes[124..<136]), let modified = Self.number(bytes[136..<148])
        else { return nil }
        let name = String(decoding: bytes[0..<100].prefix { $0 != 0 }, as: UTF8.self)
        guard let header = try? TarHeader(name: name, size: size, modified: modified) else { return nil }
        self = header
    }

    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns the sum of all bytes, with spaces for the checksum field.
    private static func checksum(_ head: [UInt8]) -> Int {
        head.reduce(0) { $0 + Int($1) } - head[148..<156].reduce(0) { $0 + Int($1) } + 8 * 0x20
    }

    private static func octal(_ value: Int, digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if field.first == 0x80 {
            guard field.dropFirst().prefix(field.count - 9).allSatisfy({ $0 == 0 }), field.suffix(8).first ?? 0 < 0x40
            else { return nil }
            return field.suffix(8).reduce(0) { $0 << 8 | Int($1) }
        }
        let digits = field.prefix { $0 != 0 && $0 != 0x20 }
        // `Int(_:radix:)` also accepts a sign.
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
