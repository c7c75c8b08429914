import ConcertNotes

/// The query `?database1={name}&database2={name}…`, parsed as tolerantly as the phones of 2013 require (spec N5, I1, I21). Every query is valid.
struct PieceQuery: Sendable, Hashable {
    /// The normal forms of the names, in the order of their numbers. Gaps in the numbers are ignored, and repeated names stay.
    let keys: [String]
    /// Whether the last field `v` of the query is `2`, which requests key signatures and intensity (spec D1).
    let isExtended: Bool

    /// Parses a percent-encoded query. `query` is `nil` for a target without a query.
    init(_ query: String?) {
        var names: [(number: Number, key: String)] = []
        var isExtended = false
        for part in Self.fields(of: query ?? "") {
            let name = Self.decoded(part.prefix { $0 != UInt8(ascii: "=") })
            let value = Self.decoded(part.drop { $0 != UInt8(ascii: "=") }.dropFirst())
            if name == "v" {
                isExtended = value == "2"
            } else if let number = Number(ofField: name) {
                names.append((number, PieceName.key(of: value)))
            }
        }
        // Names with the same number keep their order, because sorting is stable.
        keys = names.sorted { $0.number < $1.number }.map(\.key)
        self.isExtended = isExtended
    }

    /// Returns the parts between ampersands. Phones do not escape an ampersand in a name, so a part without "=" belongs to the value before it.
    private static func fields(of query: String) -> [Substring.UTF8View.SubSequence] {
        let text = query[...].utf8
        var fields: [Substring.UTF8View.SubSequence] = []
        for part in text.split(separator: UInt8(ascii: "&")) {
            if let last = fields.last, !part.contains(UInt8(ascii: "=")), last.contains(UInt8(ascii: "=")) {
                fields[fields.count - 1] = text[last.startIndex..<part.endIndex]
            } else {
                fields.append(part)
            }
        }
        return fields
    }

    /// The digits of N in `databaseN`, of any length, without leading zeros.
    private struct Number: Comparable {
        private let digits: [UInt8]

        init?(ofField name: String) {
            let bytes = Array(name.utf8)
            let prefix = Array("database".utf8)
            guard bytes.count > prefix.count, zip(bytes, prefix).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
            let digits = bytes[prefix.count...]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            self.digits = Array(digits.drop { $0 == 0x30 })
        }

        static func < (left: Self, right: Self) -> Bool {
            left.digits.count == right.digits.count
                ? left.digits.lexicographicallyPrecedes(right.digits) : left.digits.count < right.digits.count
        }
    }

    /// Decodes percent escapes and plus signs. Invalid escapes stay as written, and invalid UTF-8 becomes U+FFFD, which the normal form of a name
    /// omits.
    private static func decoded(_ text: Substring.UTF8View.SubSequence) -> String {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            var byte = text[index]
            let rest = text[text.index(after: index)...]
            if byte == UInt8(ascii: "+") {
                byte = 0x20
            } else if byte == UInt8(ascii: "%"), let escaped = hexadecimal(rest.prefix(2)) {
                byte = escaped
                index = rest.index(after: rest.startIndex)
            }
            bytes.append(byte)
            index = text.index(after: index)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: Substring.UTF8View.SubSequence) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: value = value << 4 | (digit - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | ((digit | 0x20) - 0x57)
            default: return nil
            }
        }
        return value
    }
}
