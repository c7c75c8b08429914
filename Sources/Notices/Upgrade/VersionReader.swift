/// A parser for the parts of versions and version ranges.
struct VersionReader {
    /// The maximum of each number in a version, as in npm (`Number.MAX_SAFE_INTEGER`).
    static let numberLimit: Int64 = 9_007_199_254_740_991

    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ text: StaticString) -> Bool {
        let wanted = text.withUTF8Buffer { Array($0) }
        guard rest.starts(with: wanted) else { return false }
        rest.removeFirst(wanted.count)
        return true
    }

    /// Reads digits without a leading zero (semver.org §2). Returns `nil` and reads nothing if no valid number follows.
    mutating func number() -> Int64? {
        let digits = rest.prefix(while: Self.isDigit)
        guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0"), digits.count <= 16 else {
            return nil
        }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        guard number <= Self.numberLimit else { return nil }
        rest.removeFirst(digits.count)
        return number
    }

    /// Reads a text such as "-beta.1+build.7" and returns the pre-release, which may be empty. Returns `nil` for a malformed text.
    mutating func qualifier() -> [VersionIdentifier]? {
        var prerelease: [VersionIdentifier] = []
        if skip("-") {
            guard let read = identifiers(), !read.contains(where: \.hasLeadingZero) else { return nil }
            prerelease = read
        }
        if skip("+"), identifiers() == nil { return nil }
        return prerelease
    }

    private mutating func identifiers() -> [VersionIdentifier]? {
        var read: [VersionIdentifier] = []
        repeat {
            let bytes = rest.prefix(while: Self.isIdentifier)
            guard !bytes.isEmpty else { return nil }
            read.append(VersionIdentifier(bytes))
            rest.removeFirst(bytes.count)
        } while skip(".")
        return read
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            || byte == UInt8(ascii: "-")
    }
}

extension VersionIdentifier {
    /// Whether this is a number with a leading zero, which semver.org §9 forbids.
    fileprivate var hasLeadingZero: Bool { isNumber && bytes.count > 1 && bytes[0] == UInt8(ascii: "0") }
}
