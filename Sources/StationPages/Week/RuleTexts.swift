import Radio
import ScheduleCore

/// The texts that describe a rule, such as "Monday to Friday at 08:00, 1 h".
enum RuleTexts {
    static func sentence(_ rule: ScheduleRuleDraft) -> String {
        "\(days(rule)) at \(rule.startTime), \(TimeTexts.length(rule.durationMs))"
    }

    /// Returns the period of a rule, such as "from 1 June 2026 to 31 December 2026", or "once, on Monday 1 June 2026".
    static func span(_ rule: ScheduleRule) -> String {
        let content = rule.content
        guard content.recurrence != nil else { return "once, on \(TimeTexts.long(content.startsOn))" }
        let from = "from \(TimeTexts.dayAndMonth(content.startsOn)) \(content.startsOn.civil.year)"
        guard let last = rule.days?.last else { return from }
        return "\(from) to \(TimeTexts.dayAndMonth(last)) \(last.civil.year)"
    }

    private static func days(_ rule: ScheduleRuleDraft) -> String {
        guard let text = rule.recurrence else { return "On \(TimeTexts.short(rule.startsOn))" }
        guard let read = try? Recurrence(text) else { return "Never (invalid recurrence \(text))" }
        let every = read.interval == 1 ? "" : ", every \(read.interval) weeks"
        guard read.months.isEmpty, read.monthDays.isEmpty, read.days.allSatisfy({ $0.ordinal == nil }) else {
            return text
        }
        switch read.frequency {
        case .daily where read.days.isEmpty: return read.interval == 1 ? "Every day" : "Every \(read.interval) days"
        case .weekly, .daily:
            guard read.frequency == .weekly || read.interval == 1 else { return text }
            let days = read.days.isEmpty ? [rule.startsOn.weekday] : read.days.map(\.weekday).sorted()
            return names(of: days) + every
        default: return text
        }
    }

    private static func names(of days: [Weekday]) -> String {
        let numbers = days.map(\.rawValue)
        switch numbers {
        case [1, 2, 3, 4, 5, 6, 7]: return "Every day"
        case [6, 7]: return "Saturday and Sunday"
        default: break
        }
        if numbers.count > 2, let first = days.first, let last = days.last,
            last.rawValue - first.rawValue == numbers.count - 1
        {
            return "\(TimeTexts.name(first)) to \(TimeTexts.name(last))"
        }
        if days.count == 1 { return "\(TimeTexts.name(days[0]))s" }
        return days.map(TimeTexts.short).joined(separator: ", ")
    }
}
