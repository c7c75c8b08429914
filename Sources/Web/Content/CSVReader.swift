/// A reader of comma-separated values (RFC 4180). O(bytes).
///
/// A line may end in LF alone, as most programs write it. A quote within an unquoted field, or text after a closing quote, is a `Fault`.
public struct CSVReader: Sendable {
    /// A record: one line, or several lines if a quoted field contains line ends.
    public struct Record: Sendable, Hashable {
        /// The number of the line on which the record begins, from 1.
        public let line: Int
        public let fields: [String]
    }

    /// The error for a record that breaks a rule. Call `skipLine()` to continue with the next line.
    public struct Fault: Error, Sendable, Hashable {
        /// The number of the line at fault, from 1.
        public let line: Int
        /// The broken rule, as the rest of a sentence that begins with the line number.
        public let reason: String
    }

    private var bytes: [UInt8]
    private var index = 0
    private let fieldLimit: Int
    /// The number of the line that is read next, from 1.
    public private(set) var line = 1

    /// Creates a reader of a text, with or without a byte order mark.
    ///
    /// - Parameter fieldLimit: the largest number of fields in a record; a record with more fields is a fault.
    public init(_ bytes: [UInt8], fieldLimit: Int = .max) {
        self.bytes = bytes
        self.fieldLimit = fieldLimit
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Whether all bytes passed so far have been read. If more bytes follow, the last record may be incomplete.
    public var isAtEnd: Bool { index >= bytes.count }

    /// The number of bytes passed to the reader and not yet read.
    public var remaining: Int { max(0, bytes.count - index) }

    /// Appends bytes and frees the bytes already read. O(unread bytes + appended bytes).
    public mutating func append(_ more: [UInt8]) {
        bytes.removeSubrange(..<min(index, bytes.count))
        index = 0
        bytes += more
    }

    /// Returns the next record; `nil` at the end of the bytes passed so far. Skips blank lines.
    public mutating func next() throws(Fault) -> Record? {
        while skipLineEnd() {}
        guard index < bytes.count else { return nil }
        let start = line
        var fields = [try field()]
        while index < bytes.count, bytes[index] == UInt8(ascii: ",") {
            guard fields.count < fieldLimit else {
                throw Fault(line: line, reason: "must have at most \(fieldLimit) fields")
            }
            index += 1
            fields.append(try field())
        }
        guard index == bytes.count || skipLineEnd() else {
            throw Fault(
                line: line,
                reason: "has text after a closing quote, or a quote in an unquoted field; "
                    + "quote the field and double the quotes inside it")
        }
        return Record(line: start, fields: fields)
    }

    /// Skips the rest of a line that has a fault. Returns whether the end of the line was found.
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
        throw Fault(line: start, reason: "has an opening quote without a closing quote; add the closing quote")
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
            throw Fault(line: line, reason: "is not UTF-8; save the file as UTF-8")
        }
        return text
    }
}
