/// Reads the parts that versions and ranges of versions are written with.
struct VersionReader {
    /// What npm takes at most, `Number.MAX_SAFE_INTEGER`; one more still fits 64 bits.
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

    /// Digits without a leading zero (semver.org §2).
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

    /// "-beta.1+build.7": the pre-release, with build metadata taken off; empty without one, `nil` when malformed.
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
    /// What §9 forbids in a number.
    fileprivate var hasLeadingZero: Bool { isNumber && bytes.count > 1 && bytes[0] == UInt8(ascii: "0") }
}
