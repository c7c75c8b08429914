import Web

/// What became of the last press on the pages of the schedule. The redirect after a form carries it in its query, by name.
enum ScheduleNotice: String, Sendable, Hashable {
    case saved, made, cancelled, restored, timed, ended, deleted
    case asPlanned = "as-planned"
    case savedRule = "saved-rule"
    case madeRule = "made-rule"
    case asRuled = "as-ruled"
    case ruleEnded = "rule-ended"

    var html: HTML {
        switch self {
        case .saved: .goodNotice("The broadcast is saved.")
        case .made: .goodNotice("The broadcast is on.")
        case .cancelled: .goodNotice("The broadcast is cancelled. Calendars are told.")
        case .restored: .goodNotice("The broadcast is on again.")
        case .timed: .goodNotice("Written down, and what follows is laid after it.")
        case .asPlanned: .goodNotice("It goes by the plan again, and so does what follows.")
        case .savedRule: .goodNotice("The rule is saved, and its broadcasts to come follow it.")
        case .madeRule: .goodNotice("The rule is made. Below is what comes of it.")
        case .asRuled: .goodNotice("That day is as the rule has it again.")
        case .ended, .ruleEnded: .goodNotice("The rule ends. What was to come after it is cancelled.")
        case .deleted: .goodNotice("The rule is gone. What was to come is cancelled.")
        }
    }

    /// A page with this notice on it.
    func path(_ page: String) -> LocalPath {
        LocalPath("\(page)\(page.contains("?") ? "&" : "?")notice=\(rawValue)") ?? "/station"
    }
}
