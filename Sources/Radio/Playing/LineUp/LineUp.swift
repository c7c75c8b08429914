/// The channels in the requested order, with the place of each category in the list (spec R12).
///
/// Each channel appears once, under its primary category or else the first of its categories, so the offset of a category is unambiguous.
struct LineUp: Sendable, Hashable {
    /// The order of the list: by category and then number, or by number only.
    enum Order: String, Sendable, Hashable, CaseIterable {
        case category, number
    }

    /// A category with its range in the list.
    struct Section: Sendable, Hashable {
        /// The category; `nil` for the last section, which has the channels without a category.
        let category: Category?
        let offset: Int
        let count: Int
    }

    let channels: [LineUpChannel]
    /// The sections of the list; empty if the order is `number`.
    let sections: [Section]

    /// Creates a line-up. `categories` are in display order; `platform` is the platform whose channel numbers are used, or `nil` for the general
    /// ones.
    init(_ channels: [LineUpChannel], categories: [Category], order: Order, platform: String?) {
        let sorted = channels.sorted { Self.precedes($0, $1, on: platform) }
        guard order == .category else {
            self.channels = sorted
            sections = []
            return
        }
        let ranks = Dictionary(uniqueKeysWithValues: categories.enumerated().map { ($1.id, $0) })
        let groups = Dictionary(grouping: sorted) { Self.section(of: $0, ranks) }
        var listed: [LineUpChannel] = []
        var sections: [Section] = []
        for (rank, category) in categories.enumerated() {
            let group = groups[rank] ?? []
            sections.append(Section(category: category, offset: listed.count, count: group.count))
            listed += group
        }
        if let rest = groups[categories.count] {
            sections.append(Section(category: nil, offset: listed.count, count: rest.count))
            listed += rest
        }
        self.channels = listed
        self.sections = sections
    }

    /// Returns whether one channel precedes another: by number, then by name. Channels without a number come last.
    private static func precedes(_ one: LineUpChannel, _ other: LineUpChannel, on platform: String?) -> Bool {
        let (left, right) = (one.number(on: platform) ?? .max, other.number(on: platform) ?? .max)
        return left != right ? left < right : one.place < other.place
    }

    private static func section(of channel: LineUpChannel, _ ranks: [Category.ID: Int]) -> Int {
        let known = channel.categories.filter { ranks[$0.category] != nil }
        if let primary = known.first(where: \.isPrimary) { return ranks[primary.category] ?? ranks.count }
        return known.compactMap { ranks[$0.category] }.min() ?? ranks.count
    }
}
