import Web

/// Text of the description as markup: paragraphs between empty lines, code between backquotes (CommonMark 0.31 §4.8, §6.1). The
/// description uses no other form.
enum Prose {
    /// Paragraphs.
    static func paragraphs(_ text: String) -> HTML {
        let parts = text.split(separator: "\n\n").map { inline(String($0).replacing("\n", with: " ")) }
        return "\(parts.map { "<p>\($0)</p>\n" as HTML })"
    }

    /// One line, code marked.
    static func inline(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        // Without a partner the last backquote is one.
        let isEven = parts.count % 2 == 0
        let pieces = parts.enumerated().map { index, part -> HTML in
            if isEven, index == parts.count - 1 { return "`\(part)" }
            return index % 2 == 0 ? "\(part)" : "<code>\(part)</code>"
        }
        return "\(pieces)"
    }
}
