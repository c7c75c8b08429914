import ScheduleCore
import Web

/// What a programmer says of a rule from one of its broadcasts on: another time, another show, or that it ends.
struct FromHereOn: Sendable, Hashable {
    /// When this very broadcast is then.
    var stretch: Range<Instant>
    var show: Show.ID
    var isLive: Bool
    var isRepeat: Bool

    /// As it is now.
    init(_ airing: Airing, _ rule: ScheduleRule) {
        stretch = airing.plannedStart..<airing.plannedEnd
        show = rule.show
        isLive = rule.content.isLive
        isRepeat = rule.content.isRepeat
    }

    /// The rule from its day on, and by how many days that one is another weekday. A rule of several weekdays goes to the other
    /// time on all of them; a move to another weekday moves that one weekday.
    ///
    /// - Throws: 409 for a move to another day where the rule does not go by weekdays, or is on that one already.
    func draft(
        of rule: ScheduleRule, on day: WallDate, at start: (date: WallDate, time: WallTime)
    ) throws(APIError) -> (draft: ScheduleRuleDraft, shift: Int) {
        let shift = start.date - day
        guard abs(shift) < 7 else {
            throw APIError(
                .conflict, code: "too-far", "the broadcasts of a rule can be moved by at most six days at once")
        }
        let held = rule.content
        var (recurrence, endsOn) = (held.recurrence, held.endsOn)
        if let text = held.recurrence, let read = try? Recurrence(text) {
            if case .count = read.end {
                // A count goes on from the first day, which is another one now.
                recurrence = read.text(days: read.days, keepingEnd: false)
                endsOn = rule.days?.last
            }
            if shift != 0 { recurrence = try Self.moved(read, from: day.weekday, to: start.date.weekday) }
        } else if held.recurrence == nil {
            endsOn = nil
        }
        let draft = ScheduleRuleDraft(
            channel: held.channel, show: show, startsOn: start.date, endsOn: endsOn.map { max($0, start.date) },
            startTime: start.time, durationMs: stretch.upperBound.milliseconds - stretch.lowerBound.milliseconds,
            recurrence: recurrence, priority: held.priority, isLive: isLive, isRepeat: isRepeat)
        return (draft, shift)
    }

    private static func moved(_ recurrence: Recurrence, from old: Weekday, to new: Weekday) throws(APIError) -> String {
        guard recurrence.frequency == .weekly else {
            throw APIError(
                .conflict, code: "not-weekly", "this rule does not repeat weekly: change the days in the rule")
        }
        var days = recurrence.days.isEmpty ? [Recurrence.Day(old)] : recurrence.days
        guard !days.contains(Recurrence.Day(new)) else {
            throw APIError(
                .conflict, code: "already-then",
                "the rule already has a broadcast on that weekday: choose another weekday")
        }
        days.removeAll { $0.weekday == old }
        days.append(Recurrence.Day(new))
        var isCounted = false
        if case .count = recurrence.end { isCounted = true }
        return recurrence.text(days: days, keepingEnd: !isCounted)
    }
}

extension Recurrence {
    /// The same on other weekdays, in the form that reading it makes.
    fileprivate func text(days: [Day], keepingEnd: Bool) -> String {
        var parts = description.split(separator: ";").map(String.init)
            .filter { !$0.hasPrefix("BYDAY=") && (keepingEnd || !$0.hasPrefix("COUNT=")) }
        if !days.isEmpty {
            parts.append(
                "BYDAY=" + days.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code }.joined(separator: ","))
        }
        let text = parts.joined(separator: ";")
        return (try? Recurrence(text))?.description ?? text
    }
}
