import Postgres

/// A page of the alphabetical list of shows, with the alphabetic index (`rail`) of the whole list (spec R39).
public struct FinderPage: Sendable {
    /// A letter of the alphabetic index, with the offset of its first show in the whole list and the number of its shows.
    public struct Letter: Sendable, Hashable {
        public let key: String
        public let offset: Int
        public let count: Int

        package init(key: String, offset: Int, count: Int) {
            self.key = key
            self.offset = offset
            self.count = count
        }
    }

    public let shows: [FinderEntry]
    public let rail: [Letter]
    public let total: Int
}

/// A show in the finder, with its counts at the time of the request.
public struct FinderEntry: Sendable, Hashable {
    public let id: Show.ID
    public let title: String
    public let summary: String
    public let art: FinderArt?
    public let onDemandCount: Int
    /// The number of airings on active channels that start after now, excluding cancelled ones.
    public let futureCount: Int
    /// The active channels, the show's home channel first.
    public let channels: [ChannelName]

    /// The ID, slug and name of a channel.
    public struct ChannelName: Sendable, Hashable {
        public let id: Channel.ID
        public let slug: String
        public let name: String
    }
}

/// A picture in the finder or the search, with the address of its first size.
public struct FinderArt: Sendable, Hashable {
    public let id: Art.ID
    public let alt: String
    /// An absolute URL on another server, or a path on this server; `nil` if the picture has no sizes.
    public let url: String?

    /// Creates a picture from the columns `art_id`, `art_alt`, and `art_url` and `art_position` of its first size; `nil` if there is no picture.
    init?(row: Row) throws(PostgresError) {
        guard let id: Int64 = try row.optional("art_id") else { return nil }
        let art = Art.ID(rawValue: id)
        self.id = art
        alt = try row("art_alt")
        let position: Int32? = try row.optional("art_position")
        url = try row.optional("art_url") ?? position.map { Art.path(of: art, at: $0) }
    }
}

/// A channel in the filter of the finder.
public struct FinderChannel: Sendable, Hashable {
    public let id: Channel.ID
    public let slug: String
    public let name: String
    public let number: Int32?
    public let art: FinderArt?
    public let showCount: Int

    /// Returns a copy with a different number of shows.
    func withShowCount(_ count: Int) -> FinderChannel {
        FinderChannel(id: id, slug: slug, name: name, number: number, art: art, showCount: count)
    }
}

/// A category in the filter of the finder.
public struct FinderCategory: Sendable, Hashable {
    public let id: Category.ID
    public let name: String
    public let showCount: Int

    /// Returns a copy with a different number of shows.
    func withShowCount(_ count: Int) -> FinderCategory { FinderCategory(id: id, name: name, showCount: count) }
}

extension FinderEntry {
    init(row: Row, channels: [ChannelName]) throws(PostgresError) {
        id = Show.ID(rawValue: try row("show_id"))
        title = try row("title")
        summary = try row("summary")
        art = try FinderArt(row: row)
        onDemandCount = try row("on_demand")
        futureCount = try row("future")
        self.channels = channels
    }
}

extension FinderChannel: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        id = Channel.ID(rawValue: try row("channel_id"))
        slug = try row("slug")
        name = try row("name")
        number = try row.optional("number")
        art = try FinderArt(row: row)
        showCount = try row("shows")
    }
}

extension FinderCategory: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        id = Category.ID(rawValue: try row("category_id"))
        name = try row("name")
        showCount = try row("shows")
    }
}
