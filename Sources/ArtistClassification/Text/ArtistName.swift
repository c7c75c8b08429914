/// How names of artists are compared and ordered.
public enum ArtistName {
    /// What artists are told apart by: letters and digits, without case, accents, width, spaces and ornament. "FallOutBoy" and
    /// "Fall Out Boy" have one key; "The Band" and "Band" have two, until a library shows that they are one.
    public static func key(_ name: String) -> String { Folding.key(name.unicodeScalars) }

    /// What artists, albums and labels are shelved by, where every name needs a key: signs alone are a name too.
    public static func shelfKey(_ name: String) -> String { shelfKey(of: name, key: key(name)) }

    /// The same of a name whose artist's key is known.
    public static func shelfKey(of name: String, key: String) -> String {
        key.isEmpty ? "=" + name.lowercased() : key
    }

    /// What artists are ordered by where no collation of the database is at hand: a leading "The" ignored, digits before letters.
    public static func sortKey(_ name: String) -> String {
        var scalars = Array(name.unicodeScalars)[...]
        if scalars.count > 4, Folding.key(scalars.prefix(4)) == "the", scalars[3] == " " {
            scalars = scalars.dropFirst(4)
        }
        return Folding.key(scalars)
    }
}
