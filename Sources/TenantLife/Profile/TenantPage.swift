import HTTP
import Tenancy
import Web

/// `/admin/tenant`: everything that a tenant's administrators may set, and what they may only see.
struct TenantPage: Sendable {
    let context: RequestContext
    /// What the fields hold: what is kept, or what was typed.
    let state: TenantState
    /// The entity tag that the form acts on.
    let tag: String?
    /// What was typed, where it was not taken.
    var typed: TenantForm?
    var notice: AdminNotice?
    var error: APIError?
    /// What is wrong with the picture that was sent.
    var logoError: APIError?

    var response: Response {
        var page = Page("This house", context, content: content)
        page.status = error?.status ?? logoError?.status ?? .ok
        page.up = Page.Way("/admin", "Administration")
        page.style = "img.shown { max-width: 100%; max-height: 8rem; }\n"
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(notice?.html)\(error.map(refusal))\(logoError.map { HTML.fault($0, labels: ["logo": "The logo"]) })
        <form method="post" action="/admin/tenant">\(context.caller?.csrfField)
        <input type="hidden" name="tag" value="\(tag ?? state.entityTag)">
        \(identity)\(addresses)\(policies)\(texts)\(origins)
        <p><button>Save</button></p>
        </form>
        \(logo)\(given)
        """
    }

    private func refusal(_ error: APIError) -> HTML {
        let text: HTML =
            error.status == .preconditionFailed
            ? "Somebody else has saved meanwhile. What you typed is still here: save again to put it in place of theirs."
            : "Nothing was saved: what is wrong is told below, at each field."
        return "<p class=\"notice bad\" role=\"alert\">\(text)</p>"
    }

    private var identity: HTML {
        """
        <fieldset><legend>Name and looks</legend>
        \(field("name", "Name", state.profile.name, "maxlength=\"200\" required"))
        \(field("locale", "Language, such as en or cs", state.profile.locale, "maxlength=\"100\" required"))
        \(field("timeZone", "Time zone, such as Europe/Prague", state.profile.timeZone, "maxlength=\"64\" required"))
        \(field("accentColour", "Colour, such as #f0b35a", state.profile.accentColour ?? "", "maxlength=\"7\""))
        </fieldset>
        """
    }

    private var addresses: HTML {
        """
        <fieldset><legend>Where help is</legend>
        \(field("supportPhone", "Telephone", state.profile.supportPhone ?? "", "type=\"tel\" maxlength=\"32\""))
        \(field("supportUrl", "Page of help", state.profile.supportUrl ?? "", "type=\"url\" maxlength=\"2000\""))
        \(field("learnMoreUrl", "Page that tells more", state.profile.learnMoreUrl ?? "", "type=\"url\" maxlength=\"2000\""))
        \(field("conversionUrl", "Page to subscribe at", state.profile.conversionUrl ?? "", "type=\"url\" maxlength=\"2000\""))
        </fieldset>
        """
    }

    private var policies: HTML {
        let rules = state.profile.policies
        return """
            <fieldset><legend>Rules for listeners</legend>
            \(number("bufferMinutes", "bufferMs", "How far back one may go on the air, in minutes", rules.bufferMs / 60_000))
            \(number("skipsBack", "skipsBack", "Skips back", Int64(rules.skipsBack)))
            \(number("skipsForward", "skipsForward", "Skips forward", Int64(rules.skipsForward)))
            \(number("skipsTotal", "skipsTotal", "Skips in all", Int64(rules.skipsTotal)))
            \(number("skipWindowMinutes", "skipWindowMs", "Within how many minutes", rules.skipWindowMs / 60_000))
            \(number("completionPercent", "completionPercent", "Heard to its end after, in percent", Int64(rules.completionPercent)))
            \(number("streamsPerAccount", "streamsPerAccount", "Streams that an account may play at once; empty for any number", rules.streamsPerAccount.map(Int64.init)))
            <p><label class="choice"><input type="checkbox" name="signUp" value="yes"\(rules.signUp ? " checked" : HTML.empty)> \
            Anybody may make an account</label></p>
            </fieldset>
            """
    }

    private var texts: HTML {
        """
        <fieldset><legend>Words of your own</legend>
        <label for="texts">A line for each, written <code>key = text</code></label>
        <textarea id="texts" name="texts" rows="6" spellcheck="false"\(described("texts"))>\
        \(typed?.typed("texts") ?? TenantForm.lines(state.profile.texts))</textarea>\(faults("texts"))
        <details><summary>The keys, and the words shown without yours</summary>
        <dl>\(TenantText.allCases.map { "<dt><code>\($0.rawValue)</code></dt><dd>\($0.standard)</dd>" as HTML })</dl>
        </details>
        </fieldset>
        """
    }

    private var origins: HTML {
        """
        <fieldset><legend>Web apps elsewhere</legend>
        <label for="allowedOrigins">Allowed origins: one on each line, such as https://app.example, or <code>*</code> alone for every one</label>
        <textarea id="allowedOrigins" name="allowedOrigins" rows="4" spellcheck="false"\(described("allowedOrigins"))>\
        \(typed?.typed("allowedOrigins") ?? state.profile.allowedOrigins.joined(separator: "\n"))</textarea>\(faults("allowedOrigins"))
        <p>Pages of these origins may call the programming interface and read its answers. They sign in with tokens, never with \
        this site’s cookies. Nothing here: no page of another origin may.</p>
        </fieldset>
        """
    }

    private var logo: HTML {
        """
        <h2>Logo</h2>
        \(state.logo.map { "<p><img class=\"shown\" src=\"/logo?v=\($0.prefix(16))\" alt=\"The logo\"></p>" as HTML })
        <form method="post" action="/admin/tenant/logo" enctype="multipart/form-data">\(context.caller?.csrfField)
        <label for="logo">A PNG, JPEG or WebP picture of at most 512 KiB and \(LogoImage.sideLimit) pixels on a side</label>
        <input id="logo" name="logo" type="file" accept="image/png,image/jpeg,image/webp" required\
        \(logoError == nil ? HTML.empty : " aria-invalid=\"true\" aria-describedby=\"fault\"")>
        <p><button class="quiet">Put it on every page</button></p>
        </form>
        \(state.logo == nil ? HTML.empty : removal)
        """
    }

    private var removal: HTML {
        "<form method=\"post\" action=\"/admin/tenant/logo/removal\">\(context.caller?.csrfField)<p><button class=\"grave\">Take the logo away</button></p></form>"
    }

    /// What those set who look after the platform.
    private var given: HTML {
        let rows: [(String, String)] = [
            ("Short name", state.slug), ("Hosts", state.hosts.joined(separator: ", ")),
            ("Stored", Self.size(state.storedBytes)),
            ("Stored at most", state.limits.storedBytes.map(Self.size) ?? Self.unsaid),
            ("Accounts at most", state.limits.accounts.map(String.init) ?? Self.unsaid),
            ("Requests a second", state.limits.requestsPerSecond.map(String.init) ?? Self.unsaid),
            ("Requests waiting at once", state.limits.connections.map(String.init) ?? Self.unsaid),
            ("Event streams", state.limits.streams.map(String.init) ?? Self.unsaid),
        ]
        return """
            <h2>What you cannot change</h2>
            <table><caption>Set by those who run this server</caption><tbody>
            \(rows.map { "<tr><th scope=\"row\">\($0.0)</th><td>\($0.1)</td></tr>" as HTML })
            </tbody></table>
            """
    }

    private static let unsaid = "not limited here"

    /// "243 kB", as ISO 80000-13 and disks count; never less than is there.
    private static func size(_ bytes: Int64) -> String {
        for (unit, name) in [(Int64(1_000_000_000), "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes >= unit * 10 {
            return "\((bytes + unit - 1) / unit) \(name)"
        }
        return "\(bytes) bytes"
    }

    // A field and what is wrong with it.

    private func field(_ name: String, _ label: HTML, _ value: String, _ attributes: HTML) -> HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" value="\(typed?.typed(name) ?? value)" \(attributes)\(described(name))>\(faults(name))
        """
    }

    private func number(_ name: String, _ member: String, _ label: HTML, _ value: Int64?) -> HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" value="\(typed?.typed(name) ?? value.map { String($0) } ?? "")" inputmode="numeric" \
        maxlength="9"\(described(name, member))>\(faults(name, member))
        """
    }

    private func found(_ name: String, _ member: String) -> [APIError.Fault] {
        (error?.faults ?? []).filter { fault in
            let parts = fault.field.split(separator: "/")
            guard let last = parts.last else { return false }
            return last == name || last == member
                || parts.first.map { $0 == name && ["texts", "allowedOrigins"].contains(name) } == true
        }
    }

    private func described(_ name: String, _ member: String? = nil) -> HTML {
        found(name, member ?? name).isEmpty
            ? .empty : " aria-invalid=\"true\" aria-describedby=\"\(name)-fault\""
    }

    private func faults(_ name: String, _ member: String? = nil) -> HTML {
        let found = found(name, member ?? name)
        guard !found.isEmpty else { return .empty }
        let text = found.map { fault in
            let key = fault.field.split(separator: "/").dropFirst().joined(separator: "/")
            return "\(subject(name, key)) \(fault.demand)"
        }.joined(separator: "; ")
        return "<p class=\"fault\" id=\"\(name)-fault\">\(text).</p>"
    }

    /// The subject of a fault's sentence: the field, or the entry of it that is wrong.
    private func subject(_ name: String, _ key: String) -> String {
        if name == "texts", !key.isEmpty { return key }
        if name == "allowedOrigins", let index = Int(key) { return "Origin \(index + 1)" }
        return "This"
    }
}
