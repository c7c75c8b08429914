/// Reads comma-separated values (RFC 4180): fields in quotes may hold commas, line ends and doubled quotes.
///
/// A line may end in LF alone, as most programs of today write it; what RFC 4180 leaves undefined, a quote within an
/// unquoted field or text after a closing quote, is refused with its line rather than guessed at. O(bytes).
public struct CSVReader: Sendable {
    /// A line, or several where a field in quotes holds line ends.
    public struct Record: Sendable, Hashable {
        /// Of its first byte, from 1.
        public let line: Int
        public let fields: [String]
    }

    /// What cannot be read; `skipLine` goes on behind it.
    public struct Fault: Error, Sendable, Hashable {
        public let line: Int
        public let reason: String
    }

    private var bytes: [UInt8]
    private var index = 0
    private let fieldLimit: Int
    /// The line that is read next, from 1.
    public private(set) var line = 1

    /// - Parameters:
    ///   - bytes: with or without a byte order mark.
    ///   - fieldLimit: the most fields of a record.
    public init(_ bytes: [UInt8], fieldLimit: Int = .max) {
        self.bytes = bytes
        self.fieldLimit = fieldLimit
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Whether all that it has was read: where more follows, what was read last may have been cut short.
    public var isAtEnd: Bool { index >= bytes.count }

    /// How much was not read yet, in bytes.
    public var remaining: Int { max(0, bytes.count - index) }

    /// Puts more behind what was not read yet, and lets go of what was.
    public mutating func append(_ more: [UInt8]) {
        bytes.removeSubrange(..<min(index, bytes.count))
        index = 0
        bytes += more
    }

    /// The next record, `nil` at the end. Blank lines between records are skipped.
    public mutating func next() throws(Fault) -> Record? {
        while skipLineEnd() {}
        guard index < bytes.count else { return nil }
        let start = line
        var fields = [try field()]
        while index < bytes.count, bytes[index] == UInt8(ascii: ",") {
            guard fields.count < fieldLimit else {
                throw Fault(line: line, reason: "has more than \(fieldLimit) fields")
            }
            index += 1
            fields.append(try field())
        }
        guard index == bytes.count || skipLineEnd() else {
            throw Fault(line: line, reason: "has text after a closing quote, or a quote in a field without quotes")
        }
        return Record(line: start, fields: fields)
    }

    /// Leaves the rest of the line in which a fault was found, so that one bad record does not hide the others.
    ///
    /// - Returns: whether the line's end was there.
    @discardableResult
    public mutating func skipLine() -> Bool {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        return skipLineEnd()
    }

    private mutating func skipLineEnd() -> Bool {
        guard index < bytes.count else { return false }
        let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        guard isPair || bytes[index] == 0x0A else { return false }
        index += isPair ? 2 : 1
        line += 1
        return true
    }

    private mutating func field() throws(Fault) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return try plainField() }
        let start = line
        index += 1
        var content: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard index < bytes.count, bytes[index] == byte else { return try text(content[...], line: start) }
                index += 1
            } else if byte == 0x0A {
                line += 1
            }
            content.append(byte)
        }
        throw Fault(line: start, reason: "opens a quote that is never closed")
    }

    private mutating func plainField() throws(Fault) -> String {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A { break }
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { break }
            index += 1
        }
        return try text(bytes[start..<index], line: line)
    }

    private func text(_ content: ArraySlice<UInt8>, line: Int) throws(Fault) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Fault(line: line, reason: "is not UTF-8")
        }
        return text
    }
}
