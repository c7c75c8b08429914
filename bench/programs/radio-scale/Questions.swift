import Foundation
import Logging
import Tenancy

/// The kinds of requests that listeners send. A kind with parameters derives them from the number of the request.
struct Questions {
    /// A function that sends one request, with parameters derived from the number of the request.
    typealias Question = @Sendable (Int) async throws -> Void

    let all: [(name: String, ask: Question)]

    init(_ database: TenantDatabase, _ tenant: TenantID, _ picture: Picture, _ logger: Logger) {
        func listener() -> Listener { Listener(database, tenant, logger) }
        all = Self.playing(listener, picture) + Self.finding(listener(), picture)
    }

    /// Returns the requests about programmes on the air. Clients are not shared, except between the two kinds for an instant in the past, so that no
    /// kind fills the cache of another.
    private static func playing(_ listener: () -> Listener, _ picture: Picture) -> [(String, Question)] {
        let (now, past, present, told) = (listener(), listener(), listener(), listener())
        let (lineUp, today, later, timeline) = (listener(), listener(), listener(), listener())
        @Sendable func channel(_ number: Int) -> [String: String] {
            ["channel": picture.channels[number * 7 % picture.channels.count]]
        }
        return [
            ("now playing", { try await now.ask("getNow", channel($0)) }),
            (
                "now playing, at an instant of the buffer",
                { try await past.ask("getNow", channel($0), query: "at=\(instant(-Double($0 * 7919 % 17_000)))") }
            ),
            (
                "now playing, at an instant of last week",
                {
                    try await past.ask(
                        "getNow", channel($0), query: "at=\(instant(-Double($0 * 7919 % 500_000) - 30_000))")
                }
            ),
            ("now playing, all channels", { _ in try await present.ask("findNow") }),
            (
                "a song is told, then now playing",
                {
                    try await told.ask("setNowPlaying", channel($0), sending: #"{"title":"Told \#($0)","artist":"A"}"#)
                    try await told.ask("getNow", channel($0))
                }
            ),
            ("line-up", { try await lineUp.ask("findChannels", query: $0 % 2 == 0 ? nil : "order=number") }),
            ("schedule, the next two weeks", { try await today.ask("findSchedule", channel($0)) }),
            (
                "schedule, a day",
                { try await later.ask("findSchedule", channel($0), query: "date=\(day(Double($0 % 50 - 25)))") }
            ),
            ("timeline", { try await timeline.ask("getTimeline", channel($0)) }),
        ]
    }

    private static func finding(_ listener: Listener, _ picture: Picture) -> [(String, Question)] {
        @Sendable func filter(_ number: Int) -> String { "filter=" + ["all", "on-demand", "future"][number % 3] }
        @Sendable func one(of items: [String], _ number: Int) -> String { items[number * 13 % items.count] }
        @Sendable func search(_ words: String) async throws {
            try await listener.ask("search", query: "q=" + words.replacing(" ", with: "+"))
        }
        return [
            (
                "finder page",
                {
                    let offset = $0 * 337 % max(1, picture.shows.count)
                    try await listener.ask("findShows", query: "\(filter($0))&offset=\(offset)")
                }
            ),
            (
                "finder page of a channel",
                { try await listener.ask("findShows", query: "\(filter($0))&channel=\(one(of: picture.channels, $0))") }
            ),
            (
                "finder page of a category",
                {
                    let category = one(of: picture.categories, $0)
                    try await listener.ask("findShows", query: "\(filter($0))&category=\(category)")
                }
            ),
            (
                "finder page of the featured",
                { try await listener.ask("findShows", query: "\(filter($0))&by=featured") }
            ),
            ("finder channels", { try await listener.ask("findFinderChannels", query: filter($0)) }),
            ("finder categories", { try await listener.ask("findFinderCategories", query: filter($0)) }),
            (
                "episode list",
                { try await listener.ask("findShowEpisodes", ["show": one(of: picture.shows, $0)]) }
            ),
            ("search, one word", { try await search(one(of: picture.words, $0)) }),
            ("search, two words", { try await search(one(of: picture.titles, $0)) }),
            ("search, three letters", { try await search(String(one(of: picture.words, $0).prefix(3))) }),
            (
                "search with a slip",
                {
                    var word = Array(one(of: picture.words, $0))
                    word.swapAt(1, 2)
                    try await search(String(word))
                }
            ),
        ]
    }

    /// Returns the time this number of seconds from now, in the form of RFC 3339.
    private static func instant(_ seconds: Double) -> String {
        Date(timeIntervalSinceNow: seconds).ISO8601Format(.iso8601)
    }

    private static func day(_ days: Double) -> String { String(instant(days * 86_400).prefix(10)) }
}

/// The names and identifiers in the station that the requests use.
struct Picture: Sendable {
    let shows: [String]
    let channels: [String]
    let categories: [String]
    /// The first words of the titles of shows, in lower case.
    let words: [String]
    /// The titles of shows, of two words each.
    let titles: [String]

    init(_ database: TenantDatabase, _ tenant: TenantID) async throws {
        let rows = try await database.rows(
            in: tenant, "select show_id, title from app.show where tenant_id = \(tenant) order by show_id limit 2000")
        shows = try rows.map { String(try $0("show_id", as: Int64.self)) }
        titles = try rows.map { try $0("title") }
        words = titles.compactMap { $0.split(separator: " ").first.map { String($0).lowercased() } }
        channels = try await database.rows(
            in: tenant, "select channel_id from app.channel where tenant_id = \(tenant) order by channel_id"
        ).map { String(try $0("channel_id", as: Int64.self)) }
        categories = try await database.rows(
            in: tenant, "select category_id from app.category where tenant_id = \(tenant) order by category_id"
        ).map { String(try $0("category_id", as: Int64.self)) }
    }
}
