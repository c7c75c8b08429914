import ScheduleCore
import Web

/// The fields of a broadcast, for a new one and for one that is there.
struct AiringFields: Sendable {
    let form: AiringForm
    let shows: [WeekStore.Choice]
    /// Of the show; `nil` where none is chosen yet.
    let episodes: [WeekStore.Choice]?
    let clock: WeekClock

    var html: HTML {
        """
        <div class="row"><p><label for="startDate">Day</label>
        <input id="startDate" name="startDate" type="date" value="\(form.startDate)" required></p>
        <p><label for="startTime">Begins</label>
        <input id="startTime" name="startTime" type="time"\(form.startTime.utf8.count > 5 ? " step=\"1\"" as HTML : .empty) \
        value="\(form.startTime)" required></p>
        <p><label for="minutes">Minutes</label>
        <input id="minutes" name="minutes" inputmode="decimal" value="\(form.minutes)" required></p></div>
        \(isTwice ? second : HTML.empty)
        <label for="show">Show</label>
        <select id="show" name="show" required>\(Self.options(shows, chosen: form.show, far: "Other shows"))</select>
        \(episodes.map(episode))
        <div class="choices">\(Self.box("isLive", "Live", form.isLive))\(Self.box("isRepeat", "A repeat", form.isRepeat))</div>
        <label for="title">Title of this broadcast only, if it has its own</label>
        <input id="title" name="title" value="\(form.title)" maxlength="2000">
        <label for="description">Description</label>
        <textarea id="description" name="description" rows="3">\(form.description)</textarea>
        <input type="hidden" name="whole" value="1">
        """
    }

    /// Whether the day has an hour twice.
    private var isTwice: Bool {
        guard let date = WallDate(form.startDate) else { return false }
        return clock.changes(in: clock.stretch(of: date)).contains { $0.by < 0 }
    }

    private var second: HTML {
        """
        <p class="hint">The clock goes back on this day, so one hour occurs twice.</p>
        <div class="choices">\(Self.box("isSecond", "The second occurrence", form.isSecond))</div>
        """
    }

    private func episode(_ episodes: [WeekStore.Choice]) -> HTML {
        """
        <label for="episode">Episode</label>
        <select id="episode" name="episode" aria-describedby="episode-hint"><option value="">None yet</option>\
        \(Self.options(episodes, chosen: form.episode, far: ""))</select>
        <p class="hint" id="episode-hint">Episodes of the current show. A different show has none until you save.</p>
        """
    }

    static func box(_ name: String, _ words: String, _ isChosen: Bool) -> HTML {
        """
        <label class="choice"><input type="checkbox" name="\(name)" value="1"\(isChosen ? " checked" as HTML : .empty)> \
        \(words)</label>
        """
    }

    /// What is near first, the rest under a heading of its own.
    static func options(_ choices: [WeekStore.Choice], chosen: String, far: String) -> HTML {
        func option(_ choice: WeekStore.Choice) -> HTML {
            let key = String(choice.key)
            return "<option value=\"\(key)\"\(key == chosen ? " selected" as HTML : .empty)>\(choice.title)</option>"
        }
        let (near, others) = (choices.filter(\.isNear), choices.filter { !$0.isNear })
        if near.isEmpty || others.isEmpty { return "\(choices.map(option))" }
        return """
            <optgroup label="Of this channel">\(near.map(option))</optgroup>\
            <optgroup label="\(far)">\(others.map(option))</optgroup>
            """
    }

    /// Fields beside each other where there is room.
    static let style: StaticString = """
        .row { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
        .row p { margin: 0; }
        form.panel { margin: 0 0 1.5rem; }
        dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0 0 1.25rem; }
        dl.facts dt { color: var(--faint); }
        dl.facts dd { margin: 0; }
        section.notice { margin-bottom: 1.25rem; }

        """
}
