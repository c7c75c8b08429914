import ScheduleCore
import Web

/// The fields of a rule, for a new one and for one that is there.
struct RuleFields: Sendable {
    let form: RuleForm
    let shows: [WeekStore.Choice]

    var html: HTML {
        """
        <label for="show">Show</label>
        <select id="show" name="show" required>\
        \(AiringFields.options(shows, chosen: form.show, far: "Other shows"))</select>
        <fieldset><legend>On</legend><div class="weekdays">\(Weekday.allCases.map(day))</div>
        <p class="hint">Without a weekday: once, on the first day.</p></fieldset>
        <div class="row"><p><label for="startTime">Begins</label>
        <input id="startTime" name="startTime" type="time"\(form.startTime.utf8.count > 5 ? " step=\"1\"" as HTML : .empty) \
        value="\(form.startTime)" required></p>
        <p><label for="minutes">Minutes</label>
        <input id="minutes" name="minutes" inputmode="decimal" value="\(form.minutes)" required></p>
        <p><label for="interval">Every how many weeks</label>
        <input id="interval" name="interval" inputmode="numeric" value="\(form.interval)"></p></div>
        <div class="row"><p><label for="startsOn">First day</label>
        <input id="startsOn" name="startsOn" type="date" value="\(form.startsOn)" required></p>
        <p><label for="endsOn">Last day, if there is one</label>
        <input id="endsOn" name="endsOn" type="date" value="\(form.endsOn)"></p></div>
        <div class="choices">\(AiringFields.box("isLive", "Live", form.isLive))\
        \(AiringFields.box("isRepeat", "A repeat", form.isRepeat))</div>
        <details\(form.recurrence.isEmpty && form.priority == "0" ? HTML.empty : " open")><summary>More</summary>
        <label for="recurrence">Recurrence (RFC 5545), in place of weekdays and weeks</label>
        <input id="recurrence" name="recurrence" value="\(form.recurrence)" maxlength="1000" spellcheck="false" \
        placeholder="FREQ=MONTHLY;BYDAY=1SU" aria-describedby="recurrence-hint">
        <p class="hint" id="recurrence-hint">Such as FREQ=MONTHLY;BYDAY=-1FR for the last Friday of each month.</p>
        <label for="priority">Priority</label>
        <input id="priority" name="priority" inputmode="numeric" value="\(form.priority)" aria-describedby="priority-hint">
        <p class="hint" id="priority-hint">When two rules overlap, the higher priority wins; with equal priority, the \
        later start. From -1000 to 1000.</p></details>
        """
    }

    private func day(_ day: Weekday) -> HTML {
        """
        <label class="choice"><input type="checkbox" name="days" value="\(day.code)"\
        \(form.days.contains(day.code) ? " checked" as HTML : .empty)> \(WeekWords.short(day))\
        <span class="hidden">\(String(WeekWords.name(day).dropFirst(3)))</span></label>
        """
    }

    static let style: StaticString = """
        .row { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
        .row p { margin: 0; }
        .weekdays { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0 0 1.25rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; }

        """
}
