import Foundation

@testable import Radio

/// Computes the finder's answers from a catalogue in the simplest way: every query scans every list and shares no code with the tested statements.
struct FinderOracle {
    let catalogue: RandomCatalogue
    let now: Int

    /// The buffer length in minutes of a tenant without the setting.
    private static let buffer = 300

    struct Listed: Equatable {
        let id: Int64
        let onDemand: Int
        let future: Int
    }

    private func isActive(_ channel: Int64) -> Bool {
        catalogue.channels.contains { $0.id == channel && $0.isActive }
    }

    private func isOnDemand(_ episode: RandomCatalogue.Episode) -> Bool {
        catalogue.versions.contains {
            $0.episode.id == episode.id && $0.hasMedia && $0.from <= now && now < $0.until ?? .max
        }
    }

    func onDemand(_ show: Int64) -> [RandomCatalogue.Episode] {
        catalogue.episodes.filter { $0.show == show && isOnDemand($0) }
    }

    private func upcoming(_ show: Int64) -> [RandomCatalogue.Airing] {
        catalogue.airings.filter { $0.show == show && !$0.isCancelled && isActive($0.channel) && $0.start > now }
    }

    private func isShown(_ show: RandomCatalogue.Show, _ filter: FinderFilter) -> Bool {
        guard show.isActive, !show.isPlaceholder else { return false }
        let (some, more) = (!onDemand(show.id).isEmpty, !upcoming(show.id).isEmpty)
        switch filter {
        case .onDemand: return some
        case .future: return more
        case .all: return some || more
        }
    }

    private func belongs(_ show: RandomCatalogue.Show, _ organiser: FinderOrganiser) -> Bool {
        switch organiser {
        case .all: return true
        case .featured:
            switch show.featured {
            case nil: return false
            case .forEver: return true
            case .until(let minute): return minute > now
            }
        case .channel(let id): return show.channels.contains(id.rawValue)
        case .category(let id):
            return catalogue.channels.contains {
                $0.isActive && $0.categories.contains(id.rawValue) && show.channels.contains($0.id)
            }
        }
    }

    /// Returns the rail letter and sort key. Leading punctuation is skipped. The letter of a title that begins with a digit is "#", which comes
    /// first.
    private static func place(_ show: RandomCatalogue.Show) -> (letter: String, key: String) {
        let key = String(show.title.drop { !$0.isLetter && !$0.isNumber }).lowercased()
        let letter = key.first?.isLetter == true ? key.prefix(1).uppercased() : "#"
        return (letter, key)
    }

    /// Returns the whole list and its rail: letters with their offsets and counts.
    func list(_ organiser: FinderOrganiser, _ filter: FinderFilter) -> (shows: [Listed], rail: [FinderPage.Letter]) {
        let shown = catalogue.shows.filter { belongs($0, organiser) && isShown($0, filter) }.sorted {
            let (left, right) = (Self.place($0), Self.place($1))
            if left.letter != right.letter {
                return left.letter == "#" || (right.letter != "#" && left.letter < right.letter)
            }
            return left.key == right.key ? $0.id < $1.id : left.key < right.key
        }
        var rail: [FinderPage.Letter] = []
        for (offset, show) in shown.enumerated() {
            let letter = Self.place(show).letter
            if rail.last?.key == letter, let last = rail.popLast() {
                rail.append(FinderPage.Letter(key: letter, offset: last.offset, count: last.count + 1))
            } else {
                rail.append(FinderPage.Letter(key: letter, offset: offset, count: 1))
            }
        }
        return (
            shown.map { Listed(id: $0.id, onDemand: onDemand($0.id).count, future: upcoming($0.id).count) }, rail
        )
    }

    /// Returns the number of shows per active channel. Omits channels without shows.
    func channels(_ filter: FinderFilter) -> [Int64: Int] {
        counts(catalogue.channels.filter(\.isActive).map { ($0.id, .channel(Channel.ID(rawValue: $0.id))) }, filter)
    }

    func categories(_ filter: FinderFilter) -> [Int64: Int] {
        counts(catalogue.categories.map { ($0, .category(Category.ID(rawValue: $0))) }, filter)
    }

    private func counts(_ containers: [(Int64, FinderOrganiser)], _ filter: FinderFilter) -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        for (id, organiser) in containers {
            let count = catalogue.shows.count { belongs($0, organiser) && isShown($0, filter) }
            if count > 0 { counts[id] = count }
        }
        return counts
    }

    /// Returns the rows of a show's episode list, such as "aod 7", "now 3", "upcoming 4".
    func rows(_ show: Int64, _ filter: FinderFilter) -> [String] {
        let aod = onDemand(show).map { episode -> (Int, Int64) in
            let opened = catalogue.versions.filter { $0.episode.id == episode.id && $0.hasMedia }
            return (min(episode.published ?? .max, openSince(opened)), episode.id)
        }.sorted { $0 < $1 }.map { "aod \($0.1)" }
        let airings = catalogue.airings.filter {
            $0.show == show && !$0.isCancelled && isActive($0.channel) && ($0.end > now || $0.start > now - Self.buffer)
        }.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
        // An airing that is over but still in the buffer is "now", too (spec R31).
        let running = airings.filter { $0.start <= now }.map { "now \($0.id)" }
        let coming = airings.filter { $0.start > now }.map { "upcoming \($0.id)" }
        switch filter {
        case .onDemand: return aod
        case .future: return coming
        case .all: return aod + running + coming
        }
    }

    /// Returns the index of the first row that is on air; `nil` if there is none.
    func anchor(_ show: Int64, _ filter: FinderFilter) -> Int? {
        let onAir = Set(catalogue.airings.filter { $0.start <= now && now < $0.end }.map { "now \($0.id)" })
        return rows(show, filter).firstIndex(where: onAir.contains)
    }

    /// Returns the start of the gapless period, up to now, in which an episode has been on demand.
    private func openSince(_ versions: [RandomCatalogue.Version]) -> Int {
        var since = now
        while let earlier = versions.filter({ $0.from < since && since <= $0.until ?? .max }).map(\.from).min() {
            since = earlier
        }
        return versions.contains { $0.from == since } ? since : now
    }
}
