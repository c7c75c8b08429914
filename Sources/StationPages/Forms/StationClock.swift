import ScheduleCore
import Web

/// The local times of a time zone in the format of `datetime-local` fields (HTML standard §4.10.5.1.11).
struct StationClock: Sendable {
    let name: String

    /// Returns the local time at an instant, such as "2026-05-01T19:30", with the seconds if they are not zero.
    func text(_ instant: Instant) -> String {
        let offset = Int64(offsets(round: instant).offset(at: instant.milliseconds))
        let wall = Instant(milliseconds: instant.milliseconds + offset * 1000).description.dropLast()
        if wall.hasSuffix(":00.000") { return String(wall.dropLast(7)) }
        return String(wall.hasSuffix(".000") ? wall.dropLast(4) : wall)
    }

    /// Returns the local time at an instant, such as "1 May 2026, 19:30".
    func label(_ instant: Instant) -> String { LocalTimeFormatter(timeZone: name).long(instant) }

    /// Returns the local time of day at an instant, such as "19:30".
    func time(_ instant: Instant) -> String { String(text(instant).dropFirst(11).prefix(5)) }

    /// Returns the instant of a local time, such as "2026-05-01T19:30", or `nil` if the text is invalid or the local
    /// time does not exist. For a local time that occurs twice, returns the first occurrence.
    func instant(_ text: String) -> Instant? {
        let text = text.replacing(" ", with: "T")
        guard text.utf8.count >= 16, text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
            let date = WallDate(text.prefix(10))
        else { return nil }
        let parts = text.dropFirst(11).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let time = WallTime(parts[0]) else { return nil }
        var thousandths: Int64 = 0
        if parts.count > 1 {
            guard (1...3).contains(parts[1].utf8.count), let number = Int64(parts[1]), number >= 0 else { return nil }
            thousandths = number * [100, 10, 1][parts[1].utf8.count - 1]
        }
        let near = Instant(milliseconds: Int64(date.daysSince1970) * 86_400_000)
        let found = offsets(round: near).instant(of: date, time)
        return found.exists ? Instant(milliseconds: found.milliseconds + thousandths) : nil
    }

    private func offsets(round instant: Instant) -> ZoneOffsets {
        let range = instant.milliseconds - 3 * 86_400_000..<instant.milliseconds + 4 * 86_400_000
        return ZoneOffsets(timeZone: name, in: range) ?? .utc
    }
}
