import Web

/// A collector of the faults of a request's members, so that one response reports all faults.
struct Faults {
    private var list: [APIError.Fault] = []

    var isEmpty: Bool { list.isEmpty }
    /// A 422 error with all collected faults.
    var error: APIError { .invalid(list) }

    /// Adds a fault of the member `field` unless `isRight` is `true`.
    mutating func check(_ isRight: Bool, _ field: String, _ reason: String) {
        if !isRight { list.append(APIError.Fault(field: field, reason: reason)) }
    }

    /// Checks a text for display and adds a fault unless the text has 1 to `limit` Unicode scalars and no control characters, except tabs and line
    /// feeds in a text of several lines.
    mutating func checkText(_ text: String, _ field: String, limit: Int, isOneLine: Bool) {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || (!isOneLine && ($0 == "\n" || $0 == "\t"))
        }
        let count = text.unicodeScalars.count
        let fits = (1...limit).contains(count)
        check(fits, field, "must have 1 to \(limit) characters, found \(count)")
        check(
            !fits || isPlain, field,
            isOneLine
                ? "must not contain tabs, line breaks or other control characters"
                : "must not contain control characters other than tabs and line feeds (U+000A)")
    }

    func throwIfAny() throws(APIError) {
        if !isEmpty { throw error }
    }
}
