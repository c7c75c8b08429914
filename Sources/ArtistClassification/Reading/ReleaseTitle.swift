/// The name of a release, from the title of a playlist of its tracks or from the release field of a track.
///
/// Such titles often repeat the artist and the kind, as in "Aurora Vale - Low Tide (EP)"; names do not (MusicBrainz, Style/Release).
public enum ReleaseTitle {
    /// Returns the title without one of these artists before a dash or after "by", and without the kind and year of the release at the end.
    ///
    /// Returns `nil` if the title is only a kind of release, a catalogue number or a web address.
    public static func name(_ title: String, of artists: [String]) -> String? {
        var name = Line.normalised(title)
        let keys = Set(artists.map(ArtistName.key)).subtracting([""])
        if let (left, right) = divided(name), keys.contains(ArtistName.key(left)) { name = right }
        if let range = name.range(ofLast: " by "), keys.contains(ArtistName.key(String(name[range.upperBound...]))) {
            name = String(name[..<range.lowerBound])
        }
        while let shorter = withoutKind(name) { name = shorter }
        let key = ArtistName.key(name)
        guard !key.isEmpty, !kinds.isSuperset(of: words(name)), !isCatalogueNumber(name), !name.contains("://"),
            !name.lowercased().hasPrefix("www.")
        else { return nil }
        return name
    }

    private static let kinds: Set<String> = [
        "album", "albums", "compilation", "ep", "full", "lp", "mini", "my", "new", "official", "release", "releases",
        "single",
        "singles", "stream", "the", "tracks", "tracklist", "playlist",
    ]

    /// Returns the texts before and after a dash with spaces on both sides, or `nil` if a text is empty or the name has no such dash.
    private static func divided(_ name: String) -> (String, String)? {
        for dash in [" - ", " – ", " — "] {
            guard let range = name.firstRange(of: dash) else { continue }
            let (left, right) = (String(name[..<range.lowerBound]), Line.normalised(String(name[range.upperBound...])))
            return left.isEmpty || right.isEmpty ? nil : (left, right)
        }
        return nil
    }

    /// Returns the name without a kind or year at its end, in brackets or after a dash; `nil` if the name has no such end.
    private static func withoutKind(_ name: String) -> String? {
        for (open, close) in [("(", ")"), ("[", "]")] where name.hasSuffix(close) {
            guard let range = name.range(ofLast: open) else { continue }
            return before(range, name, String(name[range.upperBound...].dropLast()))
        }
        for dash in [" - ", " – ", " — "] {
            guard let range = name.range(ofLast: dash) else { continue }
            return before(range, name, String(name[range.upperBound...]))
        }
        return nil
    }

    private static func before(_ range: Range<String.Index>, _ name: String, _ kind: String) -> String? {
        let words = words(kind)
        guard !words.isEmpty, words.allSatisfy({ kinds.contains($0) || isYear($0) }) else { return nil }
        let rest = Line.normalised(String(name[..<range.lowerBound]))
        return rest.isEmpty ? nil : rest
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (word.hasPrefix("19") || word.hasPrefix("20"))
    }

    private static func isCatalogueNumber(_ text: String) -> Bool {
        let letters = text.prefix { $0.isUppercase && $0.isASCII }
        let rest = text.dropFirst(letters.count).drop { $0 == "-" || $0 == "_" || $0 == "." }
        return (2...6).contains(letters.count) && (2...5).contains(rest.count)
            && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension String {
    fileprivate func range(ofLast text: String) -> Range<String.Index>? { ranges(of: text).last }
}
