/// The texts of a file that people read on pages, in errors and in help: its string literals without SQL, logs and markup.
struct InterfaceText: Sendable {
    /// One text.
    struct Entry: Sendable, Hashable {
        /// Where it begins.
        let line: Int
        let text: String
    }

    let entries: [Entry]

    init(_ source: SwiftText) {
        entries = source.literals.filter { Self.isShown($0) }.flatMap { literal in
            Self.parts(of: literal.text).filter(Self.isProse).map { Entry(line: literal.line, text: $0) }
        }
    }

    /// Whether somebody other than a developer or a database reads it.
    private static func isShown(_ literal: SwiftText.Literal) -> Bool {
        let calls = ["logger.", "lines.", "fatalError(", "precondition", "assert", "Logger.Message"]
        guard !calls.contains(where: literal.lead.contains) else { return false }
        let words = literal.text.split { $0.isWhitespace }
        guard let first = words.first else { return false }
        return !(statements.contains(String(first)) && literal.text.contains { $0 == "_" || $0 == "=" || $0 == "$" })
            && !literal.text.contains("tenant_id") && !literal.text.contains("control.")
    }

    private static let statements: Set<String> = [
        "select", "insert", "update", "delete", "with", "alter", "create", "set", "drop", "grant", "revoke", "and",
        "or",
        "where", "from", "order", "join", "left", "on", "when", "case", "values", "exists", "union", "not",
    ]

    /// The texts between tags, and those of attributes that are read out or shown.
    private static func parts(of text: String) -> [String] {
        if text.contains("const ") || text.contains("function ") { return quotations(in: text) }
        guard text.contains("<"), text.contains(">") else { return [plain(text)] }
        var parts: [String] = []
        for piece in text.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
            guard piece.offset > 0, let end = piece.element.firstIndex(of: ">") else {
                parts.append(plain(piece.element))
                continue
            }
            parts += attributes(of: piece.element[..<end])
            parts.append(plain(piece.element[piece.element.index(after: end)...]))
        }
        return parts
    }

    /// What a script shows: its own string literals.
    private static func quotations(in script: String) -> [String] {
        script.split(separator: "\n").flatMap { line in
            line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { plain($0.element) }
        }
    }

    private static func attributes(of tag: Substring) -> [String] {
        ["aria-label", "title", "placeholder", "alt", "label"].compactMap { name in
            guard let start = tag.firstRange(of: " " + name + "=\"")?.upperBound else { return nil }
            return plain(tag[start...].prefix { $0 != "\"" })
        }
    }

    private static func plain(_ text: some StringProtocol) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Two words or more, and no rule of a style sheet or line of a script.
    private static func isProse(_ text: String) -> Bool {
        let words = text.split(separator: " ").filter { $0.contains { $0.isLetter } }
        guard words.count > 1 || text.first?.isUppercase == true else { return false }
        return !text.contains("{") && !text.contains("=>") && !text.contains("; ") || text.contains(". ")
    }
}
