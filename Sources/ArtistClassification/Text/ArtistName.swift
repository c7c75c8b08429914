/// The keys by which names of artists are compared and sorted.
public enum ArtistName {
    /// Returns the key that identifies an artist: letters and digits without case, accents, width, spaces and ornaments. "The" is part of the key.
    /// The key of a name without letters and digits, such as "!!!", consists of its signs.
    public static func key(_ name: String) -> String { Folding.key(name.unicodeScalars) }

    /// Returns whether two keys are equal. The lengths are compared first, because `==` normalises unequal texts that are not ASCII.
    static func isSameKey(_ key: String, _ other: String) -> Bool {
        key.utf8.count == other.utf8.count && key == other
    }

    /// Returns the key under which artists, albums and labels are listed. Unlike the artist key, a fold key is never empty.
    public static func foldKey(_ name: String) -> String { foldKey(of: name, key: key(name)) }

    /// Returns the fold key of a name whose artist key is already known.
    public static func foldKey(of name: String, key: String) -> String {
        key.isEmpty ? "=" + name.lowercased() : key
    }

    /// Returns a sort key for use without a database collation. A leading "The" is ignored, and digits come before letters.
    public static func sortKey(_ name: String) -> String {
        var scalars = Array(name.unicodeScalars)[...]
        if scalars.count > 4, Folding.key(scalars.prefix(4)) == "the", scalars[3] == " " {
            scalars = scalars.dropFirst(4)
        }
        return Folding.key(scalars)
    }
}
