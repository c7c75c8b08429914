/// Makes what a file says fit what is kept of it (migration 0007), so that one long or odd value never costs an import.
enum DraftText {
    /// One line: white space as single spaces, no controls, at most so many characters.
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

    /// Text of several lines: no controls but line feeds and tabs, no blanks around it.
    static func paragraphs(_ text: String?, atMost limit: Int) -> String {
        guard let text else { return "" }
        if isPlain(text, atMost: limit) { return text }
        let kept = text.unicodeScalars.filter { !isControl($0) || $0 == "\n" || $0 == "\t" }
        let start = kept.drop { $0.properties.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(String.UnicodeScalarView(start[...last].prefix(limit)))
    }

    /// An address of the web, its scheme in lower case; nil for any other.
    static func webAddress(_ text: String?) -> String? {
        guard let address = address(text), address.hasPrefix("http://") || address.hasPrefix("https://"),
            !address.hasSuffix("://")
        else { return nil }
        return address
    }

    /// Any address with a scheme, which is put in lower case; nil where there is a blank within or no scheme.
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

    /// A language tag (RFC 5646 §2.1) with "-" for "_"; empty for anything else.
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

    /// What a source calls something, in 500 characters: the end of a longer one is replaced by its FNV-1a hash.
    static func key(_ text: String) -> String {
        let key = line(text, atMost: .max)
        guard key.unicodeScalars.count > 500 else { return key }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(String.UnicodeScalarView(key.unicodeScalars.prefix(480))) + "~" + String(hash, radix: 16)
    }

    /// A whole number without sign; nil for anything else or one out of the range.
    static func number(_ text: String?, in range: ClosedRange<Int>) -> Int? {
        let digits = line(text, atMost: 40)
        guard !digits.isEmpty, digits.utf8.count <= 18, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), range.contains(number)
        else { return nil }
        return number
    }

    /// A role as credits have it: "Cover Art Designer" is "cover-art-designer"; `other` where no letter is left.
    static func role(_ text: String?, otherwise other: String) -> String {
        let words = line(text, atMost: 200).lowercased().split { !("a"..."z").contains($0) }
        let role = String(words.joined(separator: "-").prefix(50))
        return role.isEmpty ? other : role
    }

    /// Whether a text is as it is to be already: ASCII of one line with single blanks between its words, as most texts are.
    /// Characters' properties take a hundred times as long to look up.
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
