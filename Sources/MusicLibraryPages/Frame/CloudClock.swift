#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import MusicLibrary
import Tenancy
import Web

/// A formatter of times in the tenant's time zone, of durations and of numbers for the library pages. If the time zone is
/// unknown, times are in UTC.
struct CloudClock: Sendable {
    private let zone: TimeZone

    init(_ tenant: Tenant) { zone = TimeZone(identifier: tenant.timeZone) ?? .gmt }

    /// Returns a date such as "5 Nov 2026", as a `time` element.
    func day(_ instant: Instant) -> HTML { time(instant, words(instant).day) }

    /// Returns a date with the time, such as "5 Nov 2026, 13:05", as a `time` element.
    func moment(_ instant: Instant) -> HTML {
        let (day, time) = words(instant)
        return self.time(instant, "\(day), \(time)")
    }

    private func time(_ instant: Instant, _ words: String) -> HTML {
        "<time datetime=\"\(instant.description)\">\(words)</time>"
    }

    private func words(_ instant: Instant) -> (day: String, time: String) {
        let offset = Int64(zone.secondsFromGMT(for: instant.date))
        let text = Instant(milliseconds: instant.milliseconds + offset * 1000).description
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return (String(text.prefix(10)), "") }
        return ("\(parts[2]) \(Self.months[parts[1] - 1]) \(parts[0])", String(text.dropFirst(11).prefix(5)))
    }

    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a duration in milliseconds as text, such as "3:45" or "1:02:03".
    static func length(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// Returns a number with its noun, such as "1 track" or "12,345 tracks".
    static func count(_ number: Int64, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Returns a number with thousands separators, such as "12,345".
    static func grouped(_ number: Int64) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.utf8.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits = String(digits.dropLast(3))
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
