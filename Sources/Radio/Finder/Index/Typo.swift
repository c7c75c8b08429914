/// Words that differ by a slip of the finger: a letter too many, too few, another one, or two in each other's place.
///
/// Two words within k slips have something in common once at most k letters are taken out of the first seven of each, so
/// that words like a given one are found by what is left of it, without a look at all words (Garbe's SymSpell).
enum Typo {
    /// How many slips are forgiven in a word of this many letters.
    static func forgiven(letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }

    /// How much of a word counts for what is left of it.
    private static let lead = 7

    /// Under what a word is written down: of one within reach of a question with two slips, two letters are taken out.
    /// Nothing for short words and for numbers, which nobody asks for with a slip.
    static func stored(_ word: String) -> Set<String> {
        let letters = Array(word.unicodeScalars)
        guard letters.count >= 3, letters.allSatisfy({ $0.properties.numericType == nil }) else { return [] }
        return gaps(letters, depth: letters.count < 6 ? 1 : 2)
    }

    /// Under what words like this one are looked for.
    static func asked(_ word: String) -> Set<String> {
        let letters = Array(word.unicodeScalars)
        let depth = forgiven(letters: letters.count)
        return depth == 0 ? [] : gaps(letters, depth: depth)
    }

    /// The one of `stored` that every word has: its lead.
    static func lead(of word: String) -> String { text(word.unicodeScalars.prefix(lead)) }

    private static func gaps(_ letters: [Unicode.Scalar], depth: Int) -> Set<String> {
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

    /// Whether at most so many slips lie between two words (optimal string alignment).
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
