import Radio
import ScheduleCore
import Web

/// The typed values of the form for a broadcast's actual times.
struct AiringOverrunForm: Sendable, Hashable {
    var beganTime = ""
    var over = ""
    var endTime = ""

    init() {}

    init(_ fields: FormFields) throws(APIError) {
        beganTime = try fields.optional("beganTime") ?? ""
        over = try fields.optional("over") ?? ""
        endTime = try fields.optional("endTime") ?? ""
    }

    /// Returns the typed times, each local time as its occurrence nearest to the planned time. The end may be typed as an overrun in minutes. A time
    /// that was not typed is `nil`. Throws `APIError` 422 if a time is invalid, if both are missing, or if the end and an overrun are given.
    func times(of airing: Airing, _ clock: WeekClock) throws(APIError) -> ActualTimes {
        var faults = ScheduleFaults()
        var (start, end) = (nil as Int64?, nil as Int64?)
        if !beganTime.isEmpty {
            start = Self.nearest(beganTime, to: airing.plannedStart.milliseconds, clock)
            faults.check(
                start != nil, "startsAt",
                "must be a local time of hours, minutes and optional seconds, such as \"08:00\" or \"23:59:30\", "
                    + "found \"\(beganTime.prefix(100))\"")
        }
        faults.check(
            over.isEmpty || endTime.isEmpty, "over",
            "must be empty if the actual end is given: enter only one of the two")
        if !endTime.isEmpty {
            end = Self.nearest(endTime, to: airing.plannedEnd.milliseconds, clock)
            faults.check(
                end != nil, "endTime",
                "must be a local time of hours, minutes and optional seconds, such as \"08:00\" or \"23:59:30\", "
                    + "found \"\(endTime.prefix(100))\"")
        } else if !over.isEmpty {
            let isLess = over.hasPrefix("-") || over.hasPrefix("−")
            let minutes = TimeTexts.milliseconds(minutes: String(isLess ? over.dropFirst() : over[...]))
            faults.check(
                minutes.map { $0 <= ActualTimes.most } == true, "over",
                "must be a number of minutes from -1440 to 1440 (one day), found \"\(over.prefix(100))\"")
            end = minutes.map { airing.plannedEnd.milliseconds + (isLess ? -$0 : $0) }
        }
        faults.check(
            !(beganTime.isEmpty && over.isEmpty && endTime.isEmpty), "endsAt",
            "must be given if the actual start and the overrun are empty")
        try faults.throwIfAny()
        return ActualTimes(
            startsAt: start.map { Instant(milliseconds: $0) }, endsAt: end.map { Instant(milliseconds: $0) })
    }

    /// Returns the occurrence nearest to an instant of the local time in `text`, such as "08:00" or "23:59:30"; `nil` if the text is not a time of
    /// day.
    private static func nearest(_ text: String, to instant: Int64, _ clock: WeekClock) -> Int64? {
        guard let time = WallTime(text) else { return nil }
        let day = clock.date(at: instant)
        let candidates = (-1...1).flatMap { offset in
            [false, true].compactMap { clock.instant(day + offset, time, isSecond: $0) }
        }
        return candidates.min { abs($0 - instant) < abs($1 - instant) }
    }
}
