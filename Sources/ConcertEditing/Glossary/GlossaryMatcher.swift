import ConcertNotes
import Web

/// A matcher that finds the terms of a glossary in a text, as phones link them (spec N16): whole words, without regard to case. Of overlapping terms,
/// only the first is linked. Of terms that begin at the same word, only the longest is linked.
public struct GlossaryMatcher: Sendable {
    /// A term at a range of the text.
    public struct Match: Sendable {
        public let range: Range<String.Index>
        public let term: GlossaryItem
        /// The index of the term in the glossary, from 0.
        public let place: Int
    }

    /// The terms of a text that an editor should review.
    public struct Report: Sendable, Hashable {
        /// The names of linked terms that are so common that phones would link them in nearly every text (`GlossaryItem.isOverCommon`).
        public var overCommon: [String] = []
        /// The number of links of each term that is linked several times, by the name of the term.
        public var repeated: [String: Int] = [:]
        /// Pairs of overlapping terms, each as one text, such as "“sonata form” and “form”".
        public var overlaps: [String] = []

        public var isEmpty: Bool { overCommon.isEmpty && repeated.isEmpty && overlaps.isEmpty }
    }

    private struct Entry: Sendable {
        let words: [String]
        let term: GlossaryItem
        let place: Int
    }

    /// The terms by their first word, longest first.
    private let terms: [String: [Entry]]

    /// Creates a matcher. O(size of the glossary).
    public init(_ items: [GlossaryItem]) {
        var terms: [String: [Entry]] = [:]
        for (place, item) in items.enumerated() {
            let words = Self.words(of: item.key).map { String(item.key[$0]) }
            guard let first = words.first else { continue }
            terms[first, default: []].append(Entry(words: words, term: item, place: place))
        }
        self.terms = terms.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }

    /// Returns every match in the order of the text, the longest first at each position. Matches may overlap. O(words of the text).
    public func all(in text: String) -> [Match] {
        let ranges = Self.words(of: text)
        let words = ranges.map { text[$0].uppercased().lowercased() }
        return words.indices.flatMap { index in
            (terms[words[index]] ?? []).filter { Self.has($0.words, at: index, words, ranges, text) }.map { entry in
                let last = index + entry.words.count - 1
                return Match(
                    range: ranges[index].lowerBound..<ranges[last].upperBound, term: entry.term, place: entry.place)
            }
        }
    }

    /// Returns the matches that phones link, in the order of the text, with a report for the editor. O(words of the text).
    public func matches(in text: String) -> (links: [Match], report: Report) {
        var links: [Match] = []
        var report = Report()
        var counts: [String: Int] = [:]
        for match in all(in: text) {
            let term = match.term
            if let last = links.last, match.range.lowerBound < last.range.upperBound {
                if last.place != match.place { report.overlaps.append("“\(last.term.name)” and “\(term.name)”") }
                continue
            }
            links.append(match)
            counts[term.name, default: 0] += 1
            if term.isOverCommon, counts[term.name] == 1 { report.overCommon.append(term.name) }
        }
        report.repeated = counts.filter { $0.value > 1 }
        return (links, report)
    }

    /// Returns whether the words of a term are at a position, with only spaces, hyphens and apostrophes between them.
    private static func has(
        _ term: [String], at index: Int, _ words: [String], _ ranges: [Range<String.Index>], _ text: String
    ) -> Bool {
        guard index + term.count <= words.count else { return false }
        for offset in 1..<max(1, term.count) {
            guard words[index + offset] == term[offset] else { return false }
            let gap = text[ranges[index + offset - 1].upperBound..<ranges[index + offset].lowerBound]
            guard gap.allSatisfy({ $0.isWhitespace || "-'’".contains($0) }) else { return false }
        }
        return true
    }

    private static func words(of text: String) -> [Range<String.Index>] {
        var words: [Range<String.Index>] = []
        var start: String.Index?
        for index in text.indices {
            if text[index].isLetter || text[index].isNumber {
                start = start ?? index
            } else if let begin = start {
                words.append(begin..<index)
                start = nil
            }
        }
        if let begin = start { words.append(begin..<text.endIndex) }
        return words
    }

    /// Returns a text as HTML with each linked term in a `<mark>` element. The `title` attribute has the category of the term and the first 160
    /// characters of its description.
    public func marked(_ text: String) -> HTML {
        var html = HTML.empty
        var end = text.startIndex
        for link in matches(in: text).links {
            html = """
                \(html)\(text[end..<link.range.lowerBound])<mark title="\(link.term.category): \(String(link.term.description.prefix(160)))">\
                \(text[link.range])</mark>
                """
            end = link.range.upperBound
        }
        return "\(html)\(text[end...])"
    }
}
