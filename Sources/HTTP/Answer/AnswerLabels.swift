/// The labels of a loop's latest answers, so that those of one kind share one: it is made once, and whoever counts and logs
/// them finds what belongs to it by its identity.
struct AnswerLabels {
    /// Labels kept: comparing with each is cheaper than a hash, and a hall's answers are of few kinds.
    private static let limit = 8

    private var latest: [AnswerLabel] = []
    private var next = 0

    /// The label of a route and a realm.
    mutating func label(route: String, realm: String) -> AnswerLabel {
        for label in latest where label.route == route && label.realm == realm { return label }
        let label = AnswerLabel(route: route, realm: realm)
        if latest.count < Self.limit { latest.append(label) } else { latest[next] = label }
        next = (next + 1) % Self.limit
        return label
    }
}
