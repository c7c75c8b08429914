import ScheduleCore
import Web

/// The requested change of a rule, which applies from one of its broadcasts on.
package struct ThisAndFuture: Sendable, Hashable {
    /// The new time of the first changed broadcast.
    package var period: Range<Instant>
    package var show: Show.ID
    package var isLive: Bool
    package var isRepeat: Bool

    package init(_ airing: Airing, _ rule: ScheduleRule) {
        period = airing.plannedStart..<airing.plannedEnd
        show = rule.show
        isLive = rule.content.isLive
        isRepeat = rule.content.isRepeat
    }

    /// Returns the content of the rule that applies from `day` on, and the number of days by which the broadcast moves, negative if it moves earlier.
    ///
    /// A move to another day replaces only the weekday of `day` in the rule. The last day of a rule that ends is then the last of its occurrences
    /// after the move. If the rule has several weekdays, another weekday can get one more occurrence before that day. A limit on the number of
    /// occurrences (COUNT) is always replaced by the day of the last occurrence.
    ///
    /// - Parameters:
    ///   - day: The day of the first changed broadcast in the rule, before the change.
    ///   - start: The new local day and time of this broadcast.
    /// - Throws: `APIError` 409 for a move by more than six days, or to another day if the rule repeats other than weekly or already includes the new
    ///   weekday.
    func draft(
        of rule: ScheduleRule, on day: WallDate, at start: (date: WallDate, time: WallTime)
    ) throws(APIError) -> (draft: ScheduleRuleDraft, shift: Int) {
        let shift = start.date - day
        guard abs(shift) < 7 else {
            throw APIError(
                .conflict, code: .tooFar,
                "the broadcasts of a rule can be moved by at most six days: choose a nearer day")
        }
        let stored = rule.content
        var (recurrence, endsOn) = (stored.recurrence, stored.endsOn)
        if let text = stored.recurrence, let read = try? Recurrence(text) {
            if case .count = read.end {
                // COUNT counts from the first day, which changes, so the last day is kept instead.
                recurrence = read.withoutEnd(days: read.days)
                endsOn = rule.days?.last
            }
            if shift != 0 {
                recurrence = try Self.moved(read, from: day.weekday, to: start.date.weekday)
                endsOn = Self.lastDay(of: rule, from: day, by: shift, weeks: read.interval) ?? endsOn
            }
        } else if stored.recurrence == nil {
            endsOn = nil
        }
        let draft = ScheduleRuleDraft(
            channel: stored.channel, show: show, startsOn: start.date, endsOn: endsOn.map { max($0, start.date) },
            startTime: start.time, durationMs: period.upperBound.milliseconds - period.lowerBound.milliseconds,
            recurrence: recurrence, priority: stored.priority, isLive: isLive, isRepeat: isRepeat)
        return (draft, shift)
    }

    private static func moved(_ recurrence: Recurrence, from old: Weekday, to new: Weekday) throws(APIError) -> String {
        guard recurrence.frequency == .weekly else {
            throw APIError(
                .conflict, code: .notWeekly,
                "this rule does not repeat weekly: change its days on the page of the rule")
        }
        var days = recurrence.days.isEmpty ? [Recurrence.Day(old)] : recurrence.days
        guard !days.contains(Recurrence.Day(new)) else {
            throw APIError(
                .conflict, code: .alreadyThen,
                "the rule already has a broadcast on the weekday of the new date: choose a date on another weekday")
        }
        days.removeAll { $0.weekday == old }
        days.append(Recurrence.Day(new))
        return recurrence.withoutEnd(days: days)
    }

    /// Returns the last day of the rule after the occurrences on the weekday of `day` have moved by `shift` days; `nil` if the rule does not end.
    private static func lastDay(
        of rule: ScheduleRule, from day: WallDate, by shift: Int, weeks: Int
    ) -> WallDate? {
        guard let days = rule.days, let last = days.last, last >= day else { return nil }
        return days.days(in: max(day, last - 7 * weeks)...last)
            .map { $0.weekday == day.weekday ? $0 + shift : $0 }.max()
    }
}

extension Recurrence {
    /// Returns the canonical RRULE value with these weekdays and without COUNT and UNTIL.
    fileprivate func withoutEnd(days: [Day]) -> String {
        var parts = description.split(separator: ";").map(String.init)
            .filter { !$0.hasPrefix("BYDAY=") && !$0.hasPrefix("COUNT=") && !$0.hasPrefix("UNTIL=") }
        if !days.isEmpty {
            parts.append(
                "BYDAY=" + days.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code }.joined(separator: ","))
        }
        let text = parts.joined(separator: ";")
        return (try? Recurrence(text))?.description ?? text
    }
}
