import Web

/// What a list by name is sorted by: text that stands in the order of names when it is compared byte by byte, as PostgreSQL's
/// collation "C" does it, so that a page of a long list starts at an index condition.
///
/// One order for all scripts and listeners (spec M6.3): signs before the first letter or digit do not
/// count, digits come before letters, and letters go by their base as the Unicode Collation Algorithm (UTS #10) takes them
/// first; accents and case decide between what is equal otherwise. Scripts follow each other as Unicode numbers them: Latin, Greek, Cyrillic,
/// and so on.
public struct SortKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The key as it is stored.
    public let description: String

    /// How many characters of a name count.
    private static let longest = 120

    /// The key of a title or of a user's name.
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
        // Below every letter, digit and space: a name that begins another comes before it.
        key.append("\u{1}")
        key.append(contentsOf: name.unicodeScalars.lazy.filter { $0.value >= 0x20 }.prefix(Self.longest))
        description = String(key)
    }

    /// The key of an artist, whose leading "The" does not count.
    public init(artist name: String) {
        let isArticled = name.utf8.count > 4 && name.prefix(4).lowercased() == "the "
        self.init(isArticled ? name.dropFirst(4) : name[...])
    }

    public static func < (left: SortKey, right: SortKey) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}
