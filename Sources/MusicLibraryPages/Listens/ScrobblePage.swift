import HTTP
import MusicLibrary
import Web

/// The page of the listener's account at a ListenBrainz server.
struct ScrobblePage: Sendable {
    let pageContext: CloudPageContext
    /// The servers to which listeners may send their history. The first one is the default.
    let servers: [String]
    /// The connection to a ListenBrainz server; `nil` if no account is connected.
    let connection: ScrobbleConnection?
    /// The error of the last form; `nil` if that form had no error.
    var above: HTML?
    var fault: APIError?
    var status: Status = .ok

    func response() -> Response {
        var page = LibraryPage("ListenBrainz", .profile, pageContext.context, content: content)
        page.up = Page.Link("/library/listens", "Listening history")
        page.status = status
        return page.response()
    }

    private var content: HTML {
        """
        \(above ?? pageContext.notice?.html)
        <p>ListenBrainz is a public service that keeps listening histories. If you connect your account, this server sends \
        each track of more than 30 seconds that you hear for at least half of its length or for four minutes, \
        and the track that you are playing. Your history at ListenBrainz may be
        public.</p>
        \(connection.map(state))
        \(connection?.state == .working ? HTML.empty : servers.isEmpty ? Self.off : form)
        \(connection == nil ? HTML.empty : end)
        """
    }

    private static let off: HTML =
        "<p class=\"faint\">This server sends no listens to ListenBrainz. The administrator of this server can change this setting.</p>"

    private func state(_ connection: ScrobbleConnection) -> HTML {
        let clock = pageContext.clock
        let state: HTML =
            connection.state == .working
            ? "<span class=\"tag good\">Connected</span>"
            : "<span class=\"tag bad\">Not working</span> \(connection.fault.asSentence)"
        let problem: HTML =
            connection.state == .working && !connection.fault.isEmpty
            ? "<dt>Last problem</dt><dd>\(connection.fault.asSentence)</dd>" : .empty
        let refused: HTML =
            connection.refusedListens == 0
            ? .empty : "<dt>Not delivered</dt><dd>\(LibraryFormat.count(connection.refusedListens, "listen"))</dd>"
        let sent: HTML = connection.sentAt.map { clock.shortElement($0) } ?? "never"
        return """
            <dl class="facts"><dt>Account</dt><dd>\(connection.username)</dd>
            <dt>Server</dt><dd>\(connection.server)</dd>
            <dt>State</dt><dd>\(state)</dd>
            <dt>Connected since</dt><dd>\(clock.shortElement(connection.connectedAt))</dd>
            <dt>Last sent</dt><dd>\(sent)</dd>
            <dt>Waiting to be sent</dt><dd>\(LibraryFormat.count(connection.waiting, "listen"))</dd>\(refused)\(problem)</dl>
            """
    }

    private var form: HTML {
        let title: HTML = connection == nil ? "Connect account" : "Enter a new token"
        let options = servers.map { address -> HTML in
            "<option\(address == connection?.server ? " selected" as HTML : .empty)>\(address)</option>"
        }
        let choice: HTML =
            servers.count < 2
            ? .empty
            : "<p><label for=\"server\">Server</label> <select id=\"server\" name=\"server\">\(options)</select></p>"
        return """
            <h2>\(title)</h2>
            <form method="post" action="/library/listenbrainz">\(pageContext.context.caller?.csrfField)
            \(field.html)
            \(choice)
            <p><label><input type="checkbox" name="sendsHistory" value="on"> Also send the tracks that you have heard so far</label></p>
            <p><button>Connect</button></p>
            </form>
            """
    }

    private var field: Field {
        var field = Field("User token", "userToken", "")
        field.isRequired = true
        field.hint = "Copy the token from the settings of your ListenBrainz account. The token is stored encrypted."
        field.fault = fault?.fault(of: "userToken")
        field.attributes = " maxlength=\"200\" autocomplete=\"off\""
        return field
    }

    private var end: HTML {
        var question = Confirmation(
            "Disconnect ListenBrainz", "Listens are no longer sent. Your history is kept here and at ListenBrainz.",
            path: "/library/listenbrainz/end", fields: pageContext.context.caller?.csrfField ?? .empty)
        question.button = "Disconnect"
        question.id = "end"
        question.isDestructive = false
        return question.html
    }
}
