import Postgres

/// A part of the alphabetical list, and the way to its other parts (spec R39).
public struct FinderPage: Sendable {
    /// A letter of the rail: where its shows begin in the whole list, and how many there are.
    public struct Letter: Sendable, Hashable {
        public let key: String
        public let offset: Int
        public let count: Int
    }

    public let shows: [FinderEntry]
    public let rail: [Letter]
    /// How many shows the whole list has.
    public let total: Int
}

/// A show as the finder lists it, with what it has at the instant of the question.
public struct FinderEntry: Sendable, Hashable {
    public let id: Show.ID
    public let title: String
    public let summary: String
    public let art: FinderArt?
    /// Episodes on demand now.
    public let onDemandCount: Int
    /// Airings that start after now.
    public let futureCount: Int
    /// The active ones, its home first.
    public let channels: [ChannelName]

    /// A channel, as little of it as a list needs.
    public struct ChannelName: Sendable, Hashable {
        public let id: Channel.ID
        public let slug: String
        public let name: String
    }
}

/// The picture of an entry: of its sizes the first.
public struct FinderArt: Sendable, Hashable {
    public let id: Art.ID
    public let alt: String
    /// Where its first size is: an address elsewhere, or a path of this server.
    public let url: String?

    /// Reads the columns `art_id`, `art_alt`, and of its first size `art_url` and `art_position`; `nil` where there is no picture.
    init?(row: Row) throws(PostgresError) {
        guard let id: Int64 = try row.optional("art_id") else { return nil }
        let art = Art.ID(rawValue: id)
        self.id = art
        alt = try row("art_alt")
        let position: Int32? = try row.optional("art_position")
        url = try row.optional("art_url") ?? position.map { Art.path(of: art, at: $0) }
    }
}

/// A channel or category that holds shows, in a chooser.
public struct FinderChannel: Sendable, Hashable {
    public let id: Channel.ID
    public let slug: String
    public let name: String
    public let number: Int32?
    public let art: FinderArt?
    public let showCount: Int

    /// The same with another count.
    func holding(_ count: Int) -> FinderChannel {
        FinderChannel(id: id, slug: slug, name: name, number: number, art: art, showCount: count)
    }
}

/// A category that holds shows, in a chooser.
public struct FinderCategory: Sendable, Hashable {
    public let id: Category.ID
    public let name: String
    public let showCount: Int

    /// The same with another count.
    func holding(_ count: Int) -> FinderCategory { FinderCategory(id: id, name: name, showCount: count) }
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
