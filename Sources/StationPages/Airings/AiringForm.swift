import Radio
import ScheduleCore
import Web

/// The typed values of the form for a broadcast.
struct AiringForm: Sendable, Hashable {
    var startDate = ""
    var startTime = ""
    /// Whether the start is the second occurrence of its local time, on a day on which the clock goes back.
    var isSecond = false
    var minutes = ""
    var show = ""
    var episode = ""
    var title = ""
    var description = ""
    var isLive = false
    var isRepeat = false
    var scope = Scope.one
    /// The start as an RFC 3339 instant, which the script of the week page sends instead of a day and time; `nil` if the form has a day and time.
    var start: String?

    /// The broadcasts to which a change applies: one, or this and all later ones of the rule.
    enum Scope: String, Sendable, Hashable {
        case one, rule
    }

    static let labels = [
        "startDate": "The day", "startTime": "The start time", "minutes": "The length", "show": "The show",
        "episode": "The episode", "title": "The title", "description": "The description", "plannedStart": "The start",
        "plannedEnd": "The length", "start": "The start", "scope": "“Apply changes to”", "startsAt": "The actual start",
        "endsAt": "The actual end", "over": "The overrun", "endTime": "The actual end", "revision": "The page",
    ]

    static let ids = [
        "startDate": "startDate", "startTime": "startTime", "minutes": "minutes", "show": "show",
        "episode": "episode", "title": "title", "description": "description", "plannedStart": "startDate",
        "plannedEnd": "minutes", "start": "startDate", "scope": "scope", "startsAt": "beganTime",
        "endsAt": "endTime", "over": "over", "endTime": "endTime",
    ]

    init() {}

    init(_ airing: Airing, _ clock: WeekClock) {
        let start = airing.plannedStart.milliseconds
        startDate = clock.date(at: start).description
        startTime = clock.time(at: start).description
        isSecond = clock.isSecond(start)
        minutes = TimeTexts.minutes(airing.plannedEnd.milliseconds - start)
        show = airing.show.description
        episode = airing.episode?.description ?? ""
        title = airing.title
        description = airing.description
        isLive = airing.isLive
        isRepeat = airing.isRepeat
    }

    /// Returns a copy with the submitted values. Missing fields keep their values, except that `start` becomes `nil`. Browsers do not send unticked
    /// checkboxes, so checkboxes are read only with the field `whole`.
    ///
    /// - Throws: `APIError` 400 for a repeated field, 422 for an invalid `scope`.
    func reading(_ fields: FormFields) throws(APIError) -> AiringForm {
        var new = self
        let isWhole = try fields.optional("whole") != nil
        func take(_ name: String, _ path: WritableKeyPath<AiringForm, String>) throws(APIError) {
            if let text = try fields.optional(name) { new[keyPath: path] = text }
        }
        try take("startDate", \.startDate)
        try take("startTime", \.startTime)
        try take("minutes", \.minutes)
        try take("show", \.show)
        try take("episode", \.episode)
        try take("title", \.title)
        if let text = try fields.optional("description") {
            // Browsers send CR LF line breaks.
            new.description = text.replacing("\r\n", with: "\n")
        }
        if isWhole {
            new.isSecond = try fields.optional("isSecond") != nil
            new.isLive = try fields.optional("isLive") != nil
            new.isRepeat = try fields.optional("isRepeat") != nil
        }
        new.start = try fields.optional("start")
        if let scope = try fields.optional("scope") {
            guard let read = Scope(rawValue: scope) else {
                throw .invalid("scope", "must be \"one\" or \"rule\", found \"\(scope.prefix(100))\"")
            }
            new.scope = read
        }
        return new
    }

    /// Returns the typed start in milliseconds since 1970; `nil`, with a fault, if it is invalid.
    func begins(_ clock: WeekClock, _ faults: inout ScheduleFaults) -> Int64? {
        if let start {
            let instant = Instant(rfc3339: start)
            faults.check(
                instant != nil, "start",
                "must be an RFC 3339 date-time, such as 2026-03-29T01:00:00Z, found \"\(start.prefix(100))\"")
            return instant?.milliseconds
        }
        return Self.instant(startDate, startTime, isSecond: isSecond, clock, "startDate", "startTime", &faults)
    }

    /// Returns the instant of a typed day and local time in milliseconds since 1970; `nil`, with a fault, if one is invalid or the time does not
    /// exist.
    static func instant(
        _ dateText: String, _ timeText: String, isSecond: Bool, _ clock: WeekClock, _ dateField: String,
        _ timeField: String, _ faults: inout ScheduleFaults
    ) -> Int64? {
        let (date, time) = (WallDate(dateText), WallTime(timeText))
        faults.check(
            date != nil, dateField, "\(ScheduleFaults.dateRule), found \"\(dateText.prefix(100))\"")
        faults.check(
            time != nil, timeField,
            "must be a local time of hours, minutes and optional seconds, such as \"08:00\" or \"23:59:30\", "
                + "found \"\(timeText.prefix(100))\"")
        guard let date, let time else { return nil }
        let instant = clock.instant(date, time, isSecond: isSecond)
        faults.check(
            instant != nil, timeField,
            "does not exist on that day, because the clocks go forward: choose another time")
        return instant
    }

    /// Returns the typed duration in milliseconds, with a fault if the duration is not allowed; `nil`, with a fault, if it is not a number.
    func milliseconds(_ faults: inout ScheduleFaults) -> Int64? {
        let length = TimeTexts.milliseconds(minutes: minutes)
        faults.check(
            length.map(ScheduleFaults.durations.contains) == true, "minutes",
            "must be a number of minutes from 0.02 (one second) to 10080 (seven days), "
                + "found \"\(minutes.prefix(100))\"")
        return length
    }
}

extension AiringForm {
    /// Returns the change with the typed values. Times that equal those in `shown`, the form before the input, keep their milliseconds. If another
    /// show but no other episode was chosen, the episode is removed. Throws `APIError` 422 with all faults.
    func change(
        of airing: AiringChange, as shown: AiringForm, _ clock: WeekClock
    ) throws(APIError) -> AiringChange {
        var (new, faults) = (airing, ScheduleFaults())
        let length = airing.plannedEnd.milliseconds - airing.plannedStart.milliseconds
        let isSameStart =
            start == nil && (startDate, startTime, isSecond) == (shown.startDate, shown.startTime, shown.isSecond)
        let from = isSameStart ? airing.plannedStart.milliseconds : begins(clock, &faults)
        let lasting = minutes == shown.minutes ? length : milliseconds(&faults)
        if let from, let lasting {
            new.plannedStart = Instant(milliseconds: from)
            new.plannedEnd = Instant(milliseconds: from + lasting)
            if new.plannedStart != airing.plannedStart || new.plannedEnd != airing.plannedEnd {
                faults.checkPlan(new.plannedStart, new.plannedEnd)
            }
        }
        let chosen = Show.ID(show)
        faults.check(chosen != nil, "show", "must be a show from the list, found \"\(show.prefix(100))\"")
        new.show = chosen ?? airing.show
        let part = new.show != airing.show && episode == shown.episode ? "" : episode
        faults.check(
            part.isEmpty || Episode.ID(part) != nil, "episode",
            "does not belong to the show: choose another episode")
        new.episode = Episode.ID(part)
        (new.isLive, new.isRepeat, new.title, new.description) = (isLive, isRepeat, title, description)
        faults.checkText(title, "title", limit: AiringChange.titleLimit)
        faults.checkText(description, "description", limit: AiringChange.descriptionLimit)
        try faults.throwIfAny()
        return new
    }
}
