import FoundationEssentials
import Radio
import ScheduleCore
import Web

/// The typed values of the form for a rule.
struct RuleForm: Sendable, Hashable {
    var show = ""
    var days: Set<String> = []
    var interval = "1"
    var startTime = ""
    var minutes = "60"
    var startsOn = ""
    var endsOn = ""
    /// An RFC 5545 recurrence, for rules that weekdays and weeks cannot express.
    var recurrence = ""
    var priority = "0"
    var isLive = false
    var isRepeat = false

    static let labels = [
        "show": "The show", "startsOn": "The first day", "endsOn": "The last day", "startTime": "The start time",
        "minutes": "The length", "durationMs": "The length", "interval": "The interval",
        "recurrence": "The recurrence",
        "priority": "The priority", "days": "The weekdays", "lastDay": "The last day",
        "revision": "The page", "date": "The day",
    ]

    static let ids = [
        "show": "show", "startsOn": "startsOn", "endsOn": "endsOn", "startTime": "startTime", "minutes": "minutes",
        "durationMs": "minutes", "interval": "interval", "recurrence": "recurrence", "priority": "priority",
        "days": "days", "lastDay": "lastDay",
    ]

    init() {}

    init(_ rule: ScheduleRule) {
        let content = rule.content
        show = content.show.description
        startTime = content.startTime.description
        minutes = TimeTexts.minutes(content.durationMs)
        startsOn = content.startsOn.description
        endsOn = content.endsOn?.description ?? ""
        priority = String(content.priority)
        isLive = content.isLive
        isRepeat = content.isRepeat
        guard let text = content.recurrence else { return }
        if let read = try? Recurrence(text), let days = read.plainWeekdays(from: content.startsOn) {
            self.days = Set(days.map(\.code))
            interval = String(read.interval)
        } else {
            recurrence = text
        }
    }

    init(_ fields: FormFields) throws(APIError) {
        show = try fields.optional("show") ?? ""
        days = Set(fields.values("days"))
        interval = try fields.optional("interval") ?? "1"
        startTime = try fields.optional("startTime") ?? ""
        minutes = try fields.optional("minutes") ?? ""
        startsOn = try fields.optional("startsOn") ?? ""
        endsOn = try fields.optional("endsOn") ?? ""
        recurrence = try fields.optional("recurrence") ?? ""
        priority = try fields.optional("priority") ?? "0"
        isLive = try fields.optional("isLive") != nil
        isRepeat = try fields.optional("isRepeat") != nil
    }

    /// Returns the rule that the form describes. A typed recurrence replaces the weekdays and the interval; a rule without recurrence and weekdays
    /// has one broadcast. Throws `APIError` 422 with the faults.
    func draft(on channel: Channel.ID) throws -> ScheduleRuleDraft {
        var faults = ScheduleFaults()
        let length = TimeTexts.milliseconds(minutes: minutes)
        faults.check(
            length.map(ScheduleFaults.durations.contains) == true, "minutes",
            "must be a number of minutes from 0.02 (one second) to 10080 (seven days), "
                + "found \"\(minutes.prefix(100))\"")
        faults.check(
            Int32(priority) != nil, "priority",
            "must be a whole number from -1000 to 1000, found \"\(priority.prefix(100))\"")
        let weeks = Int(interval) ?? 0
        faults.check(
            (1...Recurrence.numberLimit).contains(weeks), "interval",
            "must be a whole number of weeks from 1 to \(Recurrence.numberLimit), found \"\(interval.prefix(100))\"")
        let codes = Weekday.allCases.map(\.code).filter(days.contains)
        faults.check(
            codes.count == days.count, "days",
            "must be MO, TU, WE, TH, FR, SA or SU, found \"\(SentenceFormat.list(days.sorted()).prefix(100))\"")
        try faults.throwIfAny()
        var recurrenceText: String? = recurrence.isEmpty ? nil : recurrence
        if recurrenceText == nil, !codes.isEmpty {
            recurrenceText =
                "FREQ=WEEKLY;\(weeks == 1 ? "" : "INTERVAL=\(weeks);")BYDAY=\(codes.joined(separator: ","))"
        }
        let sent = Sent(
            channel: channel.description, show: show, startsOn: startsOn, endsOn: endsOn.isEmpty ? nil : endsOn,
            startTime: startTime, durationMs: length ?? 0, recurrence: recurrenceText, priority: Int32(priority) ?? 0,
            isLive: isLive,
            isRepeat: isRepeat)
        return try JSONDecoder().decode(ScheduleRuleDraft.self, from: try JSONEncoder().encode(sent))
    }

    private struct Sent: Encodable {
        let channel: String
        let show: String
        let startsOn: String
        let endsOn: String?
        let startTime: String
        let durationMs: Int64
        let recurrence: String?
        let priority: Int32
        let isLive: Bool
        let isRepeat: Bool
    }
}

extension Recurrence {
    /// Returns the weekdays if they and a weekly interval fully describe the recurrence; `nil` for any other recurrence.
    fileprivate func plainWeekdays(from first: WallDate) -> [Weekday]? {
        guard months.isEmpty, monthDays.isEmpty, days.allSatisfy({ $0.ordinal == nil }), weekStart == .monday,
            end == .never
        else { return nil }
        switch frequency {
        case .weekly: return days.isEmpty ? [first.weekday] : days.map(\.weekday)
        case .daily: return interval > 1 ? nil : days.isEmpty ? Weekday.allCases : days.map(\.weekday)
        default: return nil
        }
    }
}
