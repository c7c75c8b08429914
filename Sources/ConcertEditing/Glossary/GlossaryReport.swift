import ConcertNotes
import Web

/// A report on terms that are linked where readers do not expect a link: over-common terms, and terms that match the same words (spec T11).
///
/// Words are matched as phones link them (`GlossaryMatcher`): the term "sonata" matches a word of the term "sonata form". Terms that differ only in
/// case, accents, punctuation or a plural "s" are also reported, because they probably mean the same words.
public struct GlossaryReport: Sendable, Hashable {
    /// A term that is over-common by itself or by its share of the examined texts.
    public struct CommonTerm: Sendable, Hashable {
        public let item: GlossaryItem
        /// The number of examined texts that contain the term.
        public let matches: Int
    }

    /// Two terms that match the same words.
    public struct DuplicateMatch: Sendable, Hashable {
        public let item: GlossaryItem
        public let other: GlossaryItem
        /// Whether the terms differ only in case, accents, punctuation or a plural "s"; `false` if `other` contains the words of `item`.
        public let isSpelling: Bool
    }

    public let common: [CommonTerm]
    public let duplicates: [DuplicateMatch]
    /// The number of examined texts.
    public let textCount: Int

    /// The share of the texts, in percent, above which a term is over-common.
    public static let commonShare = 25
    /// The number of texts below which `commonShare` is not used.
    public static let fewestTexts = 20

    /// Examines terms, and counts for each term the texts of annotations that contain it. O(words of the terms and of the texts).
    public init(_ items: [GlossaryItem], texts: [String]) {
        let matcher = GlossaryMatcher(items)
        var counts = [Int](repeating: 0, count: items.count)
        for text in texts {
            for term in Set(matcher.all(in: text).map(\.place)) { counts[term] += 1 }
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
            for inner in Set(matcher.all(in: item.name).map(\.place)).sorted() where inner != place {
                // Equal words are reported above.
                guard Self.words(of: items[inner].name) != words else { continue }
                duplicates.append(DuplicateMatch(item: items[inner], other: item, isSpelling: false))
            }
        }
        self.duplicates = duplicates
    }

    private static func words(of text: String) -> [String] { Folding.words(of: text) }

    private static func stem(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }
}
