import HTTP
import Radio
import ScheduleCore
import Web

/// The week page of a channel: a grid for wide windows, and a list of one day for phones and screen readers.
struct WeekPage: Sendable {
    let context: RequestContext
    let pageContext: WeekPageContext
    /// The notice about the last action; `nil` for none.
    let above: HTML?

    func response() -> Response {
        var page = StationPage(pageContext.channel.name, .channels, context, content: content)
        page.up = Page.Link("/station", "Channels")
        page.isWide = true
        page.style = WeekStyle.text
        if pageContext.canEdit { page.script = WeekScript.text }
        page.numbers = numbers
        return page.response()
    }

    private var content: HTML {
        """
        \(above)
        <p class="range"><strong>\(TimeTexts.range(pageContext.first, pageContext.last))</strong> \
        <span class="faint">in the time zone \(pageContext.channel.timeZone), \
        where it is \(pageContext.clock.text(pageContext.now.milliseconds / 60_000 * 60_000))</span></p>
        \(navigation)
        \(days)
        \(WeekGridView(pageContext: pageContext).html)
        \(WeekDayList(pageContext: pageContext).html)
        \(pageContext.canEdit ? tools : HTML.empty)
        """
    }

    private var navigation: HTML {
        let (before, after) = (pageContext.path(pageContext.first - 7), pageContext.path(pageContext.first + 7))
        let path = "/station/channels/\(pageContext.channel.id)"
        return """
            <div class="ways">
            <nav aria-label="Weeks"><a class="button quiet" href="\(before.description)">Previous week</a>
            <a class="button quiet" href="\(WeekPageContext.path(of: pageContext.channel.id).description)">This week</a>
            <a class="button quiet" href="\(after.description)">Next week</a></nav>
            <form method="get" action="\(path)/week">\(from.html)
            <button class="quiet">Show week</button></form>
            <nav aria-label="Schedule"><a class="button quiet" href="\(path)/rules">Rules</a>\
            \(pageContext.canEdit ? newBroadcast(path) : HTML.empty)</nav>
            </div>
            """
    }

    private var from: Field {
        var field = Field("Week of", "from", pageContext.day.description, .date)
        field.isRequired = true
        return field
    }

    private func newBroadcast(_ path: String) -> HTML {
        " <a class=\"button\" href=\"\(path)/airings/new?date=\(pageContext.day.description)\">New broadcast</a>"
    }

    private var days: HTML {
        """
        <nav class="days" aria-label="Days"><ul>\(pageContext.grid.days.map { day -> HTML in
            let mark: HTML = day.date == pageContext.day ? " aria-current=\"date\"" : .empty
            return """
                <li><a href="\(pageContext.path(pageContext.first, day: day.date).description)#day"\(mark) \
                aria-label="\(TimeTexts.long(day.date))">\(TimeTexts.short(day.date.weekday)) \
                <b>\(day.date.civil.day)</b></a></li>
                """
        })</ul></nav>
        """
    }

    private var tools: HTML {
        """
        <details class="keys"><summary>Keyboard shortcuts</summary>
        <p>Focus a broadcast first. <kbd>↑</kbd> and <kbd>↓</kbd> move the broadcast by 5 minutes, or by 15 minutes with \
        <kbd>Shift</kbd>. <kbd>←</kbd> and <kbd>→</kbd> move the broadcast by a day. <kbd>Alt</kbd> with \
        <kbd>↑</kbd> or <kbd>↓</kbd> changes the length. \
        <kbd>Enter</kbd> saves the new time, and <kbd>Esc</kbd> cancels the change. <kbd>N</kbd> goes to the next \
        broadcast, and <kbd>P</kbd> goes to the previous broadcast.</p></details>
        <p id="said" role="status"></p>
        <dialog id="scope" aria-labelledby="scope-title"><form method="dialog">
        <h2 id="scope-title">Which broadcasts do you want to change?</h2><p id="scope-words"></p>
        <p><button value="one">Change this broadcast only</button> \
        <button value="rule">Change this and all later broadcasts</button> \
        <button class="quiet" value="">Cancel</button></p></form></dialog>
        <form id="drag" hidden>\(context.caller?.csrfField)</form>
        """
    }

    private var numbers: PageNumbers {
        var numbers = PageNumbers()
        let grid = pageContext.grid
        numbers.set("grid", 7, [("quarters", grid.hourHeight), ("length", grid.seconds)])
        for day in grid.days.indices {
            numbers.set("column", day, [("length", grid.days[day].seconds)])
            for (number, values) in WeekGridView.positions(day, grid, pageContext) { numbers.set("at", number, values) }
            if let second = grid.days[day].second(of: pageContext.now.milliseconds) {
                numbers.set("now", 0, [("start", second)])
            }
        }
        for hour in 0..<25 { numbers.set("hour", hour, [("start", hour * 3600)]) }
        return numbers
    }
}
