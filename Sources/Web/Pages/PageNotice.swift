extension HTML {
    /// Returns a notice about a successful action, which screen readers announce.
    public static func successNotice(_ text: HTML) -> HTML { "<p class=\"notice good\" role=\"status\">\(text)</p>" }

    /// Returns the summary of the errors of a form, with the parameters of `ValidationSummary`.
    public static func fault(_ error: APIError, labels: [String: String] = [:], ids: [String: String] = [:]) -> HTML {
        ValidationSummary(error, labels: labels, ids: ids).html
    }

    /// Returns a notice with a secret that is shown only once, such as a token or a link.
    public static func shownOnce(_ title: HTML, _ secret: String) -> HTML {
        Notice(
            .good,
            """
            <p>\(title) Copy the text below: it is shown only once.</p>
            <p><code class="secret">\(secret)</code></p>
            """
        ).html
    }
}

extension APIError {
    /// Returns the faults as sentences for a page, or the detail of an error without faults. `labels` contains the labels of the fields, by
    /// `APIError.Fault.fieldName`.
    func sentence(_ labels: [String: String]) -> String {
        guard !faults.isEmpty else { return detail.asSentence }
        return faults.map { $0.sentence(labels) }.joined(separator: " ")
    }
}

extension APIError {
    /// Returns the error message for one field, or `nil` if the field has no fault. Each of `names` is the name of the form field or the last part of
    /// a JSON pointer; the messages for all these names are joined.
    public func note(at names: String...) -> String? {
        let found = faults.filter { names.contains($0.fieldName) }.map { $0.reason.asSentence }
        return found.isEmpty ? nil : found.joined(separator: " ")
    }
}

extension APIError.Fault {
    /// The last part of the JSON pointer of the fault, or the name of the form field; empty if the fault names no field.
    var fieldName: String { field.drop { $0 == "/" }.split(separator: "/").last.map(String.init) ?? "" }

    func sentence(_ labels: [String: String]) -> String {
        "\(labels[fieldName] ?? (fieldName.isEmpty ? "This" : fieldName)) \(reason)".asSentence
    }
}

extension String {
    /// The text with a capital first letter and a full stop at the end.
    public var asSentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
