/// The ranking of search matches, without I/O.
struct SearchRanking {
    /// An item that contains search words, identified by its kind and ID.
    struct Item: Hashable {
        let kind: SearchResult.Kind
        let id: Int64
        /// The show that contains the serial or episode, or the show itself; 0 for other kinds.
        let show: Int64

        static func == (left: Item, right: Item) -> Bool { left.id == right.id && left.kind.rank == right.kind.rank }

        func hash(into hasher: inout Hasher) { hasher.combine(id << 3 | Int64(kind.rank)) }
    }

    /// The best matching items, and the total number of matching items.
    struct BestMatches {
        var items: [(item: Item, match: SearchResult.Match)] = []
        var total = 0
    }

    /// For each search word, the items that contain it, with their best match.
    private var found: [[Item: SearchResult.Match]]

    init(words: Int) { found = Array(repeating: [:], count: words) }

    /// Records a match of a search word. Of repeated matches of an item, the better one counts.
    mutating func add(_ item: Item, word: Int, _ match: SearchResult.Match) {
        if let known = found[word][item], known <= match { return }
        found[word][item] = match
    }

    /// Returns the best items that contain every word, in order, enough for a page that ends at `end`. O(n log n) for n matches.
    ///
    /// Whole groups of equal matches are included, because the caller moves on-demand items to the front of a group. At most `limit` items are
    /// returned, or `end` if that is more. If a serial or episode contains at least one of the words, a word in the title or people of its show also
    /// counts for it, as a match in people.
    func best(_ types: Set<SearchResult.Kind>, reaching end: Int, limit: Int) -> BestMatches {
        let groups = groups(types).sorted { $0.key < $1.key }
        var best = BestMatches(total: groups.reduce(0) { $0 + $1.value.count })
        for (match, items) in groups where best.items.count <= end {
            let room = max(limit, end) - best.items.count
            best.items += items.sorted(by: Self.precedes).prefix(room).map { ($0, match) }
        }
        return best
    }

    private func groups(_ types: Set<SearchResult.Kind>) -> [SearchResult.Match: [Item]] {
        var groups: [SearchResult.Match: [Item]] = [:]
        for (word, own) in found.enumerated() {
            for (item, match) in own where types.contains(item.kind) {
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

    /// Returns whether an item precedes another with an equal match: by kind, then the highest (newest) ID first.
    static func precedes(_ left: Item, _ right: Item) -> Bool {
        left.kind.rank == right.kind.rank ? left.id > right.id : left.kind.rank < right.kind.rank
    }
}

extension SearchResult.Kind {
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
