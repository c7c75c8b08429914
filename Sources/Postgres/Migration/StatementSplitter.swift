/// Splits a script into statements at its semicolons. PostgreSQL runs a script that is sent as a whole in one transaction, in which it refuses
/// `CREATE INDEX CONCURRENTLY`.
///
/// Recognises strings, quoted identifiers, dollar quotes and nested comments (PostgreSQL §4.1), but not the bodies of `BEGIN ATOMIC` functions.
package struct StatementSplitter {
    private let bytes: [UInt8]
    private var index = 0

    private init(_ script: String) { bytes = Array(script.utf8) }

    /// Returns the statements without their semicolons, omitting those that are empty or only comments.
    package static func statements(of script: String) -> [String] {
        var splitter = StatementSplitter(script)
        var statements: [String] = []
        while let statement = splitter.next() { statements.append(statement) }
        return statements
    }

    private mutating func next() -> String? {
        while index < bytes.count {
            let start = index
            var isEmpty = true
            while index < bytes.count, bytes[index] != UInt8(ascii: ";") {
                let isCode = skipToken()
                if isCode { isEmpty = false }
            }
            // An unclosed string or comment extends one step past the end.
            let text = String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self)
            index += 1
            if !isEmpty { return text }
        }
        return nil
    }

    /// Skips a comment, a quoted token or one other byte. Returns `false` for white space or a comment.
    private mutating func skipToken() -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "-") where follows("-"):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            return false
        case UInt8(ascii: "/") where follows("*"):
            skipComment()
            return false
        case UInt8(ascii: "'"): skipQuoted("'", escapes: startsEscapeString)
        case UInt8(ascii: "\""): skipQuoted("\"", escapes: false)
        case UInt8(ascii: "$"): skipDollar()
        case 0...UInt8(ascii: " "):
            index += 1
            return false
        default: index += 1
        }
        return true
    }

    private func follows(_ character: Unicode.Scalar) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: character)
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if bytes[index] == UInt8(ascii: "/"), follows("*") {
                depth += 1
                index += 2
            } else if bytes[index] == UInt8(ascii: "*"), follows("/") {
                depth -= 1
                index += 2
            } else {
                index += 1
            }
        } while depth > 0 && index < bytes.count
    }

    /// Whether the quote opens an escape string `E'…'`. The E must not end a longer word.
    private var startsEscapeString: Bool {
        guard index > 0, bytes[index - 1] | 0x20 == UInt8(ascii: "e") else { return false }
        return index == 1 || !Self.isWord(bytes[index - 2])
    }

    /// Skips a quoted string or identifier. A doubled quote is read as the end of one string and the start of the next, with the same result.
    private mutating func skipQuoted(_ quote: Unicode.Scalar, escapes: Bool) {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: quote) {
            if escapes, bytes[index] == UInt8(ascii: "\\") { index += 1 }
            index += 1
        }
        index += 1
    }

    /// Skips `$tag$ … $tag$`. A parameter such as `$1`, or a dollar sign within a word, is not a quote.
    private mutating func skipDollar() {
        let start = index
        index += 1
        if start > 0, Self.isWord(bytes[start - 1]) { return }
        var end = index
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "$"), !(48...57).contains(bytes[index]) else { return }
        let tag = bytes[start...end]
        index = end + 1
        while index < bytes.count {
            if bytes[index...].starts(with: tag) {
                index += tag.count
                return
            }
            index += 1
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 128 || byte == UInt8(ascii: "_") || (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }
}
