/// The texts of a file that people read on pages, in errors, in mail and in help.
///
/// Every string literal of Swift and of scripts is listed unless an `InterfaceTextExclusion` applies. A text is
/// therefore listed wherever it is written: in a branch of a condition, a default argument or a script within a
/// literal.
struct InterfaceText: Sendable {
    /// A text for people, with its line.
    struct Entry: Sendable, Hashable {
        /// The number of the text's first line, from 1.
        let line: Int
        let text: String
    }

    let entries: [Entry]
    /// The literals with words in them that are not listed.
    let excluded: [Entry]

    init(_ file: PackageFiles.File) {
        if file.isScript {
            self.init(lines: file.text.lines) { ScriptText($0).texts }
        } else if file.isText {
            self.init(lines: file.text.lines, texts: Self.textOfLine)
        } else {
            self.init(file.text)
        }
    }

    /// Returns the text of a line without the code at its beginning, such as "account.create"; empty for a line of one word.
    private static func textOfLine(_ line: String) -> [String] {
        let first = line.prefix { $0 != " " }
        guard first.count < line.count else { return [] }
        return [first.contains(".") ? String(line.dropFirst(first.count + 1)) : line]
    }

    /// Lists the texts of a file that is not Swift.
    private init(lines: [Substring], texts: (String) -> [String]) {
        entries = lines.enumerated().flatMap { number, line in
            texts(String(line)).map { Entry(line: number + 1, text: $0) }
        }
        excluded = []
    }

    init(_ source: SwiftText) {
        var (entries, excluded): ([Entry], [Entry]) = ([], [])
        for literal in source.literals where Self.hasWord(literal.text) {
            let parts =
                InterfaceTextExclusion.isMet(by: literal)
                ? Self.messages(in: literal.text) : Self.parts(of: literal.text)
            let listed = parts.filter(Self.hasWord)
            entries += listed.map { Entry(line: literal.line, text: $0) }
            if listed.isEmpty { excluded.append(Entry(line: literal.line, text: Self.plain(literal.text))) }
        }
        self.entries = entries
        self.excluded = excluded
    }

    /// Returns whether the text contains two adjacent letters; arrows, separators and the paths of drawings contain none.
    static func hasWord(_ text: String) -> Bool {
        var wasLetter = false
        for character in text {
            if wasLetter, character.isLetter { return true }
            wasLetter = character.isLetter
        }
        return false
    }

    /// Returns whether the literal is a script for browsers, whose own literals are read by people.
    static func isScript(_ text: String) -> Bool {
        text.contains(";") && text.contains("\n")
            && ["const ", "function ", "let ", "=> "].contains(where: text.contains)
    }

    static func plain(_ text: some StringProtocol) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Returns the whole literal; for HTML, the text between tags and the attributes that are shown or read out; for a script,
    /// its own literals.
    private static func parts(of text: String) -> [String] {
        if isScript(text) { return ScriptText(text).texts }
        if let attributes = attributesAlone(text) { return attributes }
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

    /// Returns the texts that a statement builds: its literals of at least two words, without formats and lengths of time.
    private static func messages(in statement: String) -> [String] {
        guard statement.contains("||") || statement.contains("= '") else { return [] }
        let code = statement.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
        return code.joined(separator: "\n").split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { plain($0.element) }
            .filter { $0.contains(" ") && $0.first?.isNumber == false && !formats.contains($0) }
    }

    private static let formats = ["FMDD FMMonth", "command line", "repeatable read"]

    /// Returns the visible attributes of a literal that contains only attributes; `nil` for any other literal.
    private static func attributesAlone(_ text: String) -> [String]? {
        let text = text.filter { !$0.isNewline }
        guard text.contains("=\""), !text.contains("<"), let first = text.drop(while: { " …".contains($0) }).first,
            first.isLowercase
        else { return nil }
        let names = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map { $0.element.drop { " …".contains($0) } }
        guard
            names.allSatisfy({ name in
                name.isEmpty
                    || name.split(separator: " ").allSatisfy {
                        $0.allSatisfy { $0.isLowercase || "-=0123456789…".contains($0) }
                    }
            })
        else { return nil }
        return attributes(of: " " + text[...])
    }

    private static func attributes(of tag: some StringProtocol) -> [String] {
        ["aria-label", "title", "placeholder", "alt", "label"].compactMap { name in
            let tag = String(tag)
            guard let start = tag.firstRange(of: " " + name + "=\"")?.upperBound else { return nil }
            return plain(tag[start...].prefix { $0 != "\"" })
        }
    }
}

/// The visible texts of a script: its string literals without selectors and names of keys.
private struct ScriptText {
    private(set) var texts: [String] = []

    init(_ script: String) {
        for line in script.split(separator: "\n") {
            let code = line.firstRange(of: "// ").map { line[..<$0.lowerBound] } ?? line
            for literal in Self.literals(of: code) where Self.isShown(literal) {
                texts.append(literal)
            }
        }
    }

    /// Returns the text between quotation marks of one kind; "…" for each value in a template.
    private static func literals(of line: Substring) -> [String] {
        var literals: [String] = []
        var rest = line
        while let start = rest.firstIndex(where: { "'\"`".contains($0) }) {
            let quote = rest[start]
            var (text, depth, index) = ("", 0, rest.index(after: start))
            while index < rest.endIndex, depth > 0 || rest[index] != quote {
                if rest[index...].hasPrefix("${") {
                    if depth == 0 { text.append("…") }
                    depth += 1
                } else if rest[index] == "}", depth > 0 {
                    depth -= 1
                } else if depth == 0, rest[index] != "{" || !text.hasSuffix("…") {
                    text.append(rest[index])
                }
                index = rest.index(after: index)
            }
            literals.append(InterfaceText.plain(text))
            guard index < rest.endIndex else { break }
            rest = rest[rest.index(after: index)...]
        }
        return literals
    }

    private static func isShown(_ text: String) -> Bool {
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        guard words.count > 1, !text.contains(where: { "[]<>=#/".contains($0) }) else { return false }
        return !words.allSatisfy { elements.contains($0) || $0.hasPrefix(".") }
    }

    /// Names of elements and classes, and values in selectors and `className`.
    private static let elements: Set<String> = [
        "a", "bad", "button", "details", "form", "input", "li", "none", "notice", "select", "summary", "textarea", "ul",
    ]
}
