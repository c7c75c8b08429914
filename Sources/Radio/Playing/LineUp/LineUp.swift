/// The channels in the order that a client lists them in, and where each category begins (spec R12).
///
/// A channel stands once: in the section of its primary category, or without one in the first of its categories. Choosing
/// a category jumps to a place in one list, so a list that names a channel twice would have two places for it.
struct LineUp: Sendable, Hashable {
    /// What the list goes by.
    enum Order: String, Sendable, Hashable, CaseIterable {
        case category, number
    }

    /// A category's place in the list.
    struct Section: Sendable, Hashable {
        /// `nil` for the channels at the end that are in no category.
        let category: Category?
        let offset: Int
        let count: Int
    }

    let channels: [LineUpChannel]
    /// None where the list goes by number.
    let sections: [Section]

    /// - Parameters:
    ///   - channels: in any order.
    ///   - categories: in their order.
    ///   - platform: whose numbers count.
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

    /// By number, those without one last, then by name.
    private static func precedes(_ one: LineUpChannel, _ other: LineUpChannel, on platform: String?) -> Bool {
        let (left, right) = (one.number(on: platform) ?? .max, other.number(on: platform) ?? .max)
        return left != right ? left < right : one.place < other.place
    }

    /// The rank of its section; one beyond the last for none.
    private static func section(of channel: LineUpChannel, _ ranks: [Category.ID: Int]) -> Int {
        let known = channel.categories.filter { ranks[$0.category] != nil }
        if let primary = known.first(where: \.isPrimary) { return ranks[primary.category] ?? ranks.count }
        return known.compactMap { ranks[$0.category] }.min() ?? ranks.count
    }
}
