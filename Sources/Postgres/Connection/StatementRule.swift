/// Refuses statements that would outlive their transaction on a connection that others use next: transaction
/// control, session settings, LISTEN, prepared statements (spec S1, "Pool state").
///
/// The first word decides. Advisory locks of the session cannot be seen here; the exclusive connections drop
/// them when they are returned.
enum StatementRule {
    private static let refused: Set<String> = [
        "begin", "start", "commit", "end", "rollback", "abort", "prepare", "execute", "deallocate", "discard", "reset",
        "listen", "unlisten", "copy", "load",
    ]

    /// Why the statement may not be sent, or `nil`.
    static func objection(to text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var words = Words(bytes: bytes)
            let first = words.next()
            if first == "set" {
                let second = words.next()
                return second == "local" || second == "constraints"
                    ? nil : "SET outlives its transaction; use SET LOCAL"
            }
            if first == "rollback", words.next() == "to" { return nil }
            return refused.contains(first) ? "\(first.uppercased()) is not for a shared connection" : nil
        }
    }

    /// The words at the start of a statement, in lower case, behind white space and comments.
    private struct Words {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0

        mutating func next() -> String {
            skipSpace()
            var word = ""
            while index < bytes.count {
                let letter = bytes[index] | 0x20
                guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { break }
                word.unicodeScalars.append(Unicode.Scalar(letter))
                index += 1
            }
            return word
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
