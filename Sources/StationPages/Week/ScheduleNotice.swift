import Web

/// The result of the last action on a schedule page.
enum ScheduleNotice: String, FlashMessage {
    case saved, made, cancelled, restored, timed, ended, deleted
    case asPlanned = "as-planned"
    case savedLater = "saved-later"
    case savedRule = "saved-rule"
    case madeRule = "made-rule"
    case asRuled = "as-ruled"
    case ruleEnded = "rule-ended"

    var html: HTML {
        switch self {
        case .saved: .successNotice("Broadcast saved.")
        case .savedLater: .successNotice("Changes to this broadcast and all later broadcasts of the rule saved.")
        case .made: .successNotice("Broadcast added.")
        case .cancelled: .successNotice("Broadcast cancelled. Calendars show the broadcast as cancelled.")
        case .restored: .successNotice("Broadcast restored.")
        case .timed: .successNotice("Actual times saved. Later broadcasts are shortened or moved where necessary.")
        case .asPlanned:
            .successNotice("Planned times restored, also for the broadcasts that the overrun shortened or moved.")
        case .savedRule: .successNotice("Rule saved. Future broadcasts of the rule are updated.")
        case .madeRule: .successNotice("Rule created.")
        case .asRuled: .successNotice("Exception removed. The rule applies to its day again.")
        case .ended: .successNotice("Rule ended. This broadcast and all later broadcasts of the rule are cancelled.")
        case .ruleEnded: .successNotice("Rule ended. Broadcasts after the last day are cancelled.")
        case .deleted: .successNotice("Rule deleted. Future broadcasts of the rule are cancelled.")
        }
    }
}
