/// The conversion of texts in files to fit the limits of the database schema (migration 0007).
enum DraftText {
    /// Returns a text as one line of at most `limit` Unicode scalars; empty for `nil`. Each run of white space and control characters becomes one
    /// space, or is removed at the beginning and the end.
    static func line(_ text: String?, atMost limit: Int) -> String {
        guard let text else { return "" }
        if isPlain(text, atMost: limit) { return text }
        var line = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || isControl(scalar) {
                isSpaceDue = !line.isEmpty
                continue
            }
            if isSpaceDue { line.append(" ") }
            isSpaceDue = false
            line.append(scalar)
        }
        return String(line.prefix(limit))
    }

    /// Returns a text without white space at both ends and without control characters other than line feeds and tabs, cut to `limit` Unicode scalars;
    /// empty for `nil`.
    static func paragraphs(_ text: String?, atMost limit: Int) -> String {
        guard let text else { return "" }
        if isPlain(text, atMost: limit) { return text }
        let kept = text.unicodeScalars.filter { !isControl($0) || $0 == "\n" || $0 == "\t" }
        let start = kept.drop { $0.properties.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(String.UnicodeScalarView(start[...last].prefix(limit)))
    }

    /// Returns an http or https address, trimmed and with its scheme in lower case; `nil` for other text and for more than 2,000 Unicode scalars.
    static func webAddress(_ text: String?) -> String? {
        guard let address = address(text), address.hasPrefix("http://") || address.hasPrefix("https://"),
            !address.hasSuffix("://")
        else { return nil }
        return address
    }

    /// Returns an address with any scheme, such as "mailto:", trimmed and with its scheme in lower case; `nil` for a text without a scheme or with
    /// white space inside, and for more than 2,000 Unicode scalars.
    static func address(_ text: String?) -> String? {
        let outer = (text ?? "").unicodeScalars.drop { $0.properties.isWhitespace }
        let end = outer.lastIndex { !$0.properties.isWhitespace }
        let trimmed = end.map { Substring(outer[...$0]) } ?? ""
        guard let colon = trimmed.firstIndex(of: ":"), trimmed.unicodeScalars.count <= 2000,
            trimmed.index(after: colon) < trimmed.endIndex,
            !trimmed.unicodeScalars.contains(where: { $0.properties.isWhitespace || isControl($0) })
        else { return nil }
        let scheme = trimmed[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            })
        else { return nil }
        return scheme + trimmed[colon...]
    }

    /// Returns a language tag (RFC 5646 §2.1), with "-" for "_"; empty for other text.
    static func language(_ text: String?) -> String {
        let parts = line(text, atMost: 100).replacing("_", with: "-").split(
            separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(isLetter),
            parts.dropFirst().allSatisfy({
                (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
            })
        else { return "" }
        return parts.joined(separator: "-")
    }

    /// Returns a text as a key: one line of at most 500 Unicode scalars. In a longer text, an FNV-1a hash of the whole text replaces the end.
    static func key(_ text: String) -> String {
        let key = line(text, atMost: .max)
        guard key.unicodeScalars.count > 500 else { return key }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(String.UnicodeScalarView(key.unicodeScalars.prefix(480))) + "~" + String(hash, radix: 16)
    }

    /// Returns the whole number in a text of digits; `nil` for other text or a number outside the range.
    static func number(_ text: String?, in range: ClosedRange<Int>) -> Int? {
        let digits = line(text, atMost: 40)
        guard !digits.isEmpty, digits.utf8.count <= 18, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), range.contains(number)
        else { return nil }
        return number
    }

    /// Returns a role in the form of credits: "Cover Art Designer" becomes "cover-art-designer". Each run of characters other than letters
    /// from a to z becomes one hyphen, and the role is cut to 50 characters. Returns `other` if no letters remain.
    static func role(_ text: String?, otherwise other: String) -> String {
        let words = line(text, atMost: 200).lowercased().split { !("a"..."z").contains($0) }
        let role = String(words.joined(separator: "-").prefix(50))
        return role.isEmpty ? other : role
    }

    /// Returns whether a text is one line of at most `limit` ASCII characters, with single spaces and none at the ends, and so needs no change. A
    /// check of Unicode properties would take a hundred times as long.
    private static func isPlain(_ text: String, atMost limit: Int) -> Bool {
        var last: UInt8 = 0x20
        var count = 0
        for byte in text.utf8 {
            guard byte >= 0x20, byte < 0x7F, byte != 0x20 || last != 0x20 else { return false }
            last = byte
            count += 1
        }
        return count == 0 || (last != 0x20 && count <= limit)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}
