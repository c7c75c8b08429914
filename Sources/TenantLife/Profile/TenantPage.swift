import HTTP
import Tenancy
import Web

/// The page `/admin/tenant`: the settings of a tenant, and its limits, which only platform administrators can change.
struct TenantPage: Sendable {
    let context: RequestContext
    /// The settings in the form: the stored ones or, after an error, the typed ones.
    let state: TenantState
    /// The entity tag that the form sends; `nil` for the entity tag of `state`.
    let tag: String?
    /// The refused form; `nil` if no form was refused.
    var typed: TenantForm?
    var notice: AdminNotice?
    var error: APIError?
    /// The reason why the logo was refused; `nil` if none was refused.
    var logoError: APIError?

    var response: Response {
        var page = Page("Settings", context, content: content)
        page.status = error?.status ?? logoError?.status ?? .ok
        page.up = Page.Link("/admin", "Administration")
        page.style = "img.shown { max-width: 100%; max-height: 8rem; }\n"
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        \(notice?.html)\(error.map(refusal))\(logoError.map { HTML.fault($0, labels: ["logo": "The logo"], ids: ["logo": "logo"]) })
        <form method="post" action="/admin/tenant">\(context.caller?.csrfField)
        <input type="hidden" name="tag" value="\(tag ?? state.entityTag)">
        \(identity)\(addresses)\(policies)\(texts)\(origins)
        <p><button>Save</button></p>
        </form>
        \(logo)\(Self.soundCloud)\(given)
        """
    }

    /// Returns the notice about an error. After a 412, the notice states that the typed values are still in the form.
    private func refusal(_ error: APIError) -> HTML {
        guard error.status == .preconditionFailed else { return summary(of: error) }
        return Notice(
            .bad,
            """
            <p>The settings have changed since you opened this page. Your input is still in the form: save again to replace the current settings.</p>
            """
        ).html
    }

    private func summary(of error: APIError) -> HTML {
        var labels: [String: String] = [:]
        var ids: [String: String] = [:]
        for fault in error.faults {
            let parts = fault.field.split(separator: "/").map(String.init)
            guard let last = parts.last else { continue }
            let name = ["texts", "allowedOrigins"].contains(parts[0]) ? parts[0] : last
            let (id, label) = Self.labels[name] ?? ("main", "This form")
            let entry = subject(name, parts.dropFirst().joined(separator: "/"))
            labels[last] = entry == "This" ? label : entry
            ids[last] = id
        }
        return .fault(error, labels: labels, ids: ids)
    }

    /// The IDs and labels of the fields, by a part of a fault's field: the first part for texts and origins, otherwise the last part.
    private static let labels: [String: (String, String)] = [
        "name": ("name", "The name"), "locale": ("locale", "The language"), "timeZone": ("timeZone", "The time zone"),
        "accentColour": ("accentColour", "The colour"), "supportPhone": ("supportPhone", "The telephone number"),
        "supportUrl": ("supportUrl", "The help page"), "learnMoreUrl": ("learnMoreUrl", "The information page"),
        "conversionUrl": ("conversionUrl", "The subscription page"), "texts": ("texts", "The texts"),
        "allowedOrigins": ("allowedOrigins", "The allowed origins"), "bufferMs": ("bufferMinutes", "The buffer"),
        "bufferMinutes": ("bufferMinutes", "The buffer"), "skipsBack": ("skipsBack", "Maximum skips back"),
        "skipsForward": ("skipsForward", "Maximum skips forward"),
        "skipsTotal": ("skipsTotal", "Maximum skips in total"),
        "skipWindowMs": ("skipWindowMinutes", "The period of the skip limits"),
        "skipWindowMinutes": ("skipWindowMinutes", "The period of the skip limits"),
        "completionPercent": ("completionPercent", "The percentage that counts as heard"),
        "streamsPerAccount": ("streamsPerAccount", "The number of simultaneous streams"),
    ]

    /// The fields for the accent colour: a colour picker, and a check box for the default colour, because a picker cannot be empty.
    private var colour: HTML {
        let value = typed?.typed("accentColour") ?? state.profile.accentColour ?? ""
        var box = Field("Default colour", "noAccentColour", "yes", .check)
        box.isChecked = value.isEmpty
        let shown = value.isEmpty ? ColourRole.accent.values.dark : value
        var picker = Field("Colour", "accentColour", shown, .colour)
        picker.hint =
            "The colour of links and buttons. The colour must be readable on a dark page; light pages use a darker shade."
        picker.fault = fault("accentColour")
        return "<input type=\"hidden\" name=\"shownAccentColour\" value=\"\(shown)\">\(picker.html)\(box.html)"
    }

    private var identity: HTML {
        var locale = field("locale", "Language", state.profile.locale, .suggestions(Field.Option.languages))
        locale.hint = "A language tag, such as en or cs."
        var zone = field("timeZone", "Time zone", state.profile.timeZone, .suggestions(Field.Option.timeZones))
        zone.hint = "For example, Europe/Prague."
        return """
            <fieldset><legend>Name, language, time zone and colour</legend>
            \(field("name", "Name", state.profile.name, " maxlength=\"200\" required").html)
            \(locale.html)\(zone.html)\(colour)
            </fieldset>
            """
    }

    private var addresses: HTML {
        let profile = state.profile
        return """
            <fieldset><legend>Help, information and subscription</legend>
            \(field("supportPhone", "Telephone", profile.supportPhone ?? "", " inputmode=\"tel\" maxlength=\"32\"").html)
            \(address("supportUrl", "Help page", profile.supportUrl).html)
            \(address("learnMoreUrl", "Information page", profile.learnMoreUrl).html)
            \(address("conversionUrl", "Subscription page", profile.conversionUrl).html)
            </fieldset>
            """
    }

    private var policies: HTML {
        let rules = state.profile.policies
        var signUp = Field("Anyone can sign up", "signUp", "yes", .check)
        signUp.isChecked = rules.signUp
        return """
            <fieldset><legend>Rules for listeners</legend>
            \(number("bufferMinutes", "bufferMs", "Buffer in minutes", rules.bufferMs / 60_000, "The maximum time that listeners can go back in live programmes."))
            \(number("skipsBack", "skipsBack", "Maximum skips back", Int64(rules.skipsBack)))
            \(number("skipsForward", "skipsForward", "Maximum skips forward", Int64(rules.skipsForward)))
            \(number("skipsTotal", "skipsTotal", "Maximum skips in total", Int64(rules.skipsTotal)))
            \(number("skipWindowMinutes", "skipWindowMs", "Period of the skip limits in minutes", rules.skipWindowMs / 60_000, "The maximum skips apply within this period."))
            \(number("completionPercent", "completionPercent", "Percentage of an episode that counts as heard", Int64(rules.completionPercent), "An episode counts as heard after this percentage of its length."))
            \(number("streamsPerAccount", "streamsPerAccount", "Simultaneous streams per account", rules.streamsPerAccount.map(Int64.init), "From 1 to 100. Leave empty for 100."))
            \(signUp.html)
            </fieldset>
            """
    }

    private var texts: HTML {
        var texts = field("texts", "Texts", TenantForm.lines(state.profile.texts), .lines(6), " spellcheck=\"false\"")
        texts.hint = "Write one text per line, as <code>key = text</code>."
        return """
            <fieldset><legend>Texts of error messages</legend>
            \(texts.html)
            <details><summary>Keys and standard texts</summary>
            <dl>\(TenantText.allCases.map { "<dt><code>\($0.rawValue)</code></dt><dd>\($0.standard)</dd>" as HTML })</dl>
            </details>
            </fieldset>
            """
    }

    private var origins: HTML {
        let kept = state.profile.allowedOrigins.joined(separator: "\n")
        var origins = field("allowedOrigins", "Allowed origins", kept, .lines(4), " spellcheck=\"false\"")
        origins.hint = "Write one origin per line, such as https://app.example, or only <code>*</code> for all origins."
        return """
            <fieldset><legend>Web apps on other sites</legend>
            \(origins.html)
            <p>Pages of these origins can call the API and read its responses. The pages sign in with tokens and never \
            with this site’s cookies. If the list is empty, pages of other origins cannot call the API.</p>
            </fieldset>
            """
    }

    private var logo: HTML {
        """
        <h2>Logo</h2>
        \(state.logo.map { "<p><img class=\"shown\" src=\"/logo?v=\($0.prefix(16))\" alt=\"The logo\"></p>" as HTML })
        <form method="post" action="/admin/tenant/logo" enctype="multipart/form-data">\(context.caller?.csrfField)
        \(logoFile.html)
        <p><button class="quiet">Upload logo</button></p>
        </form>
        \(state.logo == nil ? HTML.empty : removal)
        """
    }

    private var logoFile: Field {
        var field = Field("Logo file", "logo", "", .file(accept: "image/png,image/jpeg,image/webp"))
        field.hint = "A PNG, JPEG or WebP picture of at most 512 KiB and \(LogoImage.sideLimit) pixels on each side."
        field.isRequired = true
        field.fault = logoError.map { $0.note(at: "logo") ?? $0.detail.asSentence }
        return field
    }

    private var removal: HTML {
        Confirmation(
            "Remove logo", "Pages will show the tenant’s initials instead, and the picture will be deleted.",
            path: "/admin/tenant/logo/removal", fields: context.caller?.csrfField ?? .empty
        ).html
    }

    /// The link to the page `/admin/tenant/soundcloud`, which the module SoundCloud serves.
    private static let soundCloud: HTML = """
        <h2>SoundCloud</h2>
        <p>Listeners connect their SoundCloud accounts through the application of this server or through your own application.</p>
        <p><a class="button quiet" href="/admin/tenant/soundcloud">SoundCloud application</a></p>
        """

    /// The values that administrators of the tenant cannot change.
    private var given: HTML {
        let rows: [(String, String)] = [
            ("Short name", state.slug), ("Host names", state.hosts.joined(separator: ", ")),
            ("Storage used", Self.size(state.storedBytes)),
            ("Storage limit", state.limits.storedBytes.map(Self.size) ?? "no limit"),
            ("Account limit", state.limits.accounts.map(String.init) ?? "no limit"),
            ("Requests per second", state.limits.requestsPerSecond.map(String.init) ?? Self.unset),
            ("Waiting requests", state.limits.connections.map(String.init) ?? Self.unset),
            ("Event streams", state.limits.streams.map(String.init) ?? Self.unset),
        ]
        var table = DataTable(
            "Only platform administrators can change the host names and limits.",
            columns: ["Setting", "Value"], rows: rows.map { ["\($0.0)", "\($0.1)"] })
        table.isPaired = true
        table.isLabelled = false
        return "<h2>Host names and limits</h2>\(table.html)"
    }

    private static let unset = "the server’s setting"

    /// A size such as "243 kB" in decimal units (ISO 80000-13), rounded up.
    private static func size(_ bytes: Int64) -> String {
        for (unit, name) in [(Int64(1_000_000_000), "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes >= unit * 10 {
            return "\((bytes + unit - 1) / unit) \(name)"
        }
        return "\(bytes) bytes"
    }

    // MARK: - Fields with their faults

    private func field(
        _ name: String, _ label: HTML, _ value: String, _ kind: Field.Kind = .text, _ attributes: HTML = .empty
    ) -> Field {
        var field = Field(label, name, typed?.typed(name) ?? value, kind)
        field.attributes = attributes
        field.fault = fault(name)
        return field
    }

    private func field(_ name: String, _ label: HTML, _ value: String, _ attributes: HTML) -> Field {
        field(name, label, value, .text, attributes)
    }

    private func address(_ name: String, _ label: HTML, _ value: String?) -> Field {
        field(name, label, value ?? "", .url, " maxlength=\"2000\"")
    }

    private func number(
        _ name: String, _ member: String, _ label: HTML, _ value: Int64?, _ hint: HTML = .empty
    ) -> HTML {
        var field = field(name, label, value.map { String($0) } ?? "", " inputmode=\"numeric\" maxlength=\"9\"")
        field.hint = hint
        field.fault = fault(name, member)
        return field.html
    }

    private func found(_ name: String, _ member: String) -> [APIError.Fault] {
        (error?.faults ?? []).filter { fault in
            let parts = fault.field.split(separator: "/")
            guard let last = parts.last else { return false }
            return last == name || last == member
                || parts.first.map { $0 == name && ["texts", "allowedOrigins"].contains(name) } == true
        }
    }

    private func fault(_ name: String, _ member: String? = nil) -> String? {
        let found = found(name, member ?? name)
        guard !found.isEmpty else { return nil }
        let text = found.map { fault in
            let key = fault.field.split(separator: "/").dropFirst().joined(separator: "/")
            return "\(subject(name, key)) \(fault.reason)"
        }.joined(separator: "; ")
        return text + "."
    }

    /// The subject of a fault's sentence: the field, or the invalid entry in it.
    private func subject(_ name: String, _ key: String) -> String {
        if name == "texts", !key.isEmpty { return key }
        if name == "allowedOrigins", let index = Int(key) { return "Origin \(index + 1)" }
        return "This"
    }
}
