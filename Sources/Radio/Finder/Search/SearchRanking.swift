/// What a question has found, and in which order it is shown: pure, so that its rules are tested without a database.
struct SearchRanking {
    /// Something that words were found in. The kind and the identifier tell it from every other.
    struct Item: Hashable {
        let kind: SearchResult.Kind
        let id: Int64
        /// The show that a show, serial or episode belongs to; 0 for none.
        let show: Int64

        static func == (left: Item, right: Item) -> Bool { left.id == right.id && left.kind.rank == right.kind.rank }

        func hash(into hasher: inout Hasher) { hasher.combine(id << 3 | Int64(kind.rank)) }
    }

    /// The best of what was found.
    struct Best {
        var items: [(item: Item, match: SearchResult.Match)] = []
        /// How many there are in all.
        var total = 0
    }

    /// Of each word asked for, what it was found in and how well.
    private var found: [[Item: SearchResult.Match]]

    init(words: Int) { found = Array(repeating: [:], count: words) }

    /// Notes that a word asked for was found; the better of two matches counts.
    mutating func add(_ item: Item, word: Int, _ match: SearchResult.Match) {
        if let known = found[word][item], known <= match { return }
        found[word][item] = match
    }

    /// Of everything in which every word was found, as many of the best as a page that ends at `end` can need: whole groups of
    /// equal matches, since within one what is on demand comes first, so that is asked of all of it; at most `limit`, or `end`
    /// where that is more. Equal ones stand together, in the order of `precedes`; O(what was found).
    ///
    /// A word in the title of its show counts for a serial or an episode as one of its people does, as long as another word is
    /// its own.
    func best(_ types: Set<SearchResult.Kind>, reaching end: Int, limit: Int) -> Best {
        let groups = groups(types).sorted { $0.key < $1.key }
        var best = Best(total: groups.reduce(0) { $0 + $1.value.count })
        for (match, items) in groups where best.items.count <= end {
            let room = max(limit, end) - best.items.count
            best.items += items.sorted(by: Self.precedes).prefix(room).map { ($0, match) }
        }
        return best
    }

    /// Everything in which every word was found, by how well.
    private func groups(_ types: Set<SearchResult.Kind>) -> [SearchResult.Match: [Item]] {
        var groups: [SearchResult.Match: [Item]] = [:]
        for (word, own) in found.enumerated() {
            for (item, match) in own where types.contains(item.kind) {
                // What an earlier word was found in has been looked at.
                if found[..<word].contains(where: { $0[item] != nil }) { continue }
                if let match = found.count == 1 ? match : self.match(of: item) {
                    groups[match, default: []].append(item)
                }
            }
        }
        return groups
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

    /// Of equal matches: by kind, then the newest.
    static func precedes(_ left: Item, _ right: Item) -> Bool {
        left.kind.rank == right.kind.rank ? left.id > right.id : left.kind.rank < right.kind.rank
    }
}

extension SearchResult.Kind {
    /// Its place in the order in which equal matches are shown.
    fileprivate var rank: UInt8 {
        switch self {
        case .show: 0
        case .person: 1
        case .channel: 2
        case .topic: 3
        case .serial: 4
        case .episode: 5
        }
    }
}
