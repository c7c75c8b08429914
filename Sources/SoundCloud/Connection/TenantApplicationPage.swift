import HTTP
import Web

/// The page of a tenant's own application at SoundCloud. The page never contains the secret.
struct TenantApplicationPage: Sendable {
    let context: RequestContext
    /// The redirect address to register at SoundCloud.
    let redirect: String
    /// The tenant's own application; `nil` if the tenant uses the application of the installation.
    let application: TenantApplications.Application?
    /// The reason why the page has no form for an application; `nil` if the page has the form.
    let obstacle: String?
    var notice: TenantApplicationNotice?
    /// The client ID entered in a refused form; `nil` if no form was refused.
    var typed: String?
    /// The refusal of the form; `nil` if no form was refused.
    var error: APIError?

    static let path: LocalPath = "/admin/tenant/soundcloud"

    func response() -> Response {
        var page = Page("SoundCloud application", context, content: content)
        page.up = Page.Link("/admin/tenant", "Settings")
        page.status = error?.status ?? .ok
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(notice?.html)\(error.map(refusal))
        <p>Listeners connect their SoundCloud accounts through an application that is registered at SoundCloud. By default, listeners
        use the application of this server. If you use your own application, SoundCloud shows
        your name, and only your listeners count towards the limits of the application.</p>
        \(state)
        \(obstacle.map { "<p class=\"notice bad\">\($0)</p>" as HTML } ?? form)
        \(application == nil ? HTML.empty : removal)
        """
    }

    private func refusal(_ error: APIError) -> HTML {
        .fault(
            error, labels: ["clientId": "The client ID", "clientSecret": "The client secret"],
            ids: ["clientId": "clientId", "clientSecret": "clientSecret"])
    }

    private var state: HTML {
        guard let application else {
            return "<dl class=\"facts\"><dt>Application</dt><dd>the application of this server</dd></dl>"
        }
        let changedAt = application.changedAt.description
        return """
            <dl class="facts"><dt>Application</dt><dd>your own application</dd>
            <dt>Client ID</dt><dd><code>\(application.clientID)</code></dd>
            <dt>Client secret</dt><dd>stored encrypted and never shown</dd>
            <dt>Changed</dt><dd><time datetime="\(changedAt)">\(changedAt)</time></dd></dl>
            """
    }

    private var form: HTML {
        var client = Field("Client ID", "clientId", typed ?? application?.clientID ?? "")
        client.isRequired = true
        client.attributes = " maxlength=\"200\" autocomplete=\"off\""
        client.fault = error?.reason(of: "clientId")
        var secret = Field("Client secret", "clientSecret", "", .password)
        secret.isRequired = true
        secret.attributes = " maxlength=\"200\" autocomplete=\"new-password\""
        secret.hint = "Copy both values from your application at SoundCloud."
        secret.fault = error?.reason(of: "clientSecret")
        return """
            <h2>\(application == nil ? "Use your own application" : "Replace the application" as HTML)</h2>
            <p>Register this redirect URI at SoundCloud:<br><code class="secret">\(redirect)</code></p>
            <p class="faint">Listeners who are connected through another application must connect again.</p>
            <form method="post" action="\(Self.path.description)">\(context.caller?.csrfField)
            \(client.html)
            \(secret.html)
            <p><button>Save</button></p>
            </form>
            """
    }

    private var removal: HTML {
        var question = Confirmation(
            "Remove the application",
            """
            The client secret is deleted, and the application of this server is used again. Listeners who are connected through your application must
            connect again.
            """,
            path: "/admin/tenant/soundcloud/removal", fields: context.caller?.csrfField ?? .empty)
        question.button = "Remove application"
        question.id = "removal"
        return question.html
    }
}

/// The results of the forms, shown after a redirect.
enum TenantApplicationNotice: String, FlashMessage {
    case saved
    case removed

    var html: HTML {
        switch self {
        case .saved: .successNotice("Application saved. New connections use your application.")
        case .removed: .successNotice("Application removed.")
        }
    }
}

extension APIError {
    /// Returns the fault of a form field as a sentence; `nil` if the field has no fault.
    fileprivate func reason(of field: String) -> String? {
        faults.first { $0.field == field }?.reason.asSentence
    }
}
