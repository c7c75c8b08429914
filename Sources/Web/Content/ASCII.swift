/// Text operations on ASCII bytes only: Unicode's would fold the Kelvin sign to a k (spec S1.28).
enum ASCII {
    /// The text with A to Z in lower case and everything else as it is.
    static func lowered(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The text without spaces and tabs at its ends (RFC 9110 §5.6.3, OWS).
    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}
