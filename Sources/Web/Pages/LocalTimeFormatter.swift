import Tenancy

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A formatter of days and times in one time zone, usually the tenant's. An unknown time zone becomes UTC.
public struct LocalTimeFormatter: Sendable {
    private let zone: TimeZone

    public init(_ tenant: Tenant) { self.init(timeZone: tenant.timeZone) }

    /// Creates a formatter for a time zone such as "Europe/Prague".
    public init(timeZone: String) { zone = TimeZone(identifier: timeZone) ?? .gmt }

    /// The name of the time zone, such as "Europe/Prague".
    public var zoneName: String { zone.identifier }

    /// Returns the day, such as "2027-01-31".
    public func day(_ instant: Instant) -> String { String(local(instant).prefix(10)) }

    /// Returns the day and the time to the minute, such as "2027-01-31 19:30".
    public func minute(_ instant: Instant) -> String { String(second(instant).dropLast(3)) }

    /// Returns the day and the time to the second, such as "2027-01-31 19:30:05".
    public func second(_ instant: Instant) -> String {
        let text = local(instant)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
    }

    /// Returns the day and the time, such as "31 January 2027, 19:30".
    public func long(_ instant: Instant) -> String { dayInWords(instant, Self.months) + time(instant) }

    /// Returns the day and the time, such as "31 Jan 2027, 19:30".
    public func short(_ instant: Instant) -> String { dayInWords(instant, Self.shortMonths) + time(instant) }

    /// Returns the day, such as "31 Jan 2027".
    public func shortDay(_ instant: Instant) -> String { dayInWords(instant, Self.shortMonths) }

    /// Returns ``minute(_:)`` as a `time` element.
    public func minuteElement(_ instant: Instant) -> HTML { element(instant, minute(instant)) }

    /// Returns ``short(_:)`` as a `time` element.
    public func shortElement(_ instant: Instant) -> HTML { element(instant, short(instant)) }

    /// Returns ``shortDay(_:)`` as a `time` element.
    public func shortDayElement(_ instant: Instant) -> HTML { element(instant, shortDay(instant)) }

    /// Returns the instant of a day and a time in the time zone, such as "2027-01-31" and "19:30", or `nil` for another form and for an invalid day
    /// or time, such as "2027-02-30" or "24:30".
    public func instant(day: String, time: String) -> Instant? {
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

    /// The names of the months, from January.
    public static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    /// The first three letters of the names of the months, from January.
    public static let shortMonths = months.map { String($0.prefix(3)) }

    private func element(_ instant: Instant, _ text: String) -> HTML {
        "<time datetime=\"\(instant.description)\">\(text)</time>"
    }

    private func dayInWords(_ instant: Instant, _ months: [String]) -> String {
        let day = day(instant)
        let parts = day.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])" : day
    }

    private func time(_ instant: Instant) -> String { ", \(local(instant).dropFirst(11).prefix(5))" }

    /// Returns the local time in the form "2027-01-31T19:30:05.000Z".
    private func local(_ instant: Instant) -> String {
        let offset = Int64(zone.secondsFromGMT(for: instant.date)) * 1000
        return Instant(milliseconds: instant.milliseconds + offset).description
    }
}
