import MusicLibrary
import Web

/// The number of songs in a library at the end of each of the last twelve months, including the current month. Songs that are no longer in the
/// library count in no month.
struct LibraryGrowth: Sendable, Hashable {

    let points: [Chart.Point]

    /// The number of months that the chart shows.
    static let length = 12

    /// Computes the growth up to the month of `now` in UTC from the additions, which are sorted by month.
    init(_ additions: [MonthlyAdditions], now: Instant) {
        let today = now.description.prefix(7).split(separator: "-").compactMap { Int($0) }
        guard today.count == 2 else {
            points = []
            return
        }
        let last = today[0] * 12 + today[1] - 1
        points = (0..<Self.length).map { index in
            let month = last - Self.length + 1 + index
            let (year, number) = (month / 12, month % 12 + 1)
            let name = "\(year)-\(number < 10 ? "0" : "")\(number)"
            let isNow = month == last
            let total = additions.prefix { isNow || $0.month <= name }.reduce(0) { $0 + $1.songs }
            return Chart.Point("\(LocalTimeFormatter.shortMonths[number - 1]) \(year)", Int(total))
        }
    }

    /// The chart as markup; empty for a library without songs.
    var html: HTML {
        guard let last = points.last, last.value > 0 else { return .empty }
        return Chart("Songs in your library", unit: last.value == 1 ? "song" : "songs", .line, points).html
    }
}
