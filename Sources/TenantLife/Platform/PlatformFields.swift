import Tenancy
import Web

/// The fields of the platform's forms, with the typed values and the errors after a refusal.
struct PlatformFields: Sendable {
    /// The typed values of a refused form; `nil` if no form was refused.
    let typed: FormFields?
    let error: APIError?

    /// Returns a field with the typed value, or else with `value`.
    func field(_ label: HTML, _ name: String, _ value: String = "", _ kind: Field.Kind = .text) -> Field {
        var field = Field(label, name, typed?.values(name).first ?? value, kind)
        field.fault = name == "host" ? error?.note(at: "host", "hosts") : error?.note(at: name)
        return field
    }

    func name(_ value: String = "") -> Field {
        var field = field("Name", "name", value)
        field.isRequired = true
        field.attributes = " maxlength=\"200\""
        return field
    }

    var slug: Field {
        var field = field("Short name", "slug")
        field.hint =
            "Lower-case letters, digits and hyphens, beginning with a letter. The short name cannot be changed later."
        field.isRequired = true
        field.attributes = " maxlength=\"63\"\(Self.plain)"
        return field
    }

    /// Returns the field for a host name. The label states whether the field is optional.
    func host(_ label: HTML, isRequired: Bool) -> Field {
        var field = field(label, "host")
        field.hint = "The name in the tenant’s addresses, such as hall.example, without https://."
        field.isRequired = isRequired
        field.attributes = " maxlength=\"253\"\(Self.plain)"
        return field
    }

    func locale(_ value: String, hint: HTML) -> Field {
        var field = field("Language", "locale", value, .suggestions(Field.Option.languages))
        field.hint = hint
        field.attributes = " maxlength=\"100\"\(Self.plain)"
        return field
    }

    func timeZone(_ value: String, hint: HTML) -> Field {
        var field = field("Time zone", "timeZone", value, .suggestions(Field.Option.timeZones))
        field.hint = hint
        field.attributes = " maxlength=\"64\"\(Self.plain)"
        return field
    }

    /// The field for the person who becomes the first administrator.
    var administrator: Field {
        var field = field("Login or email address of the first administrator", "administrator")
        field.hint = "You get a link for the administrator. The link works once and expires after a week."
        field.attributes = " maxlength=\"254\"\(Self.plain)"
        return field
    }

    /// Returns the field for a tenant's own limit. A `value` of `nil` gives an empty field: the tenant has no limit of its own (`TenantLimits`).
    func limit(_ limit: TenantChange.Member, _ value: Int64?) -> Field {
        var field = field("\(Self.labels[limit.rawValue] ?? "")", limit.rawValue, value.map { String($0) } ?? "")
        field.attributes = " inputmode=\"numeric\" maxlength=\"16\""
        return field
    }

    /// The attributes that turn off the browser's text corrections.
    private static let plain: HTML = " autocapitalize=\"none\" autocomplete=\"off\" spellcheck=\"false\""

    /// The errors above the forms; `nil` for none.
    var summary: HTML? {
        error.map { error in
            ValidationSummary(
                error, labels: Self.labels,
                ids: Dictionary(uniqueKeysWithValues: Self.labels.keys.map { ($0, $0 == "hosts" ? "host" : $0) })
            ).html
        }
    }

    private static let labels = [
        "slug": "Short name", "name": "Name", "host": "Host name", "hosts": "Host name", "locale": "Language",
        "timeZone": "Time zone", "administrator": "First administrator", "limits": "Limits",
        "requestsPerSecond": "Requests per second", "requestBurst": "Requests in one burst",
        "connections": "Waiting requests", "streams": "Event streams", "storedBytes": "Stored bytes",
        "accounts": "Accounts",
    ]
}

extension APIError {
    /// The error as a fault of the short name or the host name, if it concerns one of these; otherwise unchanged.
    var atItsField: APIError {
        guard faults.isEmpty else { return self }
        let fault: Fault
        switch code {
        case .slugTaken:
            fault = Fault(
                field: "slug", reason: "is taken: another tenant already has this short name, so choose another")
        case .hostTaken:
            fault = Fault(
                field: "host", reason: "is taken: another tenant already has this host name, so choose another")
        case .noHost:
            fault = Fault(field: "host", reason: "is required for the invitation link: add a host name first")
        default: return self
        }
        return APIError(status, code: code, detail, retryAfter: retryAfter, faults: [fault])
    }
}
