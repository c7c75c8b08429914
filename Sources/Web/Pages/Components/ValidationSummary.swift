/// What is wrong with a form, above it: each entry is a link to its field.
public struct ValidationSummary: Sendable {
    private let error: APIError
    private let labels: [String: String]
    private let ids: [String: String]

    /// - Parameters:
    ///   - labels: what the page calls the fields, by their names in a fault, without a slash before them.
    ///   - ids: the fields' ids by the same names; an entry of another field is no link.
    public init(_ error: APIError, labels: [String: String] = [:], ids: [String: String] = [:]) {
        self.error = error
        self.labels = labels
        self.ids = ids
    }

    /// The summary as markup; fields point here by `aria-describedby="fault"`.
    public var html: HTML {
        guard error.faults.count > 1 || (error.faults.count == 1 && ids[error.faults[0].fieldName] != nil) else {
            return "<p class=\"notice bad\" role=\"alert\" id=\"fault\">\(error.sentence(labels))</p>"
        }
        let heading: HTML =
            error.faults.count == 1
            ? .empty : "<p><strong>\(error.faults.count) entries need to be corrected:</strong></p>"
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
