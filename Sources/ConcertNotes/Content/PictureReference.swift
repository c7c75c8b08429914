/// A reference to a picture in a text: `$image.jpg, caption` up to the end of the text or the next dollar sign (spec N12).
public struct PictureReference: Sendable, Hashable {
    /// The file name as written, served as `/images/{file}`.
    public let file: String
    public let caption: String
    /// Whether the dollar sign before the name is missing, as in the description of the app of 2013 (spec I5). An import can add the sign.
    public let isBare: Bool

    /// Returns all picture references in the text, in order. O(length of the text).
    public static func all(in text: String) -> [PictureReference] { parts(of: text).references }

    /// Returns the text after each dollar sign that starts no reference, at most 20 characters of each. Old phones would show a broken picture.
    public static func strayDollars(in text: String) -> [String] { parts(of: text).strays }

    /// Returns the text with a dollar sign added before each bare reference. O(length of the text).
    public static func repaired(_ text: String) -> String {
        var repaired = text
        for start in bareNames(in: text[...]).map(\.lowerBound).reversed() {
            repaired.insert("$", at: start)
        }
        return repaired
    }

    /// Returns the text as plain text and pictures, in order. White space at both ends of each plain text is removed. O(length of the text).
    public static func segments(of text: String) -> [TextSegment] {
        var segments: [TextSegment] = []
        var plain = ""
        func endPlainText() {
            var text = plain.drop(while: \.isWhitespace)
            while text.last?.isWhitespace == true { text.removeLast() }
            if !text.isEmpty { segments.append(.text(String(text))) }
            plain = ""
        }
        for (index, part) in text.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
            var names: [Range<Substring.Index>] = []
            if index > 0 {
                guard let name = leadingName(of: part), caption(in: part, after: name.endIndex) != nil else {
                    plain += "$" + part
                    continue
                }
                names.append(name.startIndex..<name.endIndex)
            }
            names += bareNames(in: part[(names.last?.upperBound ?? part.startIndex)...])
            plain += part[..<(names.first?.lowerBound ?? part.endIndex)]
            for (place, name) in names.enumerated() {
                endPlainText()
                let end = place + 1 < names.count ? names[place + 1].lowerBound : part.endIndex
                segments.append(
                    .picture(file: String(part[name]), caption: caption(in: part[..<end], after: name.upperBound) ?? "")
                )
            }
        }
        endPlainText()
        return segments
    }

    private static func parts(of text: String) -> (references: [PictureReference], strays: [String]) {
        var references: [PictureReference] = []
        var strays: [String] = []
        for (index, part) in text.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
            var rest = part
            if index > 0 {
                guard let name = leadingName(of: part), let caption = caption(in: part, after: name.endIndex) else {
                    strays.append(String(part.prefix(20)))
                    continue
                }
                references.append(PictureReference(file: String(name), caption: caption, isBare: false))
                rest = part[name.endIndex...]
            }
            for name in bareNames(in: rest) {
                let caption = caption(in: rest, after: name.upperBound) ?? ""
                references.append(PictureReference(file: String(rest[name]), caption: caption, isBare: true))
            }
        }
        return (references, strays)
    }

    private static func leadingName(of part: Substring) -> Substring? {
        let name = part.prefix { !$0.isWhitespace && !",;/|".contains($0) }
        return hasPictureEnding(name) ? name : nil
    }

    private static func caption(in part: Substring, after end: Substring.Index) -> String? {
        let rest = part[end...].drop(while: \.isWhitespace)
        guard rest.first == "," else { return nil }
        var caption = rest.dropFirst().drop(while: \.isWhitespace)
        while caption.last?.isWhitespace == true { caption.removeLast() }
        return String(caption)
    }

    /// Returns the ranges of picture names that a comma follows and no dollar sign precedes.
    private static func bareNames(in part: Substring) -> [Range<Substring.Index>] {
        guard mayHavePictureEnding(part) else { return [] }
        var names: [Range<Substring.Index>] = []
        var start: Substring.Index?
        var index = part.startIndex
        while index < part.endIndex {
            let character = part[index]
            if isNameCharacter(character) || character == "." || character == "/" || character == "$" {
                start = start ?? index
            } else {
                if let begin = start, isBare(part[begin..<index]), caption(in: part, after: index) != nil {
                    names.append(begin..<index)
                }
                start = nil
            }
            index = part.index(after: index)
        }
        return names
    }

    private static func isBare(_ word: Substring) -> Bool {
        guard hasPictureEnding(word), let point = word.lastIndex(of: ".") else { return false }
        return !word[..<point].isEmpty && word[..<point].allSatisfy(isNameCharacter)
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }

    /// Returns whether the text may contain the name of a picture: a fast check that spares most texts the reading of each character.
    private static func mayHavePictureEnding(_ part: Substring) -> Bool {
        var isAfterDot = false
        for byte in part.utf8 {
            let letter = byte | 0x20
            if isAfterDot, letter == UInt8(ascii: "p") || letter == UInt8(ascii: "j") || letter == UInt8(ascii: "g") {
                return true
            }
            isAfterDot = byte == UInt8(ascii: ".")
        }
        return false
    }

    private static func hasPictureEnding(_ name: Substring) -> Bool {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return false }
        return ["png", "jpg", "jpeg", "gif"].contains(name[name.index(after: point)...].lowercased())
    }
}
