import ConcertEditing
import HTTP
import Tenancy
import Web

extension FormFields {
    /// Returns the value of a field without spaces at either end; empty if it is missing. Throws `APIError` 400 for a repeated field.
    func line(_ name: String) throws(APIError) -> String { (try optional(name) ?? "").trimmedSpaces }

    /// Checks the entity tag of a form against the stored content. Throws `APIError` 412 unless the tag is that of this content.
    static func check(_ tag: String, _ content: some Encodable, of tenant: TenantID) throws {
        try IfMatch(tag).check(try ContentTag.text(content, of: tenant))
    }
}

extension MultipartForm {
    /// Returns the text of a part without spaces at either end; empty if it is missing. Throws `APIError` 400 for a repeated part.
    func line(_ name: String) throws(APIError) -> String { (try optional(name)?.text() ?? "").trimmedSpaces }
}

extension HTML {
    /// Returns a hidden form field with this name and value.
    static func hidden(_ name: StaticString, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(HTML(name))\" value=\"\(value)\">"
    }

    /// Returns the notice above a refused form, with the id `fault`.
    ///
    /// - Parameters:
    ///   - changed: The markup for 412, which means that another person changed the content in the meantime.
    ///   - labels: The labels of the fields, by `APIError.Fault.fieldName`.
    ///   - ids: The ids of the fields, by the same names, for links from the notice.
    static func refusal(
        _ error: APIError, changed: HTML, labels: [String: String] = [:], ids: [String: String] = [:]
    ) -> HTML {
        guard error.status == .preconditionFailed else { return .fault(error, labels: labels, ids: ids) }
        var notice = Notice(.bad, "<p>\(changed)</p>")
        notice.id = "fault"
        return notice.html
    }
}

extension RequestContext {
    /// The hidden CSRF field of a form; empty for a bearer token and without a caller.
    var csrf: HTML { caller?.csrfField ?? .empty }
}

extension APIError.Fault {
    /// The broken rule and the next step, as one or two sentences.
    var sentences: String {
        let rule = clause ?? reason
        return suggestion.map { "\(rule.asSentence) \($0.asSentence)" } ?? rule.asSentence
    }

    /// The broken rule as a clause with a subject, such as "the label is empty".
    var problem: String { clause ?? "the \(field.split(separator: "/").last ?? "table") \(reason)" }

    private var clause: String? {
        let prefix = "is not valid: "
        return reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : nil
    }
}

extension APIError {
    /// Returns the faults of one field as sentences; `nil` if the error has no fault of this field. `name` is the last part of a JSON pointer, or the
    /// name of a form field.
    func fieldNote(_ name: String) -> String? {
        let found = faults.filter { ($0.field.split(separator: "/").last ?? "").elementsEqual(name) }.map(\.sentences)
        return found.isEmpty ? nil : found.joined(separator: " ")
    }
}
