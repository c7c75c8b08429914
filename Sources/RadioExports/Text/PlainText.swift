extension String {
    /// The text without the characters that XML 1.0 §2.2 forbids. A single forbidden character would make the whole document malformed.
    var withoutControls: String {
        let isClean = utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D) && $0 != 0xEF }
        if isClean { return self }
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...: scalars.append(scalar)
            default: break
            }
        }
        return String(scalars)
    }

    /// The text on one line: each run of line breaks and other control characters becomes one space.
    var onOneLine: String {
        let isOneLine = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
        if isOneLine { return self }
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: if scalars.last != " " { scalars.append(" ") }
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Returns the longest prefix of at most `limit` code points that splits no character, without trailing spaces if the text was shortened.
    func shortened(to limit: Int) -> String {
        if utf8.count <= limit || unicodeScalars.count <= limit { return self }
        var result = ""
        var count = 0
        for character in self {
            count += character.unicodeScalars.count
            guard count <= limit else { break }
            result.append(character)
        }
        while result.last == " " { result.removeLast() }
        return result
    }
}
