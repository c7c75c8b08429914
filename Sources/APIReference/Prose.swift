import Web

/// A converter from texts of the OpenAPI document to HTML: paragraphs, and code between backquotes (CommonMark 0.31 §4.8, §6.1).
enum Prose {
    /// Returns the paragraphs of a text as HTML.
    static func paragraphs(_ text: String) -> HTML {
        let parts = text.split(separator: "\n\n").map { inline(String($0).replacing("\n", with: " ")) }
        return "\(parts.map { "<p>\($0)</p>\n" as HTML })"
    }

    /// Returns a single line as HTML, with the text between backquotes as `<code>` elements.
    static func inline(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        // An unpaired last backquote is shown unchanged.
        let isEven = parts.count % 2 == 0
        let pieces = parts.enumerated().map { index, part -> HTML in
            if isEven, index == parts.count - 1 { return "`\(part)" }
            return index % 2 == 0 ? "\(part)" : "<code>\(part)</code>"
        }
        return "\(pieces)"
    }
}
