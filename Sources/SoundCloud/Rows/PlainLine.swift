/// Conversions of user text for documents that other software reads.
extension String {
    /// The text without characters that XML 1.0 §2.2 forbids, so that a control character does not make a document malformed.
    package var fitForXML: String {
        let isFit = utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D) && $0 != 0xEF }
        if isFit { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { scalar in
                    switch scalar.value {
                    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...: true
                    default: false
                    }
                }))
    }

    /// The text on one line. A run of line breaks and other control characters becomes one space, or is removed if it follows a space.
    package var inOneLine: String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: if scalars.last != " " { scalars.append(" ") }
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The text if it is an http or https address without characters that need escaping; otherwise `nil`.
    package var asAddress: String? {
        let isPlain = utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"{}|\\\\^`".utf8.contains($0) }
        return isPlain && (hasPrefix("https://") || hasPrefix("http://")) ? self : nil
    }

    /// The text as a file name of at most 80 ASCII letters, digits, "-", "_" and ".": other characters become "_", and "." and "_" at the start are
    /// removed. "playlist" if nothing is left.
    package var asFileName: String {
        let kept = unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": Character(scalar)
            default: "_"
            }
        }
        let name = String(kept.drop { $0 == "." || $0 == "_" }.prefix(80))
        return name.isEmpty ? "playlist" : name
    }
}
