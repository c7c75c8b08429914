import Tenancy
import TestSupport
import Testing
import WebTestSupport

@testable import Radio

/// Compares the finder with an oracle that uses no index. The first test sends 10,000 queries with every group and filter, at random times, to 100
/// random catalogues, each of a different tenant in one database.
struct FinderOracleTests {
    private static let catalogues = 100
    private static let questions = 10_000

    /// Spec R36, R37, R38.
    @Test func randomFinderQueriesReturnTheExpectedShowsAndCounts() async throws {
        try await Self.onStation { database, stations in
            let finder = FinderStore(database: database.tenants)
            let seen = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, station) in stations.enumerated() {
                    group.addTask { try await Self.ask(finder, station, number) }
                }
                return try await group.reduce(0, +)
            }
            // Guards against empty catalogues: the answers contain some 5,000 shows.
            #expect(seen > Self.questions / 3)
        }
    }

    /// A response is never older than the last change and never contains another tenant's data. The test makes 40 changes to each of 20 catalogues
    /// through one finder. In a fifth of the cases, the index job runs only after a later change.
    @Test func finderQueriesAfterRandomChangesReturnTheExpectedShows() async throws {
        try await Self.onStation(20) { database, stations in
            let finder = FinderStore(database: database.tenants)
            let index = FinderIndex(database: database.tenants)
            var random = Seeded(23)
            var stations = stations
            var seen = 0
            for round in 0..<40 {
                for number in stations.indices {
                    let tenant = stations[number].tenant
                    let change = stations[number].catalogue.change(tenant, &random)
                    try await database.sql(change.script)
                    _ = try await database.tenants.batch(
                        in: tenant,
                        RadioChange.statements(
                            in: tenant, shows: change.shows.map(Show.ID.init(rawValue:)),
                            channels: change.channels.map { Set($0.map(Channel.ID.init(rawValue:))) }))
                    if Int.random(in: 0..<5, using: &random) == 0 { continue }
                    try await index.update(tenant)
                    seen += try await Self.ask(finder, stations[number], number * 1000 + round, questions: 4)
                }
            }
            #expect(seen > 500)
        }
    }

    /// Sends a station its share of the queries and returns the number of listed shows.
    private static func ask(
        _ finder: FinderStore, _ station: Station, _ number: Int, questions: Int = questions / catalogues
    ) async throws -> Int {
        var random = Seeded(UInt64(number) + 1)
        var seen = 0
        for _ in 0..<questions {
            let organiser = organiser(station.catalogue, &random)
            let filter = FinderFilter.allCases[Int.random(in: 0..<3, using: &random)]
            let minute = station.catalogue.instant(&random)
            let oracle = FinderOracle(catalogue: station.catalogue, now: minute)
            let question: Comment = "catalogue \(number), \(organiser), \(filter), minute \(minute)"
            let now = RandomCatalogue.time(minute)
            switch organiser {
            case .list(let organiser):
                let expected = oracle.list(organiser, filter)
                let query = FinderQuery(organiser: organiser, filter: filter, limit: 200)
                let page = try await finder.page(query, at: now, in: station.tenant)
                let found = page.shows.map {
                    FinderOracle.Listed(id: $0.id.rawValue, onDemand: $0.onDemandCount, future: $0.futureCount)
                }
                #expect(found == expected.shows, question)
                #expect(page.rail == expected.rail, question)
                #expect(page.total == expected.shows.count, question)
                seen += found.count
            case .channels:
                let found = try await finder.channels(filter, at: now, in: station.tenant)
                let counted = counts(found.map { ($0.id.rawValue, $0.showCount) })
                #expect(counted == oracle.channels(filter), question)
            case .categories:
                let found = try await finder.categories(filter, at: now, in: station.tenant)
                let counted = counts(found.map { ($0.id.rawValue, $0.showCount) })
                #expect(counted == oracle.categories(filter), question)
            }
        }
        return seen
    }

    /// Reads 600 lists as a whole, and again in random pages from the middle outwards.
    /// Spec R40, R42.
    @Test func pagesOfAnyLengthListTheExpectedEpisodesOfAShow() async throws {
        try await Self.onStation(30) { database, stations in
            let store = EpisodeListStore(database: database.tenants)
            var random = Seeded(11)
            for station in stations {
                for _ in 0..<20 {
                    guard let show = station.catalogue.shows.filter(\.isActive).randomElement(using: &random),
                        let filter = FinderFilter.allCases.randomElement(using: &random)
                    else { continue }
                    let minute = station.catalogue.instant(&random)
                    let oracle = FinderOracle(catalogue: station.catalogue, now: minute)
                    let expected = oracle.rows(show.id, filter)
                    let (id, now) = (Show.ID(rawValue: show.id), RandomCatalogue.time(minute))
                    func page(_ position: EpisodeListQuery.Position, _ limit: Int) async throws -> EpisodeList {
                        try await store.list(
                            EpisodeListQuery(filter: filter, position: position, limit: limit), of: id, at: now,
                            in: station.tenant)
                    }
                    let whole = try await page(.centre, 200)
                    #expect(whole.rows.map(Self.name) == expected)
                    #expect(whole.anchorIndex == oracle.anchor(show.id, filter))
                    #expect(whole.before == nil && whole.after == nil)
                    // The centre is the first row after the on-demand rows.
                    var list = try await page(.centre, Int.random(in: 1...5, using: &random))
                    var rows = list.rows.map(Self.name)
                    let after = list.after
                    while let before = list.before {
                        list = try await page(.before(before), Int.random(in: 1...3, using: &random))
                        rows = list.rows.map(Self.name) + rows
                    }
                    var next = after
                    while let cursor = next {
                        list = try await page(.after(cursor), Int.random(in: 1...3, using: &random))
                        rows += list.rows.map(Self.name)
                        next = list.after
                    }
                    #expect(rows == expected, "\(show.id) \(filter) at \(minute)")
                }
            }
        }
    }

    private enum Question: CustomStringConvertible {
        case list(FinderOrganiser)
        case channels, categories

        var description: String {
            switch self {
            case .list(let organiser): "\(organiser)"
            case .channels: "channels"
            case .categories: "categories"
            }
        }
    }

    private static func organiser(_ catalogue: RandomCatalogue, _ random: inout Seeded) -> Question {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .list(.featured)
        case 1:
            let active = catalogue.channels.filter(\.isActive).randomElement(using: &random)
            return .list(active.map { .channel(Channel.ID(rawValue: $0.id)) } ?? .all)
        case 2:
            return .list(
                catalogue.categories.randomElement(using: &random).map { .category(Category.ID(rawValue: $0)) } ?? .all)
        case 3: return .channels
        case 4: return .categories
        default: return .list(.all)
        }
    }

    private static func counts(_ pairs: [(Int64, Int)]) -> [Int64: Int] { Dictionary(pairs) { first, _ in first } }

    private static func name(_ row: EpisodeRow) -> String {
        "\(row.kind.rawValue) \(row.airing?.rawValue ?? row.episode?.rawValue ?? 0)"
    }

    struct Station: Sendable {
        let tenant: TenantID
        var catalogue: RandomCatalogue
    }

    private static func onStation(
        _ count: Int = catalogues, _ body: (TestDatabase, [Station]) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            var random = Seeded(5)
            var stations: [Station] = []
            let made = try await database.sql(
                """
                insert into control.tenant (slug, name)
                select 'station-' || i, 'Station' from generate_series(1, \(count)) i
                returning tenant_id
                """)
            var script = ""
            for (number, line) in made.split(separator: "\n").enumerated() {
                guard let id = Int32(line) else { continue }
                let catalogue = RandomCatalogue(number: Int64(number) + 1, &random)
                stations.append(Station(tenant: TenantID(rawValue: id), catalogue: catalogue))
                script += catalogue.script(TenantID(rawValue: id))
            }
            try await database.sql(script)
            let index = FinderIndex(database: database.tenants)
            for station in stations { try await index.update(station.tenant) }
            try await body(database, stations)
        }
    }
}
