import Web

/// The sort key of a name. Keys are compared byte by byte, as in PostgreSQL's collation "C", so that a database index finds the start of a page.
///
/// All scripts and listeners share one order (spec M6.3): digits, then letters, compared by their base letters first, as in the Unicode Collation
/// Algorithm (UTS #10). Characters before the first letter or digit are ignored.
public struct SortKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The stored form of the key.
    public let description: String

    /// The approximate maximum number of Unicode scalars in each of the two parts of the key: the folded name and the name.
    private static let longest = 120

    /// Creates the key of a title or a user's name.
    public init(_ name: some StringProtocol) {
        var key = String.UnicodeScalarView()
        var isBetweenWords = false
        for scalar in name.unicodeScalars {
            guard key.count < Self.longest else { break }
            guard let letters = Folding.fold(scalar) else {
                isBetweenWords = !key.isEmpty
                continue
            }
            if isBetweenWords, !letters.isEmpty { key.append(" ") }
            isBetweenWords = isBetweenWords && letters.isEmpty
            key.append(contentsOf: letters)
        }
        // U+0001 sorts before every letter, digit and space, so that a name precedes longer names that begin with the same text.
        key.append("\u{1}")
        key.append(contentsOf: name.unicodeScalars.lazy.filter { $0.value >= 0x20 }.prefix(Self.longest))
        description = String(key)
    }

    /// Creates the key of an artist, without a leading "The".
    public init(artist name: String) {
        let isArticled = name.utf8.count > 4 && name.prefix(4).lowercased() == "the "
        self.init(isArticled ? name.dropFirst(4) : name[...])
    }

    public static func < (left: SortKey, right: SortKey) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}
