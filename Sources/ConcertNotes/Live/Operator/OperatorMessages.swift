import Web

/// The parts of the operator page about messages to the audience: the form that sends a message, and the messages on the screens.
struct OperatorMessages: Sendable {
    let page: OperatorPageContext

    /// The display times that the form offers, in seconds.
    static let durations: [(seconds: Int, words: HTML)] = [
        (15, "15 seconds"), (60, "1 minute"), (300, "5 minutes"), (1200, "20 minutes"),
    ]

    private static let styles: [(style: AudienceMessage.Style, words: HTML)] = [
        (.button, "stays until its button is pressed"), (.auto, "closes automatically after a few seconds"),
        (.link, "opens the link address"),
    ]

    var form: HTML {
        let draft = page.draft
        let styles = Self.styles.map { style, words -> HTML in
            """
            <label class="choice"><input type="radio" name="style" value="\(style.rawValue)"\
            \(style.rawValue == draft.style ? HTML(" checked") : .empty)> \(words)</label>
            """
        }
        let durations = Self.durations.map { seconds, words -> HTML in
            """
            <option value="\(seconds)"\(seconds == draft.seconds ? HTML(" selected") : .empty)>\(words)</option>
            """
        }
        return """
            <form id="message" method="post" action="/operator/messages" aria-label="Message to the audience">\
            \(page.hidden("message"))
            <label for="message-title">Title</label>
            <input id="message-title" name="title" value="\(draft.title)" maxlength="200" autocomplete="off">
            <label for="message-body">Text</label>
            <textarea id="message-body" name="body" rows="2" maxlength="1200">\(draft.body)</textarea>
            <fieldset><legend>Behaviour of the message</legend>\(styles)</fieldset>
            <div class="row">
            <div><label for="message-button">Button text</label>
            <input id="message-button" name="buttonText" value="\(draft.buttonText)" maxlength="100" autocomplete="off"></div>
            <div><label for="message-seconds">Shown for</label>
            <select id="message-seconds" name="seconds">\(durations)</select></div>
            </div>
            <label for="message-url">Link address</label>
            <input id="message-url" name="url" inputmode="url" value="\(draft.url)" maxlength="1000" \
            autocomplete="off" placeholder="https://">
            <button>Send to all screens</button>
            </form>
            """
    }

    var screens: HTML {
        let rows = page.messages.map(row)
        let content: HTML = rows.isEmpty ? "<p class=\"faint\">No active messages.</p>" : "<ul>\(rows)</ul>"
        return """
            <form id="screens" data-region method="post" action="/operator/messages/withdrawals" \
            aria-label="Active messages">\(page.hidden("withdraw"))\(content)</form>
            """
    }

    private func row(_ message: AudienceMessage) -> HTML {
        let seconds = max(0, (message.expiresAt.milliseconds - page.now.milliseconds + 999) / 1000)
        let title: HTML = message.title.isEmpty ? "" : "<strong>\(message.title)</strong> "
        let url: HTML = message.url.map { " <span class=\"faint\">\($0)</span>" } ?? ""
        return """
            <li><p>\(title)\(message.body)\(url)</p>
            <p class="faint">\(Self.words(message.style)), \
            expires in <span data-seconds="\(seconds)">\(seconds) s</span></p>
            <button class="quiet" name="message" value="\(message.id.description)">Withdraw\
            <span class="hidden"> \(message.title) \(message.body)</span></button></li>
            """
    }

    private static func words(_ style: AudienceMessage.Style) -> String {
        switch style {
        case .button: "stays until its button is pressed"
        case .auto: "closes automatically"
        case .link: "opens a link"
        }
    }
}
