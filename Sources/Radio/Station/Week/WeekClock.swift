import ScheduleCore
import Web

/// The clock on a channel's wall, as pages read it and people type it.
struct WeekClock: Sendable, Hashable {
    let zone: ZoneOffsets

    /// Three months round an instant; `nil` for a time zone that this system does not know.
    init?(_ timeZone: String, round instant: Int64) {
        let reach: Int64 = 100 * 86_400_000
        guard let zone = ZoneOffsets(timeZone: timeZone, in: (instant - reach)..<(instant + reach)) else { return nil }
        self.zone = zone
    }

    init(zone: ZoneOffsets) { self.zone = zone }

    func date(at instant: Int64) -> WallDate { zone.date(at: instant) }

    /// What the wall shows, to the second.
    func time(at instant: Int64) -> WallTime {
        let seconds = Int((instant - instant.remainder(floorDividingBy: 1000)) / 1000) + zone.offset(at: instant)
        return WallTime(secondsAfterMidnight: seconds - date(at: instant).daysSince1970 * 86_400) ?? .midnight
    }

    /// From one midnight to the next: 23, 24 or 25 hours, or what else a zone comes to.
    func stretch(of date: WallDate) -> Range<Int64> {
        let start = zone.instant(of: date, .midnight).milliseconds
        return start..<max(start, zone.instant(of: date + 1, .midnight).milliseconds)
    }

    /// When the wall shows that.
    ///
    /// - Parameter isSecond: the second of two times that look alike, where there are two.
    /// - Returns: `nil` for a time that the clock skips that day.
    func instant(_ date: WallDate, _ time: WallTime, isSecond: Bool = false) -> Int64? {
        let (first, exists) = zone.instant(of: date, time)
        guard exists else { return nil }
        return isSecond ? second(after: first) ?? first : first
    }

    /// Whether the wall showed the same an hour or so before.
    func isSecond(_ instant: Int64) -> Bool {
        instant != zone.instant(of: date(at: instant), time(at: instant)).milliseconds
    }

    /// When the wall shows once more what it shows then.
    private func second(after instant: Int64) -> Int64? {
        guard let change = changes(in: instant..<(instant + 86_400_000)).first, change.by < 0 else { return nil }
        let again = instant - Int64(change.by) * 1000
        return again >= change.at && time(at: again) == time(at: instant) ? again : nil
    }

    /// The clock is put forward or back, by so many seconds.
    struct Change: Sendable, Hashable {
        let at: Int64
        let by: Int
    }

    /// Those within a stretch.
    func changes(in stretch: Range<Int64>) -> [Change] {
        zone.transitions.filter { stretch.contains($0.at) }.map { transition in
            Change(at: transition.at, by: transition.offset - zone.offset(at: transition.at - 1))
        }
    }
}

extension Int64 {
    /// Never negative.
    fileprivate func remainder(floorDividingBy divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
