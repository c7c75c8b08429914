import Web

/// The presses of Next and Back that the page's script sends in one request, because they were made while an earlier request was running. Each press
/// has its own key, so that it counts only once if the request is repeated.
struct OperatorPresses: Sendable, Hashable {
    /// The largest number of presses in one request.
    static let limit = 50

    /// The revision that the page showed at the first press.
    let revision: Int64
    let presses: [Press]

    /// A press of Next or Back.
    struct Press: Sendable, Hashable {
        let key: String
        let step: LiveStep
        /// The time from the press to the request, in milliseconds, as the page measured it; `nil` if unknown.
        var age: Int64?
    }

    /// Creates the presses from the fields of the form. `presses` has the form "KEY:1,KEY:-1", with a different key for each press. `ages` may be
    /// missing; otherwise it has the age of each press in milliseconds, at most one day, separated by commas. Throws `APIError` 422 for an invalid or
    /// missing field, and 400 for a repeated one.
    init(_ form: FormFields) throws(APIError) {
        let text = try form("revision")
        guard let revision = Int64(digits: text) else {
            throw .invalid(
                "revision", "must be the revision that the page showed, in digits, found \"\(text.prefix(100))\"")
        }
        self.revision = revision
        let parts = try form("presses").split(separator: ",", omittingEmptySubsequences: false)
        guard (1...Self.limit).contains(parts.count) else {
            throw .invalid("presses", "must contain 1 to \(Self.limit) presses, found \(parts.count)")
        }
        var presses: [Press] = []
        for part in parts {
            let fields = part.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 2, ["1", "-1"].contains(fields[1]), OperatorRoutes.isKey(fields[0]) else {
                throw .invalid(
                    "presses", "must each be a key, a colon and 1 or -1, such as \"k7-2f:1\", found \"\(part)\"")
            }
            presses.append(Press(key: String(fields[0]), step: try LiveStep(by: fields[1] == "1" ? 1 : -1)))
        }
        guard Set(presses.map(\.key)).count == presses.count else {
            throw .invalid("presses", "must each have a different key: use a new key for each press")
        }
        if let text = try form.optional("ages") {
            let ages = text.split(separator: ",").map { Int64(digits: $0) }
            guard ages.count == presses.count, ages.allSatisfy({ $0 ?? .max <= 86_400_000 }) else {
                throw .invalid(
                    "ages",
                    "must be the age of each of the \(presses.count) presses in milliseconds, from 0 to 86400000, "
                        + "separated by commas, found \"\(text.prefix(100))\"")
            }
            for index in presses.indices { presses[index].age = ages[index] }
        }
        self.presses = presses
    }
}
