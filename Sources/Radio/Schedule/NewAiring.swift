import Web

/// A single broadcast to add. Decoding validates the values.
package struct NewAiring: Sendable, Hashable {
    let show: Show.ID
    let episode: Episode.ID?
    let plannedStart: Instant
    let plannedEnd: Instant
    let title: String
    let description: String
    let isLive: Bool
    let isRepeat: Bool

    package init(
        show: Show.ID, episode: Episode.ID?, plannedStart: Instant, plannedEnd: Instant, title: String,
        description: String, isLive: Bool, isRepeat: Bool
    ) {
        self.show = show
        self.episode = episode
        self.plannedStart = plannedStart
        self.plannedEnd = plannedEnd
        self.title = title
        self.description = description
        self.isLive = isLive
        self.isRepeat = isRepeat
    }
}

extension NewAiring: Decodable {
    private enum Member: String, CodingKey {
        case show, episode, plannedStart, plannedEnd, title, description, isLive, isRepeat
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let show = Show.ID(try members.decode(String.self, forKey: .show))
        let named = try members.decodeIfPresent(String.self, forKey: .episode)
        episode = named.flatMap { Episode.ID($0) }
        plannedStart = try members.decode(Instant.self, forKey: .plannedStart)
        plannedEnd = try members.decode(Instant.self, forKey: .plannedEnd)
        title = try members.decodeIfPresent(String.self, forKey: .title) ?? ""
        description = try members.decodeIfPresent(String.self, forKey: .description) ?? ""
        isLive = try members.decodeIfPresent(Bool.self, forKey: .isLive) ?? false
        isRepeat = try members.decodeIfPresent(Bool.self, forKey: .isRepeat) ?? false
        var faults = ScheduleFaults()
        faults.check(show != nil, "/show", "does not exist: choose an existing show")
        faults.check(named == nil || episode != nil, "/episode", "does not belong to the show: choose another episode")
        faults.checkPlan(plannedStart, plannedEnd)
        faults.checkText(title, "/title", limit: AiringChange.titleLimit)
        faults.checkText(description, "/description", limit: AiringChange.descriptionLimit)
        try faults.throwIfAny()
        guard let show else { throw faults.error }
        self.show = show
    }
}

extension ScheduleFaults {
    /// Records a fault for a start outside the years 1970 to 2099, and for a length outside `durations`.
    package mutating func checkPlan(_ start: Instant, _ end: Instant) {
        let years = 0..<4_102_444_800_000 as Range<Int64>
        check(
            years.contains(start.milliseconds), "/plannedStart", "must be a time from 1970 to 2099, found \(start)")
        check(
            Self.durations.contains(end.milliseconds &- start.milliseconds), "/plannedEnd",
            "must be from one second to seven days after the start (\(start)), found \(end)")
    }
}
