/// The conversion of HTML descriptions to plain text.
enum PlainText {
    /// Returns the text without tags and with each character reference replaced by its character, trimmed and cut to `limit` Unicode scalars
    /// (`DraftText.paragraphs`); empty for `nil`. A line feed replaces each break and the end of each paragraph, list, division, list item and
    /// heading up to level 3.
    static func of(_ text: String?, atMost limit: Int) -> String {
        guard let text else { return "" }
        guard text.utf8.contains(UInt8(ascii: "<")) else {
            return DraftText.paragraphs(references(in: text[...]), atMost: limit)
        }
        var plain = ""
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            plain += references(in: rest[..<open])
            let tag = rest[open...]
            let inside = tag.utf8.dropFirst().first ?? 0
            // The "<" in "a < b" does not start a tag.
            guard inside == UInt8(ascii: "/") || inside == UInt8(ascii: "!") || (0x61...0x7A).contains(inside | 0x20)
            else {
                plain += "<"
                rest = tag.dropFirst()
                continue
            }
            // Without this break, a text of many "<" and no ">" would be searched once for each of them.
            guard let close = tag.utf8.firstIndex(of: UInt8(ascii: ">")) else {
                rest = tag
                break
            }
            let name = tag[..<close].dropFirst().lowercased().prefix {
                $0.isASCII && ($0.isLetter || $0 == "/" || $0.isNumber)
            }
            if ["br", "br/", "/p", "/div", "/li", "/h1", "/h2", "/h3", "/ul", "/ol"].contains(String(name)) {
                plain += "\n"
            }
            rest = tag[tag.utf8.index(after: close)...]
        }
        return DraftText.paragraphs(plain + references(in: rest), atMost: limit)
    }

    /// Returns a title or similar text as one line, with each character reference replaced by its character, cut after `limit` Unicode scalars; empty
    /// for `nil`.
    ///
    /// References are replaced although the XML has been parsed, because some programs escape a title twice, as in "&amp;amp;", or within CDATA. Tags
    /// stay in the text, because a title may contain one as text.
    static func line(_ text: String?, atMost limit: Int) -> String {
        text.map { DraftText.line(references(in: $0[...]), atMost: limit) } ?? ""
    }

    private static func references(in text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
        var plain = ""
        var rest = text
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            plain += rest[..<open]
            let after = rest[rest.utf8.index(after: open)...]
            if let close = after.utf8.prefix(10).firstIndex(of: UInt8(ascii: ";")),
                let character = HTMLReference.character(String(after[..<close]))
            {
                plain += character
                rest = after[after.utf8.index(after: close)...]
            } else {
                plain += "&"
                rest = after
            }
        }
        return plain + rest
    }
}
