import HTTP
import MusicLibrary
import Web

/// The page of apps: the server address that apps need, and the list of app passwords.
struct ClientsPage: Sendable {
    let context: RequestContext
    /// The server address that the listener enters in an app, such as "https://music.example".
    let address: String
    let passwords: [AppPassword]
    let now: Instant
    /// The notice or error of the last form, or the new password, which is shown once; `nil` if the page does not follow a form.
    var above: HTML?
    /// The error of the refused form; `nil` if no form was refused.
    var fault: APIError?
    /// The name of a new password, shown in the form again after an error.
    var name = ""
    var status: Status = .ok

    func response() -> Response {
        var page = LibraryPage("Apps", .profile, context, content: content)
        page.up = Page.Link("/library/profile", "Profile")
        page.status = status
        return page.response()
    }

    private var content: HTML {
        """
        \(above)
        <p>Apps for Subsonic and OpenSubsonic can play your library, likes and podcasts. Examples are Symfonium, \
        Amperfy, Feishin and DSub. Give each app its own password; no app needs your account password.</p>
        <dl class="facts">
        <dt>Server</dt><dd><code>\(address)</code></dd>
        <dt>Username</dt><dd><code>\(context.caller?.login ?? "")</code></dd>
        </dl>
        \(passwords.isEmpty ? Self.nothing : table)
        <h2>Add app</h2>
        <form method="post" action="/library/clients">\(context.caller?.csrfField)
        \(field.html)
        <p><button>Create password</button></p>
        </form>
        """
    }

    private static let nothing = EmptyState(
        .key, "No app has a password yet", action: "<a class=\"button\" href=\"#name\">Add app</a>"
    ).html

    private var field: Field {
        var field = Field("App name", "name", name)
        field.isRequired = true
        field.hint = "For example, “Symfonium on my phone”. The password is shown only once, after it is created."
        field.fault = fault?.fault(of: "name")
        field.attributes = " maxlength=\"\(AppPassword.nameLimit)\" autocomplete=\"off\""
        return field
    }

    private var table: HTML {
        var table = DataTable(
            "Apps with a password, newest first", columns: ["App", "Password created", "Last used"],
            rows: passwords.map(row))
        table.hasActions = true
        return table.html
    }

    private func row(_ password: AppPassword) -> [HTML] {
        [
            "<strong>\(password.name)</strong>", "\(Self.length(from: password.createdAt, to: now)) ago",
            password.lastUsedAt.map { "\(Self.length(from: $0, to: now)) ago" } ?? "never",
            end(password),
        ]
    }

    private func end(_ password: AppPassword) -> HTML {
        var question = Confirmation(
            "Remove<span class=\"hidden\"> the password of \(password.name)</span>",
            "“\(password.name)” will no longer be able to sign in. To sign in again, the app needs a new password.",
            path: "/library/clients/end",
            fields: """
                \(context.caller?.csrfField)<input type="hidden" name="appPassword" value="\(password.id.description)">
                """)
        question.button = "Remove password"
        question.id = "end-\(password.id)"
        question.isDestructive = false
        return question.html
    }

    /// Returns a duration in words, such as "3 hours"; "a few minutes" for a duration below five minutes.
    static func length(from start: Instant, to end: Instant) -> String {
        let minutes = max(0, end.milliseconds - start.milliseconds) / 60_000
        let (count, unit) =
            switch minutes {
            case ..<60: (minutes, "minute")
            case ..<2880: (minutes / 60, "hour")
            default: (minutes / 1440, "day")
            }
        return minutes < 5 ? "a few minutes" : "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
}
