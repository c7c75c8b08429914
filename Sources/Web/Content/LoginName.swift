/// A login as typed, and the key by which logins are compared. Two spellings of one login share one key, and so one rate limit.
///
/// The key equals `control.login_key` (migration 0027): each character is replaced by its simple lowercase mapping of Unicode 14, which never changes
/// (Unicode stability policy); characters of later versions stay. Rejected: NFKC with full case folding, since the database and Swift would need the
/// same tables and accounts that are separate today would become one.
public struct LoginName: Sendable {
    /// The login as typed.
    public let text: String
    /// The form to compare. Compare its UTF-8 bytes, because `String` also treats canonically equivalent texts as equal.
    public let key: String

    public init(_ text: String) {
        self.text = text
        key = Self.key(of: text)
    }

    private static func key(of text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(lowercase(scalar)) }
        return String(scalars)
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "A"..."Z": return Unicode.Scalar(UInt8(scalar.value + 32))
        case "\0"..."\u{7F}": return scalar
        // The only character whose full lowercase mapping has two characters. Its simple mapping is "i".
        case "\u{130}": return "i"
        default:
            guard let age = scalar.properties.age, age.major <= 14 else { return scalar }
            let mapping = scalar.properties.lowercaseMapping.unicodeScalars
            guard let first = mapping.first, mapping.count == 1 else { return scalar }
            return first
        }
    }
}

extension LoginName: Hashable {
    public static func == (one: LoginName, other: LoginName) -> Bool { one.key.utf8.elementsEqual(other.key.utf8) }

    public func hash(into hasher: inout Hasher) {
        for byte in key.utf8 { hasher.combine(byte) }
    }
}
