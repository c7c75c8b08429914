/// A genre term of TV-Anytime's ContentCS (ETSI TS 102 822-3-1), which ETSI TS 102 818 uses.
public struct GenreTerm: Sendable, Hashable {
    /// The URN, such as "urn:tva:metadata:cs:ContentCS:2011:3.1.1".
    public let code: String
    /// The English name.
    public let name: String

    public static let scheme = "urn:tva:metadata:cs:ContentCS:"

    /// All terms: the 2011 edition, then the 2004 edition, each by number.
    public static let all: [GenreTerm] = read("2011") + read("2004")

    private static let names = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the term with this code, or `nil` if there is none.
    public static func named(_ code: String) -> GenreTerm? { names[code] }

    /// Returns the terms whose name and code together contain every word of the search text, regardless of case; all terms if the text
    /// has no words. O(n) for n terms.
    public static func matching(_ search: String) -> [GenreTerm] {
        let words = search.lowercased().split(separator: " ")
        return all.filter { term in
            let text = (term.name + " " + term.code).lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// Returns the terms of an edition. Its file has a term's number and name on each line, and comment lines that begin with "#".
    private static func read(_ year: String) -> [GenreTerm] {
        let text = EmbeddedText.files.first { $0.name == "genre-terms-\(year).txt" }?.text ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let number = line.prefix { $0 != " " }
            return GenreTerm(code: "\(scheme)\(year):\(number)", name: String(line.dropFirst(number.count + 1)))
        }
    }
}
