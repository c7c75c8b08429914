/// The response of `findShows`.
struct FinderView: Encodable, Sendable {
    let items: [ShowView]
    let rail: [LetterView]
    let total: Int
    let offset: Int

    struct LetterView: Encodable, Sendable {
        let key: String
        let offset: Int
        let count: Int
    }

    struct ShowView: Encodable, Sendable {
        let id: String
        let title: String
        let summary: String
        let art: FinderArtView?
        let onDemandCount: Int
        let futureCount: Int
        let channels: [ChannelView]
    }

    struct ChannelView: Encodable, Sendable {
        let id: String
        let slug: String
        let name: String
    }

    init(_ page: FinderPage, offset: Int) {
        items = page.shows.map { show in
            ShowView(
                id: show.id.description, title: show.title, summary: show.summary,
                art: show.art.map(FinderArtView.init),
                onDemandCount: show.onDemandCount, futureCount: show.futureCount,
                channels: show.channels.map { ChannelView(id: $0.id.description, slug: $0.slug, name: $0.name) })
        }
        rail = page.rail.map { LetterView(key: $0.key, offset: $0.offset, count: $0.count) }
        total = page.total
        self.offset = offset
    }
}

/// A picture in the finder's responses.
struct FinderArtView: Encodable, Sendable {
    let id: String
    let alt: String
    let url: String?

    init(_ art: FinderArt) {
        id = art.id.description
        alt = art.alt
        url = art.url
    }
}

/// The response of `findFinderChannels`.
struct FinderChannelsView: Encodable, Sendable {
    let items: [ChannelView]

    struct ChannelView: Encodable, Sendable {
        let id: String
        let slug: String
        let name: String
        let number: Int32?
        let art: FinderArtView?
        let showCount: Int
    }

    init(_ channels: [FinderChannel]) {
        items = channels.map {
            ChannelView(
                id: $0.id.description, slug: $0.slug, name: $0.name, number: $0.number,
                art: $0.art.map(FinderArtView.init), showCount: $0.showCount)
        }
    }
}

/// The response of `findFinderCategories`.
struct FinderCategoriesView: Encodable, Sendable {
    let items: [CategoryView]

    struct CategoryView: Encodable, Sendable {
        let id: String
        let name: String
        let showCount: Int
    }

    init(_ categories: [FinderCategory]) {
        items = categories.map {
            CategoryView(id: $0.id.description, name: $0.name, showCount: $0.showCount)
        }
    }
}
