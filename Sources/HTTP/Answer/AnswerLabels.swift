/// The labels that a loop created last, one for each route and realm. Reusing a label lets counters and logs find its data by the label's identity.
struct AnswerLabels {
    /// The maximum number of stored labels. Comparing with each label is cheaper than hashing, and a loop has few kinds of responses.
    private static let limit = 8

    private var latest: [AnswerLabel] = []
    private var next = 0

    /// Returns the stored label of a route and a realm, or a new label, which replaces the oldest one when `limit` labels are stored.
    mutating func label(route: String, realm: String) -> AnswerLabel {
        for label in latest where label.route == route && label.realm == realm { return label }
        let label = AnswerLabel(route: route, realm: realm)
        if latest.count < Self.limit { latest.append(label) } else { latest[next] = label }
        next = (next + 1) % Self.limit
        return label
    }
}
