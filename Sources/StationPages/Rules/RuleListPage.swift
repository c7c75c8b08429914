import HTTP
import Radio
import ScheduleCore
import Web

/// A page of the list of a channel's rules.
struct RuleListPage: Sendable {
    let context: RequestContext
    let channel: WeekStore.Channel
    let rules: [(rule: ScheduleRule, show: WeekStore.ShowSummary)]
    /// The cursor for the next page; `nil` on the last page.
    let next: String?
    let above: HTML?
    let canEdit: Bool

    static func path(of channel: Channel.ID) -> LocalPath {
        LocalPath("/station/channels/\(channel)/rules") ?? "/station"
    }

    func response() -> Response {
        var page = StationPage("Rules of \(channel.name)", .channels, context, content: content)
        page.up = Page.Link(WeekPageContext.path(of: channel.id), "Week of \(channel.name)")
        page.isWide = true
        return page.response()
    }

    private var content: HTML {
        let path = Self.path(of: channel.id).description
        return """
            \(above)
            <p>A rule schedules one or more broadcasts. Times are in the time zone \(channel.timeZone).</p>
            \(canEdit && !rules.isEmpty ? "<p>\(add)</p>" : HTML.empty)
            \(rules.isEmpty ? none : list)
            \(next.map { "<p><a class=\"button quiet\" href=\"\(path)?cursor=\($0)\">More rules</a></p>" as HTML })
            """
    }

    private var add: HTML {
        "<a class=\"button\" href=\"\(Self.path(of: channel.id).description)/new\">New rule</a>"
    }

    private var none: HTML {
        EmptyState(
            .calendar, "No rules yet", "A rule schedules a show once or repeatedly, for example every day at 08:00.",
            action: canEdit ? add : .empty
        ).html
    }

    private var list: HTML {
        var list = RowList(
            rules.map { rule, show in
                var row = ListRow(
                    "<strong>\(show.title)</strong>", LocalPath("/station/rules/\(rule.id)"),
                    artwork: Artwork(show.title, url: show.picture))
                row.details = ["\(RuleTexts.sentence(rule.content))"]
                row.facts = "\(RuleTexts.span(rule))"
                return row
            })
        list.label = "Rules on this page, latest end first"
        list.isOrdered = true
        return list.html
    }
}

/// The page with the form for a new rule.
struct NewRulePage: Sendable {
    let context: RequestContext
    let channel: WeekStore.Channel
    let form: RuleForm
    let shows: [WeekStore.Choice]
    let above: HTML?
    var error: APIError?

    func response() -> Response {
        var page = StationPage("New rule", .channels, context, content: content)
        page.up = Page.Link(RuleListPage.path(of: channel.id), "Rules of \(channel.name)")
        page.style = RuleFields.style
        page.status = error?.status ?? .ok
        return page.response()
    }

    private var content: HTML {
        """
        \(above)
        <p class="faint">Create a rule for \(channel.name). Times are in the time zone \(channel.timeZone).</p>
        <form method="post" action="\(RuleListPage.path(of: channel.id).description)">\(context.caller?.csrfField)
        \(RuleFields(form: form, shows: shows, error: error).html)
        <p><button>Create rule</button></p></form>
        """
    }
}
