/// The rules for the names of one concert that imports and editors share (spec N2, D7).
extension PieceName {
    /// Returns a problem if one of the other names has the same normal form (`key`); otherwise `nil`.
    public func duplicate(among others: [PieceName]) -> ContentProblem? {
        let key = key
        guard let other = others.last(where: { $0.key == key }) else { return nil }
        guard other != self else {
            return ContentProblem("another piece has the name \"\(self)\"", fix: "give the piece another name")
        }
        return ContentProblem(
            "the iNotes app reads only letters and digits, so \"\(self)\" and \"\(other)\" are the same name in the app",
            fix: "make the names differ in a letter or a digit")
    }
}

extension Work {
    /// Returns a problem if one of the other works has the same normal form but is spelled differently, because phones would show two works;
    /// otherwise `nil`.
    public func misspelling(among others: [Work]) -> ContentProblem? {
        let key = PieceName.key(of: composer + " " + title)
        let known = others.first {
            PieceName.key(of: $0.composer + " " + $0.title) == key
                && !(Self.isSame($0.composer, composer) && Self.isSame($0.title, title))
        }
        guard let known else { return nil }
        return ContentProblem(
            "\"\(composer), \(title)\" looks like \"\(known.composer), \(known.title)\" of another piece, and phones "
                + "would show two works",
            fix: "write composer and work as in the other piece, \"\(known.composer), \(known.title)\"")
    }

    /// Returns whether two texts have the same bytes in UTF-8. `==` would not distinguish composed and decomposed letters.
    private static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
