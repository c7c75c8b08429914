extension HTML {
    /// What became of a press, above the content.
    public static func goodNotice(_ text: HTML) -> HTML { "<p class=\"notice good\" role=\"status\">\(text)</p>" }

    /// What is wrong with a form; its fields may point here by `aria-describedby`.
    ///
    /// - Parameters:
    ///   - labels: what the page calls the fields, by their names in a fault, without a slash before them.
    ///   - ids: the fields' ids by the same names, so that an entry leads to its field.
    public static func fault(_ error: APIError, labels: [String: String] = [:], ids: [String: String] = [:]) -> HTML {
        ValidationSummary(error, labels: labels, ids: ids).html
    }

    /// Something that is shown this once: a token or a link.
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
    /// What is wrong, as sentences for a page.
    func sentence(_ labels: [String: String]) -> String {
        guard !faults.isEmpty else { return detail.asSentence }
        return faults.map { $0.sentence(labels) }.joined(separator: " ")
    }
}

extension APIError {
    /// What is wrong with one field, as a sentence for the note at that field; `nil` where nothing is.
    ///
    /// - Parameter names: what faults may call the field: the last step of a JSON pointer, or a form field's name.
    public func note(at names: String...) -> String? {
        let found = faults.filter { names.contains($0.fieldName) }.map { $0.reason.asSentence }
        return found.isEmpty ? nil : found.joined(separator: " ")
    }
}

extension APIError.Fault {
    /// The last step of the pointer to the field.
    var fieldName: String { field.drop { $0 == "/" }.split(separator: "/").last.map(String.init) ?? "" }

    func sentence(_ labels: [String: String]) -> String {
        "\(labels[fieldName] ?? (fieldName.isEmpty ? "This" : fieldName)) \(reason)".asSentence
    }
}

extension String {
    /// With a capital first and a full stop last.
    public var asSentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
