import HTTP
import Radio
import ScheduleCore
import Web

/// The page of a broadcast with its times, content and actual times.
struct AiringPage: Sendable {
    let context: RequestContext
    let pageContext: AiringPageContext
    /// The typed values of a form that was refused or awaits confirmation; otherwise the current values.
    let form: AiringForm
    var overrun = AiringOverrunForm()
    /// The actual times that await confirmation; `nil` for none.
    var preview: AiringPreview?
    /// The new period of this broadcast, in milliseconds since 1970, while a change of this and all later broadcasts awaits confirmation; otherwise
    /// `nil`.
    var newPeriod: Range<Int64>?
    /// The notice or errors of the last request; `nil` for none.
    let above: HTML?
    /// The errors of the fields; `nil` for none.
    var error: APIError?
    var status: Status = .ok

    func response() -> Response {
        var page = StationPage(pageContext.entry.title, .channels, context, content: content)
        page.up = Page.Link(pageContext.week, "Week of \(pageContext.channel.name)")
        page.style = AiringFields.style
        page.status = status
        return page.response()
    }

    private var airing: Airing { pageContext.airing }

    private var content: HTML {
        """
        \(above)
        \(preview.map { $0.html(pageContext, context) })
        \(newPeriod.map(question))
        \(facts)
        \(pageContext.canEdit ? forms : HTML.empty)
        """
    }

    private func question(_ period: Range<Int64>) -> HTML {
        guard let rule = pageContext.rule else { return .empty }
        let texts = [
            ("startDate", form.startDate), ("startTime", form.startTime), ("minutes", form.minutes),
            ("show", form.show), ("episode", form.episode), ("title", form.title), ("description", form.description),
            ("scope", AiringForm.Scope.rule.rawValue), ("whole", "1"), ("confirmed", "1"),
        ]
        let flags = [("isSecond", form.isSecond), ("isLive", form.isLive), ("isRepeat", form.isRepeat)]
        let fields = texts + flags.filter(\.1).map { ($0.0, "1") }
        var question = Confirmation(
            "Change this and all later broadcasts",
            """
            After the change, this broadcast is planned for \(pageContext.clock.text(period)), and all later broadcasts of the rule \
            “\(RuleTexts.sentence(rule.content))” change in the same way. Earlier broadcasts do not change.
            """,
            path: LocalPath(pageContext.path) ?? "/station",
            fields: """
                \(hidden)\(fields.map { "<input type=\"hidden\" name=\"\($0.0)\" value=\"\($0.1)\">" as HTML })
                """)
        question.id = "consequence-change"
        question.button = "Save this and all later broadcasts"
        question.isOpen = true
        return """
            <section aria-labelledby="question"><h2 id="question">Confirm the changes</h2>\(question.html)</section>
            """
    }

    private var facts: HTML {
        let marks = pageContext.entry.marks(pageContext.now)
        var facts: [(String, HTML)] = [
            ("Channel", "\(pageContext.channel.name)"),
            ("When", "\(pageContext.clock.text(pageContext.entry.airing.period))"),
        ]
        if pageContext.entry.isOffPlan {
            facts.append(("Planned", "\(pageContext.clock.text(pageContext.entry.airing.planned))"))
        }
        facts.append(("Length", "\(TimeTexts.length(airing.endsAt.milliseconds - airing.startsAt.milliseconds))"))
        if !pageContext.entry.detail.isEmpty { facts.append(("Title", "\(pageContext.entry.detail)")) }
        if !marks.isEmpty { facts.append(("Status", "\(marks.joined(separator: ", "))")) }
        facts.append(("Source", origin))
        return """
            <div class="about">\(pageContext.entry.artwork(.large).html)
            <dl class="facts">\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" as HTML })</dl></div>
            """
    }

    private var origin: HTML {
        if let rule = pageContext.rule {
            return "the rule <a href=\"/station/rules/\(rule.id.description)\">\(RuleTexts.sentence(rule.content))</a>"
        }
        return pageContext.entry.airing.source.map { "imported from \($0)" } ?? "added manually"
    }

    private var forms: HTML { airing.isCancelled ? restore : "\(change)\(times)\(cancel)" }

    private var hidden: HTML {
        """
        \(context.caller?.csrfField)<input type="hidden" name="revision" value="\(airing.revision)">
        """
    }

    private var change: HTML {
        """
        <h2>Edit broadcast</h2>
        <form class="panel" method="post" action="\(pageContext.path)">\(hidden)
        \(AiringFields(form: form, shows: pageContext.shows, episodes: pageContext.episodes, clock: pageContext.clock, error: error).html)
        \(scope)
        <p><button>Save</button></p></form>
        """
    }

    private var scope: HTML {
        guard let rule = pageContext.rule, pageContext.isFutureRuleAiring else { return .empty }
        func choice(_ value: AiringForm.Scope, _ words: String) -> HTML {
            let mark: HTML = form.scope == value ? " checked" : .empty
            return """
                <label class="choice"><input type="radio" name="scope" value="\(value.rawValue)"\(mark)> \(words)</label>
                """
        }
        return """
            <fieldset id="scope"><legend>Apply changes to</legend>
            \(choice(.one, "This broadcast only"))
            \(choice(.rule, "This and all later broadcasts: \(RuleTexts.sentence(rule.content))"))
            <p class="hint">To change the episode, title or description, choose “This broadcast only”.</p></fieldset>
            """
    }

    private var times: HTML {
        """
        <h2>Actual times</h2>
        <form class="panel" method="post" action="\(pageContext.path)/actual-times">\(hidden)
        <div class="pair">\(began.html)\(over.html)\(end.html)</div>
        <p class="hint">Enter either the overrun or the actual end, not both. After an overrun, later broadcasts are shortened or moved \
        until the lost time is made up. \
        Preview the changes before you save them.</p>
        <p><button class="quiet">Preview changes</button></p></form>
        \(airing.actualStart != nil || airing.actualEnd != nil ? asPlanned : HTML.empty)
        """
    }

    private var began: Field {
        var field = AiringFields.time("Actual start", "beganTime", overrun.beganTime, error)
        field.fault = error?.note(at: "startsAt")
        return field
    }

    private var over: Field {
        var field = Field("Overrun in minutes", "over", overrun.over)
        field.attributes = " inputmode=\"numeric\""
        field.fault = error?.note(at: "over")
        return field
    }

    private var end: Field {
        var field = AiringFields.time("Actual end", "endTime", overrun.endTime, error)
        field.fault = error?.note(at: "endTime", "endsAt")
        return field
    }

    private var asPlanned: HTML {
        var question = Confirmation(
            "Restore planned times",
            """
            The actual times are removed. This broadcast returns to its planned times, and so do the broadcasts that its overrun \
            shortened or moved.
            """,
            path: path("actual-times"), fields: "\(hidden)<input type=\"hidden\" name=\"confirmed\" value=\"1\">")
        question.id = "consequence-plan"
        question.button = "Restore planned times"
        question.isDestructive = false
        return question.html
    }

    private var cancel: HTML {
        let following =
            pageContext.isFutureRuleAiring
            ? cancellation(
                "Cancel this and all later broadcasts",
                "The rule ends the day before this broadcast. This broadcast and all later broadcasts of the rule are cancelled.",
                .rule
            ) : .empty
        return """
            <h2>Cancel broadcasts</h2>
            \(cancellation("Cancel this broadcast", "Calendars show the broadcast as cancelled. You can restore the broadcast later.", .one))\(following)
            """
    }

    private func cancellation(_ title: HTML, _ consequence: HTML, _ scope: AiringForm.Scope) -> HTML {
        var question = Confirmation(
            title, consequence, path: path("cancel"),
            fields: "\(hidden)<input type=\"hidden\" name=\"scope\" value=\"\(scope.rawValue)\">")
        question.id = "consequence-\(scope.rawValue)"
        return question.html
    }

    private var restore: HTML {
        """
        <form method="post" action="\(pageContext.path)/restore">\(hidden)\
        <p class="hint">This broadcast is cancelled, but kept so that calendars can show the cancellation.</p>\
        <p><button>Restore broadcast</button></p></form>
        """
    }

    private func path(_ action: String) -> LocalPath { LocalPath("\(pageContext.path)/\(action)") ?? "/station" }
}
