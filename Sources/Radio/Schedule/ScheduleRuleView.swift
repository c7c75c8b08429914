import Web

/// The JSON of a rule in responses to station staff.
struct ScheduleRuleView: Encodable, Sendable {
    let id: String
    let channel: String
    let show: String
    let startsOn: String
    let endsOn: String?
    let startTime: String
    let durationMs: Int64
    let recurrence: String?
    let priority: Int32
    let isLive: Bool
    let isRepeat: Bool
    let source: String?
    let revision: Int32
    /// The exceptions, in order of their days, in the response for a single rule; `nil` in a list of rules.
    let exceptions: [ScheduleExceptionView]?

    init(_ rule: ScheduleRule, exceptions: [ScheduleException]? = nil) {
        id = rule.id.description
        channel = rule.channel.description
        show = rule.show.description
        startsOn = rule.content.startsOn.description
        endsOn = rule.content.endsOn?.description
        startTime = rule.content.startTime.description
        durationMs = rule.content.durationMs
        recurrence = rule.content.recurrence
        priority = rule.content.priority
        isLive = rule.content.isLive
        isRepeat = rule.content.isRepeat
        source = rule.source
        revision = rule.revision
        self.exceptions = exceptions?.map { ScheduleExceptionView($0) }
    }
}
