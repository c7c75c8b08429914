/// The tolerance for typing errors: an extra, missing or wrong letter, or two swapped letters.
///
/// The index contains forms of each word: its first seven letters, and these with one or two letters deleted. Words that resemble each other have a
/// form in common (Garbe's SymSpell).
enum Typo {
    /// Returns the number of errors that are tolerated in a word of this length.
    static func tolerance(letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }

    private static let lead = 7

    /// Returns the forms under which a word is indexed; empty for a word of fewer than three letters or with digits.
    static func indexForms(_ word: String) -> Set<String> {
        let letters = Array(word.unicodeScalars)
        guard letters.count >= 3, letters.allSatisfy({ $0.properties.numericType == nil }) else { return [] }
        return deletionForms(letters, depth: letters.count < 6 ? 1 : 2)
    }

    /// Returns the forms to look up for a searched word; empty for a word in which no errors are tolerated.
    static func lookupForms(_ word: String) -> Set<String> {
        let letters = Array(word.unicodeScalars)
        let depth = tolerance(letters: letters.count)
        return depth == 0 ? [] : deletionForms(letters, depth: depth)
    }

    /// Returns the form of a word without deletions: its first seven letters.
    static func lead(of word: String) -> String { text(word.unicodeScalars.prefix(lead)) }

    private static func deletionForms(_ letters: [Unicode.Scalar], depth: Int) -> Set<String> {
        let start = Array(letters.prefix(lead))
        var all: Set<[Unicode.Scalar]> = [start]
        var last = all
        for _ in 0..<depth {
            var next: Set<[Unicode.Scalar]> = []
            for word in last where word.count > 1 {
                for index in word.indices {
                    var rest = word
                    rest.remove(at: index)
                    next.insert(rest)
                }
            }
            all.formUnion(next)
            last = next
        }
        return Set(all.map(text))
    }

    private static func text(_ letters: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: letters)
        return String(view)
    }

    /// Returns whether two words differ by at most `limit` errors (optimal string alignment).
    static func isWithin(_ limit: Int, _ one: String, _ other: String) -> Bool {
        let (a, b) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        guard abs(a.count - b.count) <= limit else { return false }
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count] <= limit
    }
}
