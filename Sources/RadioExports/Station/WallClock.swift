import Foundation
import ScheduleCore
import Web

/// The wall clock of a time zone (spec R45), which converts between instants and local time.
struct WallClock: Sendable, Hashable {
    private let zone: TimeZone

    /// Creates the clock of an IANA time zone, or of UTC if the system does not know the zone.
    init(_ name: String) { zone = TimeZone(identifier: name) ?? .gmt }

    /// Returns the offset at an instant, in seconds east of UTC.
    func offset(at instant: Instant) -> Int64 { Int64(zone.secondsFromGMT(for: instant.date)) }

    /// Returns an instant in the format of XMLTV, such as "20230428004800 +0100".
    func xmltv(_ instant: Instant) -> String {
        let parts = self.parts(instant)
        return "\(parts.date.joined())\(parts.time.joined()) \(Self.offset(parts.offset, separator: ""))"
    }

    /// Returns an instant in the format of RFC 3339, such as "2023-04-28T00:48:00+01:00", in whole seconds.
    func iso(_ instant: Instant) -> String {
        let parts = self.parts(instant)
        return parts.date.joined(separator: "-") + "T" + parts.time.joined(separator: ":")
            + Self.offset(parts.offset, separator: ":")
    }

    /// Returns the period from the start of a day to the start of the next day in this time zone.
    func span(of day: WallDate) -> Range<Instant> { start(of: day)..<start(of: day + 1) }

    /// Returns the start of a day: midnight, the first one if it occurs twice, or the instant of the clock change if the clock skips midnight.
    private func start(of day: WallDate) -> Instant {
        let midnight = Int64(day.daysSince1970) * 86_400
        let offsets = [-86_400, 86_400].map { offset(at: Instant(milliseconds: (midnight + $0) * 1000)) }
        let starts = offsets.map { ($0, Instant(milliseconds: (midnight - $0) * 1000)) }
        let real = starts.filter { offset(at: $0.1) == $0.0 }.map(\.1)
        return real.min() ?? starts[0].1
    }

    private func parts(_ instant: Instant) -> (date: [String], time: [String], offset: Int64) {
        let offset = offset(at: instant)
        let local = Instant(milliseconds: instant.milliseconds + offset * 1000).description
        let halves = local.split(separator: "T")
        return (
            halves[0].split(separator: "-").map(String.init),
            halves[1].prefix(8).split(separator: ":").map(String.init), offset
        )
    }

    private static func offset(_ seconds: Int64, separator: String) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + padded(minutes / 60) + separator + padded(minutes % 60)
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
