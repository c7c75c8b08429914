import HTTP
import Web

/// The page with the form for a new broadcast.
struct NewAiringPage: Sendable {
    let context: RequestContext
    let channel: WeekStore.Channel
    let clock: WeekClock
    let form: AiringForm
    let shows: [WeekStore.Choice]
    /// The errors of the last request; `nil` for none.
    let above: HTML?
    var error: APIError?

    func response() -> Response {
        var page = StationPage("New broadcast", .channels, context, content: content)
        page.up = Page.Link(WeekPageContext.path(of: channel.id), "Week of \(channel.name)")
        page.style = AiringFields.style
        page.status = error?.status ?? .ok
        return page.response()
    }

    private var content: HTML {
        """
        \(above)
        <p class="faint">Add a single broadcast on \(channel.name). Times are in the time zone \(channel.timeZone). \
        For repeating broadcasts, create
        <a href="/station/channels/\(channel.id.description)/rules/new?date=\(form.startDate)&amp;time=\(form.startTime)">\
        a rule</a>.</p>
        <form method="post" action="/station/channels/\(channel.id.description)/airings">\(context.caller?.csrfField)
        \(AiringFields(form: form, shows: shows, episodes: nil, clock: clock, error: error).html)
        <p><button>Add broadcast</button></p></form>
        """
    }
}
