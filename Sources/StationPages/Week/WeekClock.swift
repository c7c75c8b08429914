import ScheduleCore
import Web

/// A converter between instants, in milliseconds since 1970, and the local times of a channel's time zone.
struct WeekClock: Sendable, Hashable {
    let zone: ZoneOffsets

    /// Creates a clock for the 100 days before and after an instant; `nil` if the system does not know the time zone.
    init?(_ timeZone: String, round instant: Int64) {
        let reach: Int64 = 100 * 86_400_000
        guard let zone = ZoneOffsets(timeZone: timeZone, in: (instant - reach)..<(instant + reach)) else { return nil }
        self.zone = zone
    }

    init(zone: ZoneOffsets) { self.zone = zone }

    func date(at instant: Int64) -> WallDate { zone.date(at: instant) }

    /// Returns the local time at an instant, to the second.
    func time(at instant: Int64) -> WallTime {
        let seconds = Int((instant - instant.remainder(floorDividingBy: 1000)) / 1000) + zone.offset(at: instant)
        return WallTime(secondsAfterMidnight: seconds - date(at: instant).daysSince1970 * 86_400) ?? .midnight
    }

    /// Returns the period from local midnight to the next, usually 23, 24 or 25 hours.
    func period(of date: WallDate) -> Range<Int64> {
        let start = zone.instant(of: date, .midnight).milliseconds
        return start..<max(start, zone.instant(of: date + 1, .midnight).milliseconds)
    }

    /// Returns the instant of a local time or, with `isSecond`, of its second occurrence, if any; `nil` if the local time does not exist.
    func instant(_ date: WallDate, _ time: WallTime, isSecond: Bool = false) -> Int64? {
        let (first, exists) = zone.instant(of: date, time)
        guard exists else { return nil }
        return isSecond ? second(after: first) ?? first : first
    }

    /// Returns whether an instant is the second occurrence of its local time.
    func isSecond(_ instant: Int64) -> Bool {
        // The local time has no fraction of a second.
        instant - instant.remainder(floorDividingBy: 1000)
            != zone.instant(of: date(at: instant), time(at: instant)).milliseconds
    }

    private func second(after instant: Int64) -> Int64? {
        guard let change = changes(in: instant..<(instant + 86_400_000)).first, change.by < 0 else { return nil }
        let again = instant - Int64(change.by) * 1000
        return again >= change.at && time(at: again) == time(at: instant) ? again : nil
    }

    /// A clock change of `by` seconds, negative if the clock goes back.
    struct Change: Sendable, Hashable {
        let at: Int64
        let by: Int
    }

    /// Returns the clock changes within a period.
    func changes(in period: Range<Int64>) -> [Change] {
        zone.transitions.filter { period.contains($0.at) }.map { transition in
            Change(at: transition.at, by: transition.offset - zone.offset(at: transition.at - 1))
        }
    }
}

extension Int64 {
    fileprivate func remainder(floorDividingBy divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
