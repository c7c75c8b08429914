/// The rule that refuses statements that a shared connection cannot run: COPY, transaction control such as COMMIT, and statements with an effect that
/// would outlive their transaction, such as LISTEN (spec S1.5).
///
/// The first words of a statement decide. Session-level advisory locks are not detected; exclusive connections release them when returned.
enum StatementRule {
    private static let refused: [StaticString] = [
        "begin", "start", "commit", "end", "rollback", "abort", "prepare", "execute", "deallocate", "discard", "reset",
        "listen", "unlisten", "copy", "load",
    ]
    /// The first words of most statements, which need no further check.
    private static let common: [StaticString] = ["select", "insert", "update", "delete", "with"]

    /// Returns the reason why the statement may not be sent; `nil` if it may be sent.
    static func objection(to statement: SQL) -> String? {
        if let start = statement.pieces.start, start.withUTF8Buffer(beginsWithCommonWord) { return nil }
        return objection(to: statement.text)
    }

    /// Returns the reason why the text may not be sent; `nil` if it may be sent.
    static func objection(to text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var words = Scanner(bytes: bytes)
            let first = words.next()
            if first.is("set") {
                let second = words.next()
                return second.is("local") || second.is("constraints")
                    ? nil : "SET outlives its transaction: use SET LOCAL"
            }
            if first.is("rollback"), words.next().is("to") { return nil }
            return refused.contains(where: first.is) ? "\(first.upperCased) is not allowed on a shared connection" : nil
        }
    }

    /// Returns whether the literal begins with a whole word of `common`. A word at the end of the literal may continue in the next literal.
    private static func beginsWithCommonWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var words = Scanner(bytes: bytes)
        let first = words.next()
        return words.index < bytes.count && common.contains(where: first.is)
    }

    private struct Word {
        let bytes: Slice<UnsafeBufferPointer<UInt8>>

        /// Returns whether the word equals a lower-case word, ignoring case.
        func `is`(_ word: StaticString) -> Bool {
            word.withUTF8Buffer { word in
                word.count == bytes.count && zip(word, bytes).allSatisfy { $0 == $1 | 0x20 }
            }
        }

        var upperCased: String { String(decoding: bytes, as: UTF8.self).uppercased() }
    }

    /// A reader of the first words of a statement, which skips white space, comments and opening parentheses.
    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0

        mutating func next() -> Word {
            skipSpace()
            let start = min(index, bytes.count)
            index = start
            while index < bytes.count {
                let letter = bytes[index] | 0x20
                guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { break }
                index += 1
            }
            return Word(bytes: bytes[start..<index])
        }

        private mutating func skipSpace() {
            while index < bytes.count {
                if bytes[index] <= UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "(") {
                    index += 1
                } else if starts("--") {
                    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
                } else if starts("/*") {
                    index += 2
                    while index < bytes.count, !starts("*/") { index += 1 }
                    index += 2
                } else {
                    return
                }
            }
        }

        private func starts(_ mark: StaticString) -> Bool {
            index + 1 < bytes.count && bytes[index] == mark.utf8Start[0] && bytes[index + 1] == mark.utf8Start[1]
        }
    }
}
