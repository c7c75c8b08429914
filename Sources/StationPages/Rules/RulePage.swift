import HTTP
import Radio
import ScheduleCore
import Web

/// The page of a rule with its next broadcasts and its exceptions.
struct RulePage: Sendable {
    let context: RequestContext
    let pageContext: RulePageContext
    let form: RuleForm
    /// The notice or errors of the last request; `nil` for none.
    let above: HTML?
    /// The typed last day if it was refused; `nil` otherwise.
    var lastDay: String?
    /// The errors of the fields; `nil` for none.
    var error: APIError?
    var status: Status = .ok

    func response() -> Response {
        var page = StationPage(pageContext.show.title, .channels, context, content: content)
        page.up = Page.Link(RuleListPage.path(of: pageContext.channel.id), "Rules of \(pageContext.channel.name)")
        page.style = RuleFields.style
        page.status = status
        return page.response()
    }

    private var rule: ScheduleRule { pageContext.rule }

    private var content: HTML {
        """
        \(above)
        <div class="about">\(Artwork(pageContext.show.title, url: pageContext.show.picture, size: .large).html)
        <dl class="facts"><dt>Channel</dt><dd>\(pageContext.channel.name)</dd><dt>When</dt><dd>\(RuleTexts.sentence(rule.content))</dd>\
        <dt>Valid</dt><dd>\(RuleTexts.span(rule))</dd>\
        <dt>Source</dt><dd>\(rule.source.map { "imported from \($0)" } ?? "added manually")</dd></dl></div>
        <h2>Broadcasts</h2>
        \(pageContext.days.isEmpty ? "<p>No broadcasts in the next \(ScheduleMaterialiser.daysAhead) days.</p>" as HTML : coming)
        \(pageContext.exceptions.isEmpty ? HTML.empty : exceptions)
        \(pageContext.canEdit ? forms : HTML.empty)
        """
    }

    private var coming: HTML {
        DataTable(
            "Next broadcasts", columns: ["Day", "Time"],
            rows: pageContext.days.map { day in
                let (outcome, period) = pageContext.outcome(on: day)
                let words = TimeTexts.long(day)
                let heading: HTML =
                    pageContext.airings[day].map {
                        "<a href=\"/station/airings/\($0.id.description)\">\(words)</a>"
                    } ?? "\(words)"
                return [heading, value(outcome, period, day)]
            }
        ).html
    }

    private func value(_ outcome: RulePageContext.Outcome, _ period: Range<Int64>, _ day: WallDate) -> HTML {
        let from = pageContext.clock.text(period.lowerBound, beside: day)
        let times = "\(from) to \(pageContext.clock.text(period.upperBound, beside: day))"
        switch outcome {
        case .asRuled: return "\(times)"
        case .cancelled: return "cancelled"
        case .moved: return "\(times), moved"
        case .cut(let by): return "\(times), \(TimeTexts.shift(by)): another broadcast has priority"
        case .nothing: return "not broadcast: another broadcast has priority, or the time has passed"
        }
    }

    private var exceptions: HTML {
        var table = DataTable(
            "Manual exceptions", columns: ["Day", "Change"],
            rows: pageContext.exceptions.map { exception in
                ["\(TimeTexts.long(exception.date))", "\(text(exception.content))"]
                    + (pageContext.canEdit ? [end(exception)] : [])
            })
        table.hasActions = pageContext.canEdit
        return "<h2>Exceptions</h2>\(table.html)"
    }

    private func text(_ exception: ScheduleExceptionDraft) -> String {
        if exception.isCancelled { return "cancelled" }
        var words: [String] = []
        if let start = exception.startsAt { words.append("starts \(pageContext.clock.text(start.milliseconds))") }
        if let length = exception.durationMs { words.append(TimeTexts.length(length)) }
        if exception.show != nil { words.append("replaced by another show or episode") }
        if let isLive = exception.isLive { words.append(isLive ? "live" : "not live") }
        if let isRepeat = exception.isRepeat { words.append(isRepeat ? "a repeat" : "not a repeat") }
        return words.isEmpty ? "as in the rule" : words.joined(separator: ", ")
    }

    private func end(_ exception: ScheduleException) -> HTML {
        let day = TimeTexts.long(exception.date)
        var question = Confirmation(
            "Restore rule", "The manual changes for \(day) are lost, and the rule applies to that day again.",
            path: path("exceptions/end"),
            fields: """
                \(context.caller?.csrfField)<input type="hidden" name="date" value="\(exception.date.description)">
                """)
        question.id = "consequence-\(exception.date)"
        question.button = "Restore rule on \(day)"
        question.isDestructive = false
        return question.html
    }

    private var hidden: HTML {
        "\(context.caller?.csrfField)<input type=\"hidden\" name=\"revision\" value=\"\(rule.revision)\">"
    }

    private var forms: HTML {
        """
        <h2>Edit rule</h2>
        <p class="hint">Changes apply to all broadcasts that have not begun. On days with an exception, what the exception sets stays the same. \
        To change the rule from a later day on, open the \
        broadcast of that day and choose “This and all later broadcasts”.</p>
        <form method="post" action="\(pageContext.path)">\(hidden)
        \(RuleFields(form: form, shows: pageContext.shows, error: error).html)
        <p><button>Save</button></p></form>
        <h2>End or delete rule</h2>
        \(end)\(delete)
        """
    }

    private var end: HTML {
        var day = Field("Last day", "lastDay", lastDay ?? pageContext.today.description, .date)
        day.isRequired = true
        day.fault = error?.note(at: "lastDay")
        var question = Confirmation(
            "End rule",
            """
            Broadcasts after the last day are cancelled. All other broadcasts of the rule are kept.
            """,
            path: path("end"), fields: "\(hidden)\(day.html)")
        question.id = "consequence-end"
        question.button = "End rule after this day"
        question.isOpen = lastDay != nil
        return question.html
    }

    private var delete: HTML {
        var question = Confirmation(
            "Delete rule",
            """
            The rule and its exceptions are deleted, and its future broadcasts are cancelled. Past broadcasts are kept. This \
            cannot be undone.
            """,
            path: path("delete"), fields: hidden)
        question.id = "consequence-delete"
        question.button = "Delete rule permanently"
        return question.html
    }

    private func path(_ action: String) -> LocalPath { LocalPath("\(pageContext.path)/\(action)") ?? "/station" }
}
