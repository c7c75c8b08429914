import ConcertNotes
import Web

/// The terms that link words where readers do not expect it: over-common words, and terms that match the same words (spec table T).
///
/// Phones link every word of a text that matches a term. A term within another one, such as "sonata" in "sonata form", matches
/// twice, and so do two terms that differ only in accents, hyphens or a plural "s".
public struct GlossaryReport: Sendable, Hashable {
    /// A term that is linked too often.
    public struct CommonTerm: Sendable, Hashable {
        public let item: GlossaryItem
        /// The number of texts that contain the term, of those that were examined.
        public let matches: Int
    }

    /// Two terms that match the same words.
    public struct DuplicateMatch: Sendable, Hashable {
        public let item: GlossaryItem
        /// The term that contains the words of `item`, or is spelt nearly the same.
        public let other: GlossaryItem
        /// Whether the two are spelt nearly the same; `false` if `other` contains `item`.
        public let isSpelling: Bool
    }

    public let common: [CommonTerm]
    public let duplicates: [DuplicateMatch]
    /// The number of texts that were examined.
    public let textCount: Int

    /// The share of the texts above which a term counts as over-common, in percent, if there are enough texts to tell.
    public static let commonShare = 25
    private static let fewestTexts = 20

    /// Examines terms. O(words of the terms and of the texts).
    ///
    /// - Parameter texts: the texts of annotations in which matches are counted; may be empty.
    public init(_ items: [GlossaryItem], texts: [String]) {
        let index = TermIndex(items)
        var counts = [Int](repeating: 0, count: items.count)
        for text in texts {
            for term in Set(index.matches(in: Self.words(of: text))) { counts[term] += 1 }
        }
        textCount = texts.count
        let isEnough = texts.count >= Self.fewestTexts
        common = items.indices.filter {
            items[$0].isOverCommon || isEnough && counts[$0] * 100 > texts.count * Self.commonShare
        }.map { CommonTerm(item: items[$0], matches: counts[$0]) }

        var duplicates: [DuplicateMatch] = []
        var spelt: [[String]: Int] = [:]
        for (place, item) in items.enumerated() {
            let words = Self.words(of: item.name)
            let key = words.map(Self.stem)
            if let other = spelt[key], !key.isEmpty {
                duplicates.append(DuplicateMatch(item: item, other: items[other], isSpelling: true))
            } else {
                spelt[key] = place
            }
            for inner in Set(index.matches(in: words)).sorted() where inner != place {
                // Equal words are reported above.
                guard Self.words(of: items[inner].name) != words else { continue }
                duplicates.append(DuplicateMatch(item: items[inner], other: item, isSpelling: false))
            }
        }
        self.duplicates = duplicates
    }

    private static func words(of text: String) -> [String] { Folding.words(of: text).map { String($0) } }

    private static func stem(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// Terms by their first words.
    private struct TermIndex {
        private var terms: [String: [(words: [String], place: Int)]] = [:]

        init(_ items: [GlossaryItem]) {
            for (place, item) in items.enumerated() {
                let words = GlossaryReport.words(of: item.name)
                guard let first = words.first else { continue }
                terms[first, default: []].append((words, place))
            }
        }

        /// Returns the places of the terms that the words contain, once for each match.
        func matches(in words: [String]) -> [Int] {
            words.indices.flatMap { start in
                (terms[words[start]] ?? []).filter { words[start...].starts(with: $0.words) }.map(\.place)
            }
        }
    }
}
