/// A name that somebody logs in by: as it was typed, and as it is compared.
///
/// `key` is what `control.login_key` makes of the same text (migration 0027): each character's simple lowercase mapping of
/// Unicode 14. Whatever counts or compares logins uses it, so that two spellings of one account share one allowance.
/// Characters of later versions stay as they are: the mapping of an assigned character never changes (Unicode stability
/// policy), so both sides agree whatever version their libraries have. Rejected: NFKC with full case folding, for which the
/// database and Swift would need the same tables, and which would make one of accounts that are two today.
public struct LoginName: Sendable {
    /// As it was typed.
    public let text: String
    /// The normal form; compare its bytes, since strings are equal when they are canonically equivalent.
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
        // The one character whose full mapping has two characters.
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
