import Web

/// An immutable listing of the shows that the Show Finder can list for a tenant at one revision, with their channels and categories and the times at
/// which they can be heard.
///
/// It does not depend on the clock. It answers a query for a page in O(n) for n shows in the group (spec R38).
struct FinderListing: Sendable {
    let revision: Int64
    /// The shows in collation order.
    let shows: [Entry]
    let inactive: [Channel.ID]
    /// The active channels by number, then name. Channels without a number come last.
    private let channels: [ShowGroup<FinderChannel>]
    private let categories: [ShowGroup<FinderCategory>]
    private let featured: [(show: Int, expiresAt: Int64)]
    private let showIndexes: [Show.ID: Int]
    private let channelsByShow: [[Int]]
    private let channelIndexes: [Channel.ID: Int]
    private let categoryIndexes: [Category.ID: Int]

    /// A show with the times at which it can be heard, in microseconds since 1970, the precision of the database.
    struct Entry: Sendable, Hashable {
        let id: Show.ID
        let letter: String
        /// The start of the last airing; `Int64.min` if there is none. Before this time, the show has an upcoming airing.
        let lastAiring: Int64
        /// The periods in which the show has an on-demand episode.
        var windows: [Range<Int64>]

        func has(_ filter: FinderFilter, at now: Int64) -> Bool {
            (filter.countsFuture && lastAiring > now)
                || (filter.countsOnDemand && windows.contains { $0.contains(now) })
        }
    }

    /// A page of show IDs, with the alphabetic index and the total number of shows of the whole list.
    struct Part: Sendable, Hashable {
        var shows: [Show.ID] = []
        var rail: [FinderPage.Letter] = []
        var total = 0
    }

    private struct ShowGroup<Value: Sendable>: Sendable {
        let value: Value
        var shows: [Int] = []
    }

    /// Creates a listing from rows in display order.
    ///
    /// - Parameters:
    ///   - channels: The active channels. Their counts are ignored.
    ///   - categories: The categories. Their counts are ignored.
    ///   - channelShows: The shows of each channel, with the home channel of each show first.
    ///   - memberships: The categories of each channel.
    ///   - featured: The featured shows and when they expire; `nil` if never.
    init(
        revision: Int64, shows: [Entry], channels: [FinderChannel], inactive: [Channel.ID] = [],
        categories: [FinderCategory],
        channelShows: [(channel: Channel.ID, show: Show.ID)],
        memberships: [(channel: Channel.ID, category: Category.ID)],
        featured: [(show: Show.ID, expiresAt: Int64?)]
    ) {
        self.revision = revision
        self.shows = shows
        self.inactive = inactive
        let showIndexes = Dictionary(
            shows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let channelIndexes = Dictionary(
            channels.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let categoryIndexes = Dictionary(
            categories.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var showsByChannel = [[Int]](repeating: [], count: channels.count)
        var channelsByShow = [[Int]](repeating: [], count: shows.count)
        for (channel, show) in channelShows {
            if let channel = channelIndexes[channel], let show = showIndexes[show] {
                showsByChannel[channel].append(show)
                channelsByShow[show].append(channel)
            }
        }
        var filed = [Set<Int>](repeating: [], count: categories.count)
        for (channel, category) in memberships {
            if let channel = channelIndexes[channel], let category = categoryIndexes[category] {
                filed[category].formUnion(showsByChannel[channel])
            }
        }
        self.channels = zip(channels, showsByChannel).map { ShowGroup(value: $0, shows: $1.sorted()) }
        self.categories = zip(categories, filed).map { ShowGroup(value: $0, shows: $1.sorted()) }
        self.featured = featured.compactMap { show, expiresAt in
            showIndexes[show].map { ($0, expiresAt ?? .max) }
        }.sorted { $0.0 < $1.0 }
        self.showIndexes = showIndexes
        self.channelsByShow = channelsByShow
        self.channelIndexes = channelIndexes
        self.categoryIndexes = categoryIndexes
    }

    /// Returns the requested part of the list, or `nil` if the channel or category is not in the listing.
    func part(_ query: FinderQuery, at now: Instant) -> Part? {
        let moment = now.milliseconds * 1000
        switch query.organiser {
        case .all: return part(shows.indices, query, moment)
        case .featured: return part(featured.lazy.filter { $0.expiresAt > moment }.map(\.show), query, moment)
        case .channel(let id): return channelIndexes[id].map { part(channels[$0].shows, query, moment) }
        case .category(let id): return categoryIndexes[id].map { part(categories[$0].shows, query, moment) }
        }
    }

    private func part(_ showIndexes: some Sequence<Int>, _ query: FinderQuery, _ moment: Int64) -> Part {
        var part = Part()
        for index in showIndexes where shows[index].has(query.filter, at: moment) {
            let letter = shows[index].letter
            // In collation order, the shows of each letter are contiguous.
            if let last = part.rail.last, last.key == letter {
                part.rail[part.rail.count - 1] = FinderPage.Letter(
                    key: last.key, offset: last.offset, count: last.count + 1)
            } else {
                part.rail.append(FinderPage.Letter(key: letter, offset: part.total, count: 1))
            }
            if part.total >= query.offset, part.shows.count < query.limit { part.shows.append(shows[index].id) }
            part.total += 1
        }
        return part
    }

    /// Returns the active channels of a show, home channel first; empty if the show is not in the listing.
    func channels(of show: Show.ID) -> [FinderEntry.ChannelName] {
        guard let index = showIndexes[show] else { return [] }
        return channelsByShow[index].map {
            let channel = channels[$0].value
            return FinderEntry.ChannelName(id: channel.id, slug: channel.slug, name: channel.name)
        }
    }

    /// Returns the active channels that have shows matching the filter, with the number of these shows, by channel number.
    func channels(_ filter: FinderFilter, at now: Instant) -> [FinderChannel] {
        let isShown = shown(filter, now)
        return channels.compactMap { holder in
            let count = holder.shows.count { isShown[$0] }
            return count == 0 ? nil : holder.value.withShowCount(count)
        }
    }

    /// Returns the categories that have shows matching the filter, with the number of these shows. A show on several channels of a category counts
    /// once.
    func categories(_ filter: FinderFilter, at now: Instant) -> [FinderCategory] {
        let isShown = shown(filter, now)
        return categories.compactMap { holder in
            let count = holder.shows.count { isShown[$0] }
            return count == 0 ? nil : holder.value.withShowCount(count)
        }
    }

    private func shown(_ filter: FinderFilter, _ now: Instant) -> [Bool] {
        let moment = now.milliseconds * 1000
        return shows.map { $0.has(filter, at: moment) }
    }
}
