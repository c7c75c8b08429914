import ScheduleCore
import Web

/// The form fields of a new or existing rule.
struct RuleFields: Sendable {
    let form: RuleForm
    let shows: [WeekStore.Choice]

    /// The error to show at the fields; `nil` for none.
    var error: APIError?

    var html: HTML {
        """
        \(AiringFields.show(form.show, of: shows, error).html)
        <fieldset id="days"><legend>Weekdays</legend><div class="weekdays">\(Weekday.allCases.map { day($0).html })</div>
        <p class="hint">Without a weekday or a recurrence, the show is broadcast once, on the first day.</p></fieldset>
        <div class="pair">\(time.html)\(length.html)\(interval.html)</div>
        <div class="pair">\(first.html)\(last.html)</div>
        <div class="choices">\(AiringFields.box("isLive", "Live", form.isLive).html)\
        \(AiringFields.box("isRepeat", "Repeat", form.isRepeat).html)</div>
        <details\(isPlain ? HTML.empty : " open")><summary>Recurrence and priority</summary>\
        \(recurrence.html)\(priority.html)</details>
        """
    }

    private var isPlain: Bool {
        form.recurrence.isEmpty && form.priority == "0" && error?.note(at: "recurrence", "priority") == nil
    }

    private func day(_ day: Weekday) -> Field {
        var field = Field(
            "\(TimeTexts.short(day))<span class=\"hidden\">\(String(TimeTexts.name(day).dropFirst(3)))</span>", "days",
            day.code, .check)
        field.id = "days-\(day.code)"
        field.isChecked = form.days.contains(day.code)
        return field
    }

    private var time: Field { AiringFields.time("Start time", "startTime", form.startTime, isRequired: true, error) }

    private var length: Field { AiringFields.length(form.minutes, error?.note(at: "minutes", "durationMs")) }

    private var interval: Field {
        var field = Field("Interval in weeks", "interval", form.interval)
        field.attributes = " inputmode=\"numeric\""
        field.fault = error?.note(at: "interval")
        return field
    }

    private var first: Field {
        var field = Field("First day", "startsOn", form.startsOn, .date)
        field.isRequired = true
        field.fault = error?.note(at: "startsOn")
        return field
    }

    private var last: Field {
        var field = Field("Last day, optional", "endsOn", form.endsOn, .date)
        field.fault = error?.note(at: "endsOn")
        return field
    }

    private var recurrence: Field {
        var field = Field("Recurrence (RFC 5545)", "recurrence", form.recurrence)
        field.hint = """
            Replaces the weekdays and the interval. For example, FREQ=MONTHLY;BYDAY=-1FR means the last Friday of each month.
            """
        field.attributes = " maxlength=\"1000\" spellcheck=\"false\" placeholder=\"FREQ=MONTHLY;BYDAY=1SU\""
        field.fault = error?.note(at: "recurrence")
        return field
    }

    private var priority: Field {
        var field = Field("Priority", "priority", form.priority)
        field.hint = """
            From -1000 to 1000. When broadcasts of two rules overlap, the rule with the higher priority gets the time. \
            At equal priority, the broadcast that starts later gets the time.
            """
        field.attributes = " inputmode=\"numeric\""
        field.fault = error?.note(at: "priority")
        return field
    }

    static let style: StaticString = """
        .weekdays { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0 0 1.25rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; }
        .about { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; margin: 0 0 1.25rem; }
        .about > .art { width: 7rem; height: 7rem; font-size: 2rem; }
        .about > dl.facts { flex: 1 1 16rem; margin: 0; }

        """
}
