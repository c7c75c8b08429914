import FoundationEssentials
import Postgres
import ScheduleCore
import Web

/// An exception for one day of a rule: a cancellation, or other values for that day.
package struct ScheduleException: Sendable, Hashable {
    let rule: ScheduleRule.ID
    /// The day according to the rule, even if the exception moves the broadcast.
    package let date: WallDate
    package let content: ScheduleExceptionDraft
}

/// The content of an exception. A property of `nil` keeps the value of the rule. If `show` is set, an `episode` of `nil` means no episode.
package struct ScheduleExceptionDraft: Sendable, Hashable {
    package var isCancelled = false
    package var startsAt: Instant?
    package var durationMs: Int64?
    package var show: Show.ID?
    var episode: Episode.ID?
    package var isLive: Bool?
    package var isRepeat: Bool?
}

extension ScheduleExceptionDraft: Decodable {
    private enum Member: String, CodingKey {
        case isCancelled, startsAt, durationMs, show, episode, isLive, isRepeat
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        isCancelled = try members.decodeIfPresent(Bool.self, forKey: .isCancelled) ?? false
        startsAt = try members.decodeIfPresent(Instant.self, forKey: .startsAt)
        durationMs = try members.decodeIfPresent(Int64.self, forKey: .durationMs)
        let show = try members.decodeIfPresent(String.self, forKey: .show)
        let episode = try members.decodeIfPresent(String.self, forKey: .episode)
        self.show = show.flatMap { Show.ID($0) }
        self.episode = episode.flatMap { Episode.ID($0) }
        isLive = try members.decodeIfPresent(Bool.self, forKey: .isLive)
        isRepeat = try members.decodeIfPresent(Bool.self, forKey: .isRepeat)
        var faults = ScheduleFaults()
        if let durationMs { faults.checkDuration(durationMs, "/durationMs") }
        faults.check(show == nil || self.show != nil, "/show", "does not exist: choose an existing show")
        faults.check(
            episode == nil || self.episode != nil, "/episode",
            "does not belong to the show: choose another episode")
        faults.check(episode == nil || show != nil, "/show", "is missing: give the show of the episode")
        try faults.throwIfAny()
    }

    /// Throws `APIError` 422 unless the start is within a week of noon UTC on the day.
    func check(on date: WallDate) throws(APIError) {
        guard let startsAt else { return }
        let noon = Int64(date.daysSince1970) * 86_400_000 + 43_200_000
        guard abs(startsAt.milliseconds - noon) <= 7 * 86_400_000 else {
            throw .invalid(
                "/startsAt",
                "must be at most seven days before or after the day that the rule gives (\(date)), found \(startsAt)")
        }
    }
}

extension ScheduleException: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        rule = ScheduleRule.ID(rawValue: try row("rule_id"))
        date = WallDate(daysSince1970: try row("slot_day"))
        var content = ScheduleExceptionDraft()
        content.isCancelled = try row("is_cancelled")
        content.startsAt = try row.optional("starts_at", as: Date.self).map { Instant($0) }
        content.durationMs = try row.optional("duration_ms")
        content.show = try row.optional("show_id", as: Int64.self).map { Show.ID(rawValue: $0) }
        content.episode = try row.optional("episode_id", as: Int64.self).map { Episode.ID(rawValue: $0) }
        content.isLive = try row.optional("is_live")
        content.isRepeat = try row.optional("is_repeat")
        self.content = content
    }
}

/// The JSON of an exception for programmers.
struct ScheduleExceptionView: Encodable, Sendable {
    let scheduleRule: String
    let date: String
    let isCancelled: Bool
    let startsAt: Instant?
    let durationMs: Int64?
    let show: String?
    let episode: String?
    let isLive: Bool?
    let isRepeat: Bool?

    init(_ exception: ScheduleException) {
        scheduleRule = exception.rule.description
        date = exception.date.description
        isCancelled = exception.content.isCancelled
        startsAt = exception.content.startsAt
        durationMs = exception.content.durationMs
        show = exception.content.show?.description
        episode = exception.content.episode?.description
        isLive = exception.content.isLive
        isRepeat = exception.content.isRepeat
    }
}
