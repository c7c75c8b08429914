import Radio
import ScheduleCore
import Web

/// The position of a rule in a list by last day, latest first, then by first weekday, time and ID. The recurrence determines the last day, so the
/// database cannot sort by it.
struct RulePosition: Sendable, Hashable, Comparable {
    /// The last day, in days since 1970; `Int64.max` for a rule without a last day.
    private let last: Int64
    /// The first weekday (ISO 8601) in the first seven days of the rule; 8 if there is none.
    private let weekday: Int64
    private let second: Int64
    private let id: Int64

    init(_ rule: ScheduleRule) {
        let first = rule.days?.days(in: rule.content.startsOn...(rule.content.startsOn + 6)).map(\.weekday).min()
        last = rule.days?.last.map { Int64($0.daysSince1970) } ?? .max
        weekday = Int64(first?.rawValue ?? 8)
        second = Int64(rule.content.startTime.secondsAfterMidnight)
        id = rule.id.rawValue
    }

    /// Reads the position of a cursor; `nil` if it has another form.
    init?(_ cursor: ListCursor) {
        guard cursor.values.count == 4, let last = cursor.number(0), let weekday = cursor.number(1),
            let second = cursor.number(2), let id = cursor.number(3)
        else { return nil }
        (self.last, self.weekday, self.second, self.id) = (last, weekday, second, id)
    }

    func cursor(in list: String) -> ListCursor { ListCursor(list, [last, weekday, second, id].map(String.init)) }

    static func < (left: RulePosition, right: RulePosition) -> Bool {
        (right.last, left.weekday, left.second, left.id) < (left.last, right.weekday, right.second, right.id)
    }
}
