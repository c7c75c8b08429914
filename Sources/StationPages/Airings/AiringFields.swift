import Radio
import ScheduleCore
import Web

/// The form fields for a new or existing broadcast.
struct AiringFields: Sendable {
    let form: AiringForm
    let shows: [WeekStore.Choice]
    /// The episodes to choose from; `nil` for a new broadcast.
    let episodes: [WeekStore.Choice]?
    let clock: WeekClock

    /// The error to show at the fields; `nil` for none.
    var error: APIError?

    var html: HTML {
        """
        <div class="pair">\(day.html)\(time.html)\(length.html)</div>
        \(isTwice ? second.html : HTML.empty)
        \(Self.show(form.show, of: shows, error).html)
        \(episodes.map { episode($0).html })
        <div class="choices">\(Self.box("isLive", "Live", form.isLive).html)\
        \(Self.box("isRepeat", "Repeat", form.isRepeat).html)</div>
        \(title.html)\(description.html)
        <input type="hidden" name="whole" value="1">
        """
    }

    private var day: Field {
        var field = Field("Day", "startDate", form.startDate, .date)
        field.isRequired = true
        field.fault = error?.note(at: "startDate", "start", "plannedStart")
        return field
    }

    private var time: Field { Self.time("Start time", "startTime", form.startTime, isRequired: true, error) }

    private var length: Field { Self.length(form.minutes, error?.note(at: "minutes", "plannedEnd")) }

    /// Whether the clock goes back on the selected day.
    private var isTwice: Bool {
        guard let date = WallDate(form.startDate) else { return false }
        return clock.changes(in: clock.period(of: date)).contains { $0.by < 0 }
    }

    private var second: Field {
        var field = Self.box("isSecond", "Start at the second occurrence of this time", form.isSecond)
        field.hint = "The clocks go back on this day, so the times of one hour occur twice."
        return field
    }

    private func episode(_ episodes: [WeekStore.Choice]) -> Field {
        var field = Field(
            "Episode", "episode", form.episode,
            .choice([Field.Option("", "No episode")] + episodes.map(Self.option)))
        field.hint = "Episodes of the current show. To choose an episode of another show, save the show first."
        field.fault = error?.note(at: "episode")
        return field
    }

    private var title: Field {
        var field = Field("Title for this broadcast, optional", "title", form.title)
        field.attributes = " maxlength=\"\(AiringChange.titleLimit)\""
        field.fault = error?.note(at: "title")
        return field
    }

    private var description: Field {
        var field = Field("Description, optional", "description", form.description, .lines(3))
        field.fault = error?.note(at: "description")
        return field
    }

    /// Returns a checkbox.
    static func box(_ name: String, _ label: HTML, _ isChosen: Bool) -> Field {
        var field = Field(label, name, "1", .check)
        field.isChecked = isChosen
        return field
    }

    /// Returns a field for a local time, with seconds if the value has seconds, and with the faults that `error` has for the field.
    static func time(
        _ label: HTML, _ name: String, _ value: String, isRequired: Bool = false, _ error: APIError?
    ) -> Field {
        var field = Field(label, name, value, .time)
        field.isRequired = isRequired
        if value.utf8.count > 5 { field.attributes = " step=\"1\"" }
        field.fault = error?.note(at: name)
        return field
    }

    static func length(_ minutes: String, _ fault: String?) -> Field {
        var field = Field("Length in minutes", "minutes", minutes)
        field.isRequired = true
        field.attributes = " inputmode=\"decimal\""
        field.fault = fault
        return field
    }

    /// Returns a selection of shows, the channel's shows first, with the faults that `error` has for the field `show`.
    static func show(_ chosen: String, of shows: [WeekStore.Choice], _ error: APIError?) -> Field {
        let (near, others) = (shows.filter(\.isNear), shows.filter { !$0.isNear })
        let kind: Field.Kind =
            near.isEmpty || others.isEmpty
            ? .choice(shows.map(option))
            : .grouped(
                [],
                [
                    Field.Group("On this channel", near.map(option)), Field.Group("Other shows", others.map(option)),
                ])
        var field = Field("Show", "show", chosen, kind)
        field.isRequired = true
        field.fault = error?.note(at: "show")
        return field
    }

    private static func option(_ choice: WeekStore.Choice) -> Field.Option {
        Field.Option(String(choice.key), choice.title)
    }

    static let style: StaticString = """
        form.panel { margin: 0 0 1.5rem; }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0 0 1.25rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; }
        .about { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; margin: 0 0 1.25rem; }
        .about > .art { width: 7rem; height: 7rem; font-size: 2rem; }
        .about > dl.facts { flex: 1 1 16rem; margin: 0; }
        section.notice { margin-bottom: 1.25rem; }

        """
}
