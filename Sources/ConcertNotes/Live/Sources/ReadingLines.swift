/// The lines of content that arrives in pieces, as in newline-delimited JSON. A line ends with LF or CR LF; the last line may end with the content.
struct ReadingLines: Sendable {
    /// The largest length of a line, in bytes. A longer line is returned without its bytes.
    static let limit = 4096

    /// A line that is not blank, with its number from 1.
    struct Line: Sendable, Hashable {
        let number: Int
        /// The bytes without the line's end; `nil` for a line of more than `limit` bytes.
        let bytes: [UInt8]?
    }

    private var rest: [UInt8] = []
    private var isTooLong = false
    private var number = 0

    /// Adds the next bytes of the content, and returns the lines that they complete. Blank lines are counted but not returned. O(bytes).
    mutating func add(_ piece: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
            hold(piece[start..<end])
            start = end + 1
            if let line = take() { lines.append(line) }
        }
        hold(piece[start...])
        return lines
    }

    /// Returns the last line if the content ends without a line end; `nil` if there is no such line or the line is blank.
    mutating func finish() -> Line? { take() }

    private mutating func hold(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong, rest.count + bytes.count <= Self.limit else {
            isTooLong = true
            rest = []
            return
        }
        rest += bytes
    }

    private mutating func take() -> Line? {
        number += 1
        defer {
            rest = []
            isTooLong = false
        }
        if isTooLong { return Line(number: number, bytes: nil) }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        return rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            ? nil : Line(number: number, bytes: rest)
    }
}
