import Web

/// All that the Show Finder lists of one tenant, as it is at one revision of it: shows in the order of the language with
/// the times at which they have something, and who holds them. A value that never changes; a newer revision is another listing.
///
/// Nothing in it depends on the clock: any instant, organiser and filter is answered by it alone. Cost of an answer: the shows
/// that the organiser has.
/// Spec R38.
struct FinderListing: Sendable {
    /// How often what is in here had been changed when it was read.
    let revision: Int64
    /// Those that may be listed, in the order of the language.
    let shows: [Entry]
    /// Channels that are not active: what they will broadcast is nobody's future.
    let inactive: [Channel.ID]
    /// The active channels, by number, then name.
    private let channels: [Holder<FinderChannel>]
    /// In the order of the line-up.
    private let categories: [Holder<FinderCategory>]
    private let featured: [(show: Int, expiresAt: Int64)]
    private let places: [Show.ID: Int]
    /// Of each show the places of its channels, its home first.
    private let homes: [[Int]]
    private let channelPlaces: [Channel.ID: Int]
    private let categoryPlaces: [Category.ID: Int]

    /// A show, and when it has something. Times are microseconds since 1970, as exact as the database has them.
    struct Entry: Sendable, Hashable {
        let id: Show.ID
        /// What it stands under in the rail.
        let letter: String
        /// The start of its last airing: as long as that is to come, something is.
        let lastAiring: Int64
        /// When it has something on demand.
        var windows: [Range<Int64>]

        func has(_ filter: FinderFilter, at now: Int64) -> Bool {
            (filter.countsFuture && lastAiring > now)
                || (filter.countsOnDemand && windows.contains { $0.contains(now) })
        }
    }

    /// A part of a list, and the way to its other parts.
    struct Part: Sendable, Hashable {
        var shows: [Show.ID] = []
        var rail: [FinderPage.Letter] = []
        var total = 0
    }

    /// Who holds shows, and their places among all, rising.
    private struct Holder<Value: Sendable>: Sendable {
        let value: Value
        var shows: [Int] = []
    }

    /// - Parameters:
    ///   - shows: in the order of the language.
    ///   - channels: the active ones, in order, with counts that count for nothing.
    ///   - inactive: all others.
    ///   - categories: in order, with counts that count for nothing.
    ///   - holdings: which channel holds which show, the home of each show first; those of other channels and of shows that are not
    ///     listed included.
    ///   - memberships: which channel is in which category.
    ///   - featured: with the instant until which each is, `nil` for good.
    init(
        revision: Int64, shows: [Entry], channels: [FinderChannel], inactive: [Channel.ID] = [],
        categories: [FinderCategory],
        holdings: [(channel: Channel.ID, show: Show.ID)], memberships: [(channel: Channel.ID, category: Category.ID)],
        featured: [(show: Show.ID, expiresAt: Int64?)]
    ) {
        self.revision = revision
        self.shows = shows
        self.inactive = inactive
        let places = Dictionary(
            shows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let channelPlaces = Dictionary(
            channels.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let categoryPlaces = Dictionary(
            categories.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var held = [[Int]](repeating: [], count: channels.count)
        var homes = [[Int]](repeating: [], count: shows.count)
        for (channel, show) in holdings {
            if let channel = channelPlaces[channel], let show = places[show] {
                held[channel].append(show)
                homes[show].append(channel)
            }
        }
        var filed = [Set<Int>](repeating: [], count: categories.count)
        for (channel, category) in memberships {
            if let channel = channelPlaces[channel], let category = categoryPlaces[category] {
                filed[category].formUnion(held[channel])
            }
        }
        self.channels = zip(channels, held).map { Holder(value: $0, shows: $1.sorted()) }
        self.categories = zip(categories, filed).map { Holder(value: $0, shows: $1.sorted()) }
        self.featured = featured.compactMap { show, expiresAt in
            places[show].map { ($0, expiresAt ?? .max) }
        }.sorted { $0.0 < $1.0 }
        self.places = places
        self.homes = homes
        self.channelPlaces = channelPlaces
        self.categoryPlaces = categoryPlaces
    }

    /// What a question asks for; `nil` for a channel or category that is not there for the public.
    func part(_ query: FinderQuery, at now: Instant) -> Part? {
        let moment = now.milliseconds * 1000
        switch query.organiser {
        case .all: return part(shows.indices, query, moment)
        case .featured: return part(featured.lazy.filter { $0.expiresAt > moment }.map(\.show), query, moment)
        case .channel(let id): return channelPlaces[id].map { part(channels[$0].shows, query, moment) }
        case .category(let id): return categoryPlaces[id].map { part(categories[$0].shows, query, moment) }
        }
    }

    private func part(_ places: some Sequence<Int>, _ query: FinderQuery, _ moment: Int64) -> Part {
        var part = Part()
        for place in places where shows[place].has(query.filter, at: moment) {
            let letter = shows[place].letter
            // In the order of the language a letter's shows stand together.
            if let last = part.rail.last, last.key == letter {
                part.rail[part.rail.count - 1] = FinderPage.Letter(
                    key: last.key, offset: last.offset, count: last.count + 1)
            } else {
                part.rail.append(FinderPage.Letter(key: letter, offset: part.total, count: 1))
            }
            if part.total >= query.offset, part.shows.count < query.limit { part.shows.append(shows[place].id) }
            part.total += 1
        }
        return part
    }

    /// The active channels that hold a show, its home first.
    func channels(of show: Show.ID) -> [FinderEntry.ChannelName] {
        guard let place = places[show] else { return [] }
        return homes[place].map {
            let channel = channels[$0].value
            return FinderEntry.ChannelName(id: channel.id, slug: channel.slug, name: channel.name)
        }
    }

    /// The active channels that hold shows, in their order.
    func channels(_ filter: FinderFilter, at now: Instant) -> [FinderChannel] {
        let isShown = shown(filter, now)
        return channels.compactMap { holder in
            let count = holder.shows.count { isShown[$0] }
            return count == 0 ? nil : holder.value.holding(count)
        }
    }

    /// The categories whose active channels hold shows, in their order; a show on several of them counts once.
    func categories(_ filter: FinderFilter, at now: Instant) -> [FinderCategory] {
        let isShown = shown(filter, now)
        return categories.compactMap { holder in
            let count = holder.shows.count { isShown[$0] }
            return count == 0 ? nil : holder.value.holding(count)
        }
    }

    private func shown(_ filter: FinderFilter, _ now: Instant) -> [Bool] {
        let moment = now.milliseconds * 1000
        return shows.map { $0.has(filter, at: moment) }
    }
}
