import TestSupport
import Foundation
import Web

/// A random station as plain values. The oracle answers from these values, and tests write them into the database. Times are minutes after an
/// arbitrary epoch, so many boundaries coincide.
struct RandomCatalogue {
    struct Show {
        let id: Int64
        let title: String
        var isActive: Bool
        let isPlaceholder: Bool
        var channels: [Int64]
        var featured: Featured?
    }

    enum Featured {
        case forEver
        case until(Int)
    }

    struct Channel {
        let id: Int64
        var isActive: Bool
        var categories: [Int64]
    }

    struct Episode {
        let id: Int64
        let show: Int64
        let published: Int?
    }

    struct Version {
        let id: Int64
        let episode: Episode
        let from: Int
        let until: Int?
        let hasMedia: Bool
    }

    struct Airing {
        let id: Int64
        let channel: Int64
        let show: Int64
        let episode: Int64?
        let start: Int
        let end: Int
        let isCancelled: Bool
    }

    var shows: [Show] = []
    var channels: [Channel] = []
    var categories: [Int64] = []
    var episodes: [Episode] = []
    var versions: [Version] = []
    var airings: [Airing] = []

    static let span = 2000

    /// Titles that in lower case sort by their bytes in every language once the leading punctuation is removed.
    private static let titles = [
        "Alfa", "\"Bravo\"", "(Charles", "delta", "#echo", "1 Foxtrot", "Golf", "„Hotel“", "30 India", "juliett",
        "Kilo",
        "Lima", "...mike", "November",
    ]

    /// - Parameter number: The number of the catalogue. Catalogues with different numbers have different keys.
    init(number: Int64, _ random: inout Seeded) {
        let base = number * 1000
        categories = (1...3).map { base + $0 }
        for index in 1...Int64.random(in: 1...5, using: &random) {
            channels.append(
                Channel(
                    id: base + index, isActive: Int.random(in: 0..<4, using: &random) > 0,
                    categories: categories.filter { _ in Bool.random(using: &random) }))
        }
        for index in 1...Int64.random(in: 1...12, using: &random) {
            let channels = channels.map(\.id).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let featured: Featured? =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .forEver
                case 1: .until(Int.random(in: 0..<Self.span, using: &random))
                default: nil
                }
            shows.append(
                Show(
                    id: base + index, title: Self.titles.randomElement(using: &random) ?? "Alfa",
                    isActive: Int.random(in: 0..<6, using: &random) > 0,
                    isPlaceholder: Int.random(in: 0..<6, using: &random) == 0, channels: channels, featured: featured))
        }
        addEpisodes(base, &random)
        addAirings(base, &random)
    }

    private mutating func addEpisodes(_ base: Int64, _ random: inout Seeded) {
        for show in shows {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let episode = Episode(
                    id: base + Int64(episodes.count) + 1, show: show.id,
                    published: Bool.random(using: &random) ? Int.random(in: 0..<Self.span, using: &random) : nil)
                episodes.append(episode)
                for _ in 0..<Int.random(in: 0...2, using: &random) {
                    let from = Int.random(in: 0..<Self.span, using: &random)
                    let length = Int.random(in: 1...600, using: &random)
                    versions.append(
                        Version(
                            id: base + Int64(versions.count) + 1, episode: episode, from: from,
                            until: Int.random(in: 0..<4, using: &random) == 0 ? nil : from + length,
                            hasMedia: Int.random(in: 0..<5, using: &random) > 0))
                }
            }
        }
    }

    private mutating func addAirings(_ base: Int64, _ random: inout Seeded) {
        for channel in channels {
            var start = Int.random(in: 0...300, using: &random)
            for _ in 0..<Int.random(in: 0...10, using: &random) {
                guard let show = shows.randomElement(using: &random) else { return }
                let end = start + Int.random(in: 10...240, using: &random)
                let own = episodes.filter { $0.show == show.id }
                airings.append(
                    Airing(
                        id: base + Int64(airings.count) + 1, channel: channel.id, show: show.id,
                        episode: Bool.random(using: &random) ? own.randomElement(using: &random)?.id : nil,
                        start: start,
                        end: end, isCancelled: Int.random(in: 0..<5, using: &random) == 0))
                start = end + (Bool.random(using: &random) ? 0 : Int.random(in: 1...200, using: &random))
            }
        }
    }

    /// Returns a time for a query. Half of the times are at a start or an end.
    func instant(_ random: inout Seeded) -> Int {
        let boundaries =
            versions.flatMap { [$0.from, $0.until ?? $0.from] } + airings.flatMap { [$0.start, $0.end] }
        if Bool.random(using: &random), let boundary = boundaries.randomElement(using: &random) { return boundary }
        return Int.random(in: -10..<(Self.span + 900), using: &random)
    }

    static func time(_ minute: Int) -> Instant {
        Instant(milliseconds: 1_767_225_600_000 + Int64(minute) * 60_000)
    }
}
