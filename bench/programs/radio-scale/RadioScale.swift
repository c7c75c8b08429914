import Foundation
import Logging
import Postgres
import Radio
import Tenancy
import Web

/// `radio-scale make CONNINFO FACTOR…` makes a tenant with a station of each size in the database, as the service's role, and
/// brings what the finder reads up to date. `radio-scale ask CONNINFO FACTOR…` measures what listeners ask: the first time
/// (cold), then again and again (warm), and how much longer it takes at the last size.
///
/// Another question is one line in `questions`. The tenants must be there: `scale-1`, `scale-2` … in the order of the sizes.
@main
struct RadioScale {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let factors = arguments.dropFirst(3).compactMap(Double.init)
        guard arguments.count > 3, factors.count == arguments.count - 3, ["make", "ask"].contains(arguments[1]) else {
            FileHandle.standardError.write(Data("usage: radio-scale make|ask CONNINFO FACTOR...\n".utf8))
            exit(2)
        }
        var configuration = Database.Configuration(conninfo: arguments[2])
        configuration.transactionForm = .implicit
        configuration.silenceLimit = 60
        let database = Database(configuration, logger: Logger(label: "radio-scale"))
        let tenants = TenantDatabase(database)
        var columns: [[Timing]] = []
        for (number, factor) in factors.enumerated() {
            let slug = "scale-\(number + 1)"
            let rows = try await database.rows(
                "select tenant_id from control.active_tenants() where slug = \(slug)")
            let tenant: TenantID = try rows[0]("tenant_id")
            if arguments[1] == "make" {
                try await make(Station(database: tenants, tenant: tenant, factor: factor))
            } else {
                columns.append(try await measure(tenants, tenant))
            }
        }
        if !columns.isEmpty { print(Timing.table(columns, factors)) }
        await database.close()
    }

    private static func make(_ station: Station) async throws {
        let clock = ContinuousClock()
        let made = try await clock.measure { try await station.make { print("\(station.factor): \($0)") } }
        let indexed = try await clock.measure {
            try await FinderIndex(database: station.database).update(station.tenant)
        }
        print("\(station.factor): made in \(made), brought up to date in \(indexed)")
    }

    private static func measure(_ database: TenantDatabase, _ tenant: TenantID) async throws -> [Timing] {
        let picture = try await Picture(database, tenant)
        var timings: [Timing] = []
        for (name, ask) in questions(database, tenant, picture) { timings.append(try await Timing(name, ask)) }
        return timings
    }

    typealias Question = @Sendable (Int) async throws -> Void

    /// What is asked, by the number of the question: no two in a row ask the same.
    private static func questions(
        _ database: TenantDatabase, _ tenant: TenantID, _ picture: Picture
    ) -> [(String, Question)] {
        let (finder, lists, search) = (
            FinderStore(database: database), EpisodeListStore(database: database), SearchStore(database: database)
        )
        @Sendable func filter(_ number: Int) -> FinderFilter { FinderFilter.allCases[number % 3] }
        return [
            (
                "finder page",
                {
                    let offset = $0 * 337 % max(1, picture.shows.count)
                    _ = try await finder.page(FinderQuery(filter: filter($0), offset: offset), at: .now, in: tenant)
                }
            ),
            (
                "finder page of a channel",
                {
                    let channel = picture.channels[$0 * 7 % picture.channels.count]
                    _ = try await finder.page(
                        FinderQuery(organiser: .channel(channel), filter: filter($0)), at: .now, in: tenant)
                }
            ),
            ("finder channels", { _ = try await finder.channels(filter($0), at: .now, in: tenant) }),
            ("finder categories", { _ = try await finder.categories(filter($0), at: .now, in: tenant) }),
            (
                "episode list",
                {
                    let show = picture.shows[$0 * 101 % picture.shows.count]
                    _ = try await lists.list(EpisodeListQuery(filter: .all), of: show, at: .now, in: tenant)
                }
            ),
            (
                "search, one word",
                {
                    _ = try await search.results(
                        SearchQuery(picture.words[$0 * 13 % picture.words.count]), at: .now, in: tenant)
                }
            ),
            (
                "search, two words",
                {
                    let words = picture.titles[$0 * 13 % picture.titles.count]
                    _ = try await search.results(SearchQuery(words), at: .now, in: tenant)
                }
            ),
            (
                "search, three letters",
                {
                    let word = picture.words[$0 * 13 % picture.words.count].prefix(3)
                    _ = try await search.results(SearchQuery(String(word)), at: .now, in: tenant)
                }
            ),
            (
                "search with a slip",
                {
                    var word = Array(picture.words[$0 * 13 % picture.words.count])
                    word.swapAt(1, 2)
                    _ = try await search.results(SearchQuery(String(word)), at: .now, in: tenant)
                }
            ),
        ]
    }
}

/// What there is to ask for.
struct Picture: Sendable {
    let shows: [Show.ID]
    let channels: [Channel.ID]
    /// Of titles of shows.
    let words: [String]
    /// Two words each.
    let titles: [String]

    init(_ database: TenantDatabase, _ tenant: TenantID) async throws {
        let rows = try await database.rows(
            in: tenant, "select show_id, title from app.show where tenant_id = \(tenant) order by show_id limit 2000")
        shows = try rows.map { Show.ID(rawValue: try $0("show_id")) }
        titles = try rows.map { try $0("title") }
        words = titles.compactMap { $0.split(separator: " ").first.map { String($0).lowercased() } }
        channels = try await database.rows(
            in: tenant, "select channel_id from app.channel where tenant_id = \(tenant) order by channel_id"
        ).map { Channel.ID(rawValue: try $0("channel_id")) }
    }
}
