import Web

/// The result of the last action on a schedule page.
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
        case .cancelled: .goodNotice("Broadcast cancelled. Calendars show the broadcast as cancelled.")
        case .restored: .goodNotice("Broadcast restored.")
        case .timed: .goodNotice("Actual times saved. Later broadcasts are shortened or moved where necessary.")
        case .asPlanned: .goodNotice("Planned times restored. The following broadcasts return to their planned times.")
        case .savedRule: .goodNotice("Rule saved. Future broadcasts of the rule are updated.")
        case .madeRule: .goodNotice("Rule created.")
        case .asRuled: .goodNotice("The day follows the rule again.")
        case .ended, .ruleEnded: .goodNotice("Rule ended. Later broadcasts are cancelled.")
        case .deleted: .goodNotice("Rule deleted. Future broadcasts of the rule are cancelled.")
        }
    }
}
