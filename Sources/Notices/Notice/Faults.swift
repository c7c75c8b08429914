import Web

/// Gathers what is wrong with a request's members, so that all of it is told at once.
struct Faults {
    private var list: [APIError.Fault] = []

    var isEmpty: Bool { list.isEmpty }
    /// 422.
    var error: APIError { .invalid(list) }

    mutating func check(_ isRight: Bool, _ field: String, _ reason: String) {
        if !isRight { list.append(APIError.Fault(field: field, reason: reason)) }
    }

    /// Words for people: some, at most `limit` characters as the schema counts them, and no control characters but the
    /// line ends of a longer text.
    mutating func checkText(_ text: String, _ field: String, limit: Int, isOneLine: Bool) {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || (!isOneLine && ($0 == "\n" || $0 == "\t"))
        }
        check(
            (1...limit).contains(text.unicodeScalars.count) && isPlain, field,
            "must have 1 to \(limit) characters, and no control characters"
                + (isOneLine ? ", tabs or line breaks" : " except tabs and line breaks"))
    }

    func throwIfAny() throws(APIError) {
        if !isEmpty { throw error }
    }
}
