/// The errors of a form, shown above the form.
public struct ValidationSummary: Sendable {
    private let error: APIError
    private let labels: [String: String]
    private let ids: [String: String]

    /// Creates the summary of an error.
    ///
    /// - Parameters:
    ///   - labels: the labels of the fields, by `APIError.Fault.fieldName`. A field without a label is shown with its `fieldName`.
    ///   - ids: the ids of the fields, by the same names, for links from the entries. A field without an id gets no link.
    public init(_ error: APIError, labels: [String: String] = [:], ids: [String: String] = [:]) {
        self.error = error
        self.labels = labels
        self.ids = ids
    }

    /// The summary as markup. Its `id` is `fault`, for `aria-describedby` of fields.
    public var html: HTML {
        guard error.faults.count > 1 || (error.faults.count == 1 && ids[error.faults[0].fieldName] != nil) else {
            return "<p class=\"notice bad\" role=\"alert\" id=\"fault\">\(error.sentence(labels))</p>"
        }
        let heading: HTML =
            error.faults.count == 1
            ? .empty : "<p><strong>Correct these \(error.faults.count) entries:</strong></p>"
        var notice = Notice(.bad, "\(heading)<ul>\(error.faults.map(entry))</ul>")
        notice.id = "fault"
        return notice.html
    }

    private func entry(_ fault: APIError.Fault) -> HTML {
        let words = fault.sentence(labels)
        guard let id = ids[fault.fieldName] else { return "<li>\(words)</li>" }
        return "<li><a href=\"#\(id)\">\(words)</a></li>"
    }
}
