/// Swift source, separated line by line into code and text for people.
///
/// The scanner recognises only comments and string literals. This is enough for these tests and avoids a syntax library
/// that takes minutes to build.
struct SwiftText {
    /// The source with comments and the text of string literals blanked out; code within `\(…)` stays.
    let code: [Substring]
    /// The source as written.
    let lines: [Substring]
    /// The string literals, in the order of their beginnings.
    let literals: [Literal]

    /// A string literal.
    struct Literal: Sendable, Hashable {
        /// The line of the opening quotation mark, from 1.
        let line: Int
        /// The code before the literal on its line, or on the previous line if the literal begins its line.
        let lead: String
        /// The text, with "…" for each interpolation and a space for each escape except quotation marks and
        /// backslashes.
        let text: String
    }

    init(_ source: String) {
        var scanner = Scanner(source)
        scanner.readCode(untilParenthesis: false)
        code = scanner.output.split(separator: "\n", omittingEmptySubsequences: false)
        lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        literals = scanner.literals.sorted { $0.line < $1.line }
    }

    /// Returns the words of all identifiers in lower case, such as "tenant" and "database" for `tenantDatabase`.
    static func words(in line: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        func finish() {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        var previous: Character = " "
        for character in line {
            if !character.isLetter && !character.isNumber {
                finish()
            } else {
                if character.isUppercase && previous.isLowercase { finish() }
                word.append(character)
            }
            previous = character
        }
        finish()
        return words
    }
}

/// Reads the source once, copies code and blanks out the rest; line ends always stay.
private struct Scanner {
    private let source: [Character]
    private var index = 0
    private var line = 1
    private(set) var output = ""
    private(set) var literals: [SwiftText.Literal] = []

    init(_ source: String) { self.source = Array(source) }

    /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
    mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while index < source.count {
            if starts(with: "//") {
                blank { $0 == "\n" }
            } else if starts(with: "/*") {
                readBlockComment()
            } else if let hashes = hashesBeforeQuote() {
                readString(hashes: hashes)
            } else {
                let character = source[index]
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if untilParenthesis, depth < 0 { return }
                output.append(character)
                advance()
            }
        }
    }

    private mutating func readBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                index += 2
            } else if starts(with: "*/") {
                depth -= 1
                index += 2
            } else {
                keepLineEnd()
            }
        } while depth > 0 && index < source.count
    }

    private func leadOfLiteral() -> String {
        let own = output.reversed().prefix { $0 != "\n" }
        guard own.allSatisfy({ $0 == " " }) else { return String(own.reversed()) }
        return String(output.reversed().dropFirst(own.count + 1).prefix { $0 != "\n" }.reversed())
    }

    private mutating func readString(hashes: Int) {
        let (start, lead) = (line, leadOfLiteral())
        var text = ""
        let fence = String(repeating: "#", count: hashes)
        index += hashes
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        index += quote.count
        while index < source.count, !starts(with: quote + fence) {
            if starts(with: "\\" + fence + "(") {
                index += hashes + 2
                output.append("(")
                readCode(untilParenthesis: true)
                text.append("…")
                // The closing parenthesis belongs to the interpolation.
                output.append(")")
                index += 1
            } else if starts(with: "\\" + fence) {
                index += hashes + 1
                if index < source.count { text.append("\"\\".contains(source[index]) ? source[index] : " ") }
                keepLineEnd()
            } else {
                text.append(source[index])
                keepLineEnd()
            }
        }
        literals.append(.init(line: start, lead: lead, text: text))
        output.append("\"\"")
        index += quote.count + hashes
    }

    /// Returns the number of `#` before a quotation mark at this position, or `nil` if no literal begins here.
    private func hashesBeforeQuote() -> Int? {
        var end = index
        while end < source.count, source[end] == "#" { end += 1 }
        return end < source.count && source[end] == "\"" ? end - index : nil
    }

    private func starts(with text: String) -> Bool {
        index + text.count <= source.count && source[index..<index + text.count].elementsEqual(text)
    }

    private mutating func blank(until isEnd: (Character) -> Bool) {
        while index < source.count, !isEnd(source[index]) { index += 1 }
    }

    private mutating func keepLineEnd() {
        if index < source.count, source[index] == "\n" { output.append("\n") }
        advance()
    }

    private mutating func advance() {
        if index < source.count, source[index] == "\n" { line += 1 }
        index += 1
    }
}
