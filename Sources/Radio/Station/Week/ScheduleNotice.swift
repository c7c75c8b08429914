import Web

/// What became of the last press on the pages of the schedule.
enum ScheduleNotice: String, FlashMessage {
    case saved, made, cancelled, restored, timed, ended, deleted
    case asPlanned = "as-planned"
    case savedRule = "saved-rule"
    case madeRule = "made-rule"
    case asRuled = "as-ruled"
    case ruleEnded = "rule-ended"

    var html: HTML {
        switch self {
        case .saved: .goodNotice("Broadcast saved.")
        case .made: .goodNotice("Broadcast added.")
        case .cancelled: .goodNotice("Broadcast cancelled. Calendars will show it as cancelled.")
        case .restored: .goodNotice("Broadcast restored.")
        case .timed: .goodNotice("Actual times saved. The following broadcasts are moved.")
        case .asPlanned: .goodNotice("Planned times restored. The following broadcasts are moved back.")
        case .savedRule: .goodNotice("Rule saved. Its future broadcasts are updated.")
        case .madeRule: .goodNotice("Rule created. Its broadcasts are listed below.")
        case .asRuled: .goodNotice("The day follows the rule again.")
        case .ended, .ruleEnded: .goodNotice("Rule ended. Later broadcasts are cancelled.")
        case .deleted: .goodNotice("Rule deleted. Its future broadcasts are cancelled.")
        }
    }
}
