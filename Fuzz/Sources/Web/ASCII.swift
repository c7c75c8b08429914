/// Text operations that change ASCII bytes only. Unicode's case mapping would turn the Kelvin sign into a "k" (spec S1.28).
enum ASCII {
    /// Returns the text with A to Z in lower case; other characters are not changed.
    static func lowered(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns the text without leading and trailing spaces and tabs (OWS, RFC 9110 §5.6.3).
    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}
