import Logging

/// A log line that is written repeatedly with different times, identifiers, texts and two numbers. The constant parts are encoded once and written in
/// one copy. A class, so that looking up a line costs one reference count.
public final class RepeatedLine: Sendable {
    /// The line up to the added fields, with zeros in place of the time and the identifiers.
    let head: [UInt8]
    /// The position of the time in `head`.
    let timeOffset: Int
    /// The position in `head` of each word of the identifiers. A word has sixteen digits.
    let wordOffsets: [Int]
    let countKey: [UInt8]
    let durationKey: [UInt8]
    let end: [UInt8]

    /// Encodes the constant parts of a line.
    ///
    /// - Parameters:
    ///   - label: the value of the field "logger".
    ///   - metadata: the fields that are the same in each line.
    ///   - identifiers: the fields with hexadecimal numbers, and the number of 64-bit words of each.
    ///   - count: the key of a whole number.
    ///   - duration: the key of a duration, written in milliseconds with three decimals.
    public init(
        level: Logger.Level, label: String, message: String, metadata: Logger.Metadata,
        identifiers: [(key: String, words: Int)] = [], count: String, duration: String, format: LogFormat
    ) {
        let line = LogLine(
            timestamp: Timestamp(milliseconds: 0), level: level, label: label, message: message, metadata: metadata
        ).bytes(format)
        let isJSON = format == .json
        timeOffset = (isJSON ? #"{"ts":""# : "").utf8.count
        end = Array((isJSON ? "}\n" : "\n").utf8)
        var head = Array(line.dropLast(end.count))
        var wordOffsets: [Int] = []
        for (key, words) in identifiers {
            let field = LineField(key, format: format)
            head += field.start
            for _ in 0..<words {
                wordOffsets.append(head.count)
                head += repeatElement(UInt8(ascii: "0"), count: 16)
            }
            if field.hasEnd { head.append(UInt8(ascii: "\"")) }
        }
        self.head = head
        self.wordOffsets = wordOffsets
        countKey = Array((isJSON ? #","\#(count)":"# : " \(count)=").utf8)
        durationKey = Array((isJSON ? #","\#(duration)":"# : " \(duration)=").utf8)
    }
}

/// A field whose text differs in each repeated line.
public final class LineField: Sendable {
    let start: [UInt8]
    /// Whether a quotation mark follows the text of the field.
    let hasEnd: Bool

    /// Creates a field. `isQuoted` applies to the text format; in JSON, the text is always quoted. The key is not escaped.
    public init(_ key: String, isQuoted: Bool = false, format: LogFormat) {
        let isJSON = format == .json
        start = Array((isJSON ? #","\#(key)":""# : isQuoted ? #" \#(key)=""# : " \(key)=").utf8)
        hasEnd = isJSON || isQuoted
    }
}

/// A writer of repeated lines into its own `LogLane`, confined to one thread or event loop.
public struct LineWriter: ~Copyable {
    /// The size in bytes of the buffer for one line. A line that might not fit into the buffer is dropped and counted.
    private static let capacity = 2 * LogLine.lineLimit

    /// The room for the fields added to one line, in bytes.
    private static let fieldRoom = 4096

    private var isDropped = false
    private var fieldEnd = 0
    private let lane: LogLane
    private let line: UnsafeMutablePointer<UInt8>
    private var count = 0
    /// The text of the time `second`, from the year to the dot before the milliseconds.
    private var timeText: [UInt8] = []
    private var second = Int64.min

    /// The format of the lines.
    public let format: LogFormat

    init(lane: LogLane, format: LogFormat) {
        self.lane = lane
        self.format = format
        line = .allocate(capacity: Self.capacity)
    }

    deinit { line.deallocate() }

    /// Begins a line. Call `set` and `add` for its parts, and then `end`. The parts of a line that does not fit are ignored.
    ///
    /// - Parameter milliseconds: the time since 1970-01-01T00:00:00Z, not negative.
    public mutating func begin(_ repeated: RepeatedLine, at milliseconds: Int64) {
        // Room for the fields, two numbers of 20 digits and a dot.
        let length = repeated.head.count + repeated.countKey.count + repeated.durationKey.count + 128 + Self.fieldRoom
        isDropped = length > Self.capacity
        guard !isDropped else { return }
        let (second, thousandth) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        if second != self.second {
            self.second = second
            timeText.removeAll(keepingCapacity: true)
            Timestamp(milliseconds: second * 1000).append(to: &timeText)
            timeText.removeLast(4)
        }
        count = 0
        append(repeated.head)
        let headEnd = count
        count = repeated.timeOffset
        append(timeText)
        append(UInt64(thousandth), digits: 3)
        count = headEnd
        fieldEnd = count + Self.fieldRoom
    }

    /// Writes one 64-bit word of an identifier, between `begin` and `end`.
    ///
    /// - Parameters:
    ///   - digits: sixteen hexadecimal digits in ASCII, eight in each number, with the first digit in the most significant byte.
    ///   - index: the index of the word, from 0, counted over all identifiers of the line.
    public mutating func set(_ digits: (UInt64, UInt64), at index: Int, of repeated: RepeatedLine) {
        guard !isDropped else { return }
        let place = UnsafeMutableRawPointer(line + repeated.wordOffsets[index])
        place.storeBytes(of: digits.0.bigEndian, as: UInt64.self)
        place.storeBytes(of: digits.1.bigEndian, toByteOffset: 8, as: UInt64.self)
    }

    /// Adds a field whose text is visible ASCII without quotes or backslashes. Leaves the field out if the room for fields is used up.
    public mutating func add(_ field: LineField, plain text: UnsafeBufferPointer<UInt8>) {
        guard !isDropped, count + field.start.count + text.count + 1 <= fieldEnd else { return }
        append(field.start)
        append(text)
        if field.hasEnd { append(UInt8(ascii: "\"")) }
    }

    /// Adds a field with any bytes. A text of more than `limit` bytes is cut and ends with "…". Leaves the field out if the room for fields is used
    /// up. Bytes are escaped one by one, so that a client cannot end the line, move a terminal's cursor or cause invalid UTF-8.
    public mutating func add(_ field: LineField, escaping text: UnsafeBufferPointer<UInt8>, limit: Int) {
        let shown = UnsafeBufferPointer(rebasing: text[..<min(text.count, limit)])
        guard !isDropped, count + field.start.count + shown.count * 6 + 4 <= fieldEnd else { return }
        append(field.start)
        if Self.arePlain(shown) {
            append(shown)
        } else {
            for byte in shown { append(escaping: byte) }
        }
        if shown.count < text.count { append("…") }
        if field.hasEnd { append(UInt8(ascii: "\"")) }
    }

    /// Ends the line and passes it to the lane. `number` and `nanoseconds` are the values of the fields that `RepeatedLine.init` names with `count`
    /// and `duration`.
    public mutating func end(_ repeated: RepeatedLine, count number: UInt64, nanoseconds: UInt64) {
        guard !isDropped else { return lane.drop() }
        append(repeated.countKey)
        append(number)
        append(repeated.durationKey)
        append(nanoseconds / 1_000_000)
        append(UInt8(ascii: "."))
        append(nanoseconds / 1000 % 1000, digits: 3)
        append(repeated.end)
        lane.write(UnsafeBufferPointer(start: line, count: count))
    }

    /// Returns whether no byte needs an escape. Compares eight bytes at a time, because every request has a path and most requests have a user agent.
    private static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return true }
        let ones: UInt64 = 0x0101_0101_0101_0101
        /// Returns a word in which at least one byte has its highest bit set if `word` contains `byte` (Hacker's Delight §6-1).
        func found(_ byte: UInt64, in word: UInt64) -> UInt64 {
            let rest = word ^ ones &* byte
            return (rest &- ones) & ~rest
        }
        var index = 0
        while index + 8 <= bytes.count {
            let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // The subtraction sets the bit of a byte below 0x20, and the word itself has the bit of a byte above 0x7F.
            let special =
                (word &- ones &* 0x20) | word | found(0x22, in: word) | found(0x5C, in: word) | found(0x7F, in: word)
            guard special & ones << 7 == 0 else { return false }
            index += 8
        }
        return bytes[index...].allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte <= 0x7E && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            append(UInt8(ascii: "\\"))
            append(byte)
        case 0x20...0x7E: append(byte)
        default:
            append("\\u00")
            append(Self.digit(byte >> 4))
            append(Self.digit(byte & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    private mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        (line + count).update(from: base, count: bytes.count)
        count += bytes.count
    }

    private mutating func append(_ byte: UInt8) {
        line[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: borrowing [UInt8]) {
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            (line + count).update(from: base, count: source.count)
        }
        count += bytes.count
    }

    private mutating func append(_ number: UInt64) {
        var digits = 1
        var head = number
        while head >= 10 {
            head /= 10
            digits += 1
        }
        append(number, digits: digits)
    }

    private mutating func append(_ number: UInt64, digits: Int) {
        var rest = number
        for index in stride(from: count + digits - 1, through: count, by: -1) {
            line[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += digits
    }
}
