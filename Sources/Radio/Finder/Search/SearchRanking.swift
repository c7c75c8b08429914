/// What a question has found, and in which order it is shown: pure, so that its rules are tested without a database.
struct SearchRanking {
    /// Something that words were found in.
    struct Item: Hashable {
        let kind: SearchResult.Kind
        let id: Int64
        /// The show that a show, serial or episode belongs to; 0 for none.
        let show: Int64
    }

    /// Of each word asked for, what it was found in and how well.
    private var found: [[Item: SearchResult.Match]]

    init(words: Int) { found = Array(repeating: [:], count: words) }

    /// Notes that a word asked for was found; the better of two matches counts.
    mutating func add(_ item: Item, word: Int, _ match: SearchResult.Match) {
        if let known = found[word][item], known <= match { return }
        found[word][item] = match
    }

    /// Everything in which every word was found, the best matches first. A word in the title of its show counts for a serial
    /// or an episode as one of its people does, as long as another word is its own.
    func candidates(_ types: Set<SearchResult.Kind>) -> [(item: Item, match: SearchResult.Match)] {
        guard !found.isEmpty else { return [] }
        var candidates: [(item: Item, match: SearchResult.Match)] = []
        var seen: Set<Item> = []
        for own in found {
            for item in own.keys where types.contains(item.kind) && seen.insert(item).inserted {
                if let match = match(of: item) { candidates.append((item, match)) }
            }
        }
        return candidates.sorted { Self.precedes($0, $1) }
    }

    private func match(of item: Item) -> SearchResult.Match? {
        var whole: SearchResult.Match?
        for matches in found {
            guard let match = matches[item] ?? context(of: item, matches) else { return nil }
            whole = whole.map { $0.weaker(match) } ?? match
        }
        return whole
    }

    private func context(of item: Item, _ matches: [Item: SearchResult.Match]) -> SearchResult.Match? {
        guard item.kind == .serial || item.kind == .episode,
            let match = matches[Item(kind: .show, id: item.show, show: item.show)], match.field != .description
        else { return nil }
        return SearchResult.Match(field: .people, form: match.form)
    }

    private static func precedes(
        _ left: (item: Item, match: SearchResult.Match), _ right: (item: Item, match: SearchResult.Match)
    ) -> Bool {
        left.match == right.match ? precedes(left.item, right.item) : left.match < right.match
    }

    /// Of equal matches: by kind, then the newest.
    static func precedes(_ left: Item, _ right: Item) -> Bool {
        guard left.kind == right.kind else {
            return SearchResult.Kind.allCases.firstIndex(of: left.kind) ?? 0
                < SearchResult.Kind.allCases.firstIndex(of: right.kind) ?? 0
        }
        return left.id > right.id
    }

    /// As many of the best as a page can need, whole groups of equal matches: within one, what is on demand comes first, so
    /// that is asked of all of it. At most `limit`.
    static func contenders(
        _ candidates: [(item: Item, match: SearchResult.Match)], reaching end: Int, limit: Int
    ) -> ArraySlice<(item: Item, match: SearchResult.Match)> {
        guard end < candidates.count else { return candidates.prefix(max(limit, end)) }
        let last = candidates[end].match
        let count = candidates[end...].firstIndex { $0.match != last } ?? candidates.count
        return candidates.prefix(min(count, max(limit, end)))
    }
}
