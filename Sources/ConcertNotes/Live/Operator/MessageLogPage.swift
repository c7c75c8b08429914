import HTTP
import Web

/// The page `/operator/messages`: the form that schedules a message, for accounts that may send messages, and the log of the latest messages.
struct MessageLogPage: Sendable {
    let context: RequestContext
    let concerts: [Concert]
    let entries: [MessageLogEntry]
    let now: Instant
    var message: MessageLogNotice?
    var error: APIError?
    var typed = Typed()
    /// The idempotency key of the form: a second press of the same button does not schedule a second message.
    let key = LiveStore.freshKey()

    /// The values typed into the form, by the names of the fields.
    struct Typed: Sendable {
        var values: [String: String] = [:]

        static let names = ["concert", "day", "time", "title", "body", "style", "buttonText", "url", "seconds"]
    }

    private static let labels = [
        "concert": "The concert", "startsAt": "The time", "title": "The title", "body": "The text",
        "style": "The behaviour of the message",
        "buttonText": "The button text", "url": "The link address", "seconds": "The duration",
    ]

    func response() -> Response {
        var page = Page("Messages to the audience", context, content: content)
        page.up = Page.Link("/operator", "Operator")
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var clock: LocalTimeFormatter { LocalTimeFormatter(context.tenant) }

    private var content: HTML {
        """
        \(message?.html)\(error.map { HTML.fault($0, labels: Self.labels, ids: ["startsAt": "time"]) })
        \(form)
        <section aria-labelledby="log"><h2 id="log">Message log</h2>\(log)</section>
        """
    }

    // MARK: Form

    private func value(_ name: String, _ otherwise: String = "") -> String { typed.values[name] ?? otherwise }

    private var form: HTML {
        guard context.caller?.has(.sendHallMessage) == true else { return .empty }
        let heading: HTML = "<h2 id=\"schedule\">Schedule a message</h2>"
        guard !concerts.isEmpty else {
            return "\(heading)<p>A message belongs to a published concert. No concert has been published yet.</p>"
        }
        func fault(_ name: String) -> String? { error?.note(at: name) }
        let concert = Field(
            "Concert", "concert", value("concert"), .choice(concerts.map { Field.Option($0.slug, $0.title) }))
        var day = Field("Day", "day", value("day", clock.day(now)), .date)
        day.isRequired = true
        var time = Field("Time", "time", value("time"), .time)
        time.isRequired = true
        time.hint = """
            In the time zone \(context.tenant.timeZone). If the concert is not on the air at this time, the message is sent when the \
            concert goes on the air, unless the duration “Shown for” has passed.
            """
        time.fault = fault("startsAt")
        let seconds = Field(
            "Shown for", "seconds", value("seconds", "300"),
            .choice(OperatorMessages.durations.map { Field.Option(String($0.seconds), $0.words.text) }))
        var title = Field("Title", "title", value("title"))
        title.attributes = " maxlength=\"200\" autocomplete=\"off\""
        title.fault = fault("title")
        var body = Field("Text", "body", value("body"), .lines(2))
        body.attributes = " maxlength=\"1200\""
        body.fault = fault("body")
        let style = Field(
            "Behaviour of the message", "style", value("style", AudienceMessage.Style.button.rawValue),
            .choice([
                Field.Option("BUTTON", "Stays until its button is pressed"),
                Field.Option("AUTO", "Closes automatically after a few seconds"),
                Field.Option("LINK", "Opens the link address"),
            ]))
        var button = Field("Button text", "buttonText", value("buttonText"))
        button.attributes = " maxlength=\"100\" autocomplete=\"off\""
        button.fault = fault("buttonText")
        var url = Field("Link address", "url", value("url"), .url)
        url.attributes = " maxlength=\"1000\" autocomplete=\"off\" placeholder=\"https://\""
        url.fault = fault("url")
        return """
            <section aria-labelledby="schedule">\(heading)
            <form method="post" action="/operator/messages/schedule" class="editor">\(context.caller?.csrfField)\
            <input type="hidden" name="key" value="\(key)">
            \(concert.html)<div class="pair">\(day.html)\(time.html)\(seconds.html)</div>
            \(title.html)\(body.html)
            <div class="pair">\(style.html)\(button.html)\(url.html)</div>
            <p><button>Schedule message</button></p></form></section>
            """
    }

    // MARK: Log

    private var log: HTML {
        guard !entries.isEmpty else {
            return EmptyState(
                .list, "No messages yet", "Messages sent, scheduled, withdrawn and cancelled are listed here."
            )
            .html
        }
        var table = DataTable(
            "Newest first. Times are in the time zone \(context.tenant.timeZone). Messages on this page: \(entries.count).",
            columns: ["Time", "Message", "State", "Concert", "Author"], rows: entries.map(row))
        table.hasActions = true
        return table.html
    }

    private func row(_ entry: MessageLogEntry) -> [HTML] {
        let state = entry.state(at: now)
        let title: HTML = entry.title.isEmpty ? .empty : "<strong>\(entry.title)</strong> "
        let url: HTML? = entry.url.map { " <span class=\"faint\">\($0)</span>" }
        return [
            "<time datetime=\"\(entry.shownFrom.description)\">\(clock.second(entry.shownFrom))</time>",
            "\(title)\(entry.body)\(url)", words(state, entry), "\(entry.concert)", "\(entry.author ?? "–")",
            state == .scheduled && context.caller?.has(.sendHallMessage) == true ? cancellation(entry) : .empty,
        ]
    }

    private func words(_ state: MessageLogEntry.State, _ entry: MessageLogEntry) -> HTML {
        switch state {
        case .scheduled: "<b class=\"tag soon\">Scheduled</b>"
        case .cancelled: "<b class=\"tag\">Cancelled</b>"
        case .missed: "<b class=\"tag bad\">Not sent</b> <span class=\"faint\">the concert was not on the air</span>"
        case .shown: "<b class=\"tag on\">Active</b>"
        case .expired:
            "<b class=\"tag\">Expired</b> <span class=\"faint\">\(clock.second(entry.expiresAt).suffix(8))</span>"
        case .withdrawn:
            "<b class=\"tag\">Withdrawn</b> <span class=\"faint\">\(entry.withdrawnAt.map { String(clock.second($0).suffix(8)) } ?? "")</span>"
        }
    }

    private func cancellation(_ entry: MessageLogEntry) -> HTML {
        """
        <form method="post" action="/operator/messages/cancellations">\(context.caller?.csrfField)\
        <button class="quiet" name="message" value="\(entry.id.description)">Cancel\
        <span class="hidden"> \(entry.title) \(entry.body)</span></button></form>
        """
    }
}

/// The notices of success after the forms of the page `/operator/messages`.
enum MessageLogNotice: String, FlashMessage {
    case scheduled, cancelled

    var html: HTML {
        switch self {
        case .scheduled: .successNotice("Message scheduled.")
        case .cancelled: .successNotice("Message cancelled. The message will not be sent.")
        }
    }
}
