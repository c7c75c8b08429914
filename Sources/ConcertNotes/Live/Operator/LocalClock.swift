import Foundation
import Tenancy
import Web

/// A formatter of days and times in the time zone of a tenant.
struct LocalClock: Sendable {
    private let zone: TimeZone

    init(_ tenant: Tenant) { self.init(timeZone: tenant.timeZone) }

    /// Creates a clock for a time zone such as "Europe/Prague". An unknown time zone becomes UTC.
    init(timeZone: String) { zone = TimeZone(identifier: timeZone) ?? .gmt }

    /// Returns a time as "2027-01-31 19:30:05".
    func text(_ instant: Instant) -> String {
        let text = local(instant)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
    }

    /// Returns the day of a time, such as "2027-01-31".
    func day(_ instant: Instant) -> String { String(local(instant).prefix(10)) }

    /// Returns the instant of a day and a time, such as "2027-01-31" and "19:30", or `nil` for another form and for an invalid day or time, such as
    /// "2027-02-30" or "24:30".
    func instant(day: String, time: String) -> Instant? {
        guard day.utf8.count == 10, time.utf8.count == 5, Instant(rfc3339: "\(day)T\(time):00Z") != nil else {
            return nil
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = (day.split(separator: "-") + time.split(separator: ":")).compactMap { Int($0) }
        guard parts.count == 5 else { return nil }
        let components = DateComponents(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
        return calendar.date(from: components).map { Instant($0) }
    }

    private func local(_ instant: Instant) -> String {
        let offset = Int64(zone.secondsFromGMT(for: instant.date)) * 1000
        return Instant(milliseconds: instant.milliseconds + offset).description
    }
}
