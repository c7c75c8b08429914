import ScheduleCore
import Web

/// The content of a rule. Decoding validates the values.
public struct ScheduleRuleDraft: Sendable, Hashable {
    public let channel: Channel.ID
    public let show: Show.ID
    /// The first day on which the rule can apply.
    public let startsOn: WallDate
    /// The last day on which the rule can apply; `nil` if only `recurrence` ends the rule. `recurrence` can end the rule earlier.
    public let endsOn: WallDate?
    public let startTime: WallTime
    /// The duration in milliseconds of elapsed time, regardless of clock changes during the broadcast.
    public let durationMs: Int64
    /// An RFC 5545 §3.3.10 recurrence rule, as far as `Recurrence` supports it; `nil` if the rule applies to the first day only.
    public let recurrence: String?
    /// The priority, from -1000 to 1000. Where broadcasts of two rules overlap, the higher priority takes precedence, and among equal priorities the
    /// later start.
    public let priority: Int32
    public let isLive: Bool
    public let isRepeat: Bool
}

extension ScheduleRuleDraft: Decodable {
    private enum Member: String, CodingKey {
        case channel, show, startsOn, endsOn, startTime, durationMs, recurrence, priority, isLive, isRepeat
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let channel = Channel.ID(try members.decode(String.self, forKey: .channel))
        let show = Show.ID(try members.decode(String.self, forKey: .show))
        let firstText = try members.decode(String.self, forKey: .startsOn)
        let first = WallDate(firstText)
        let last = try members.decodeIfPresent(String.self, forKey: .endsOn)
        let timeText = try members.decode(String.self, forKey: .startTime)
        let time = WallTime(timeText)
        durationMs = try members.decode(Int64.self, forKey: .durationMs)
        let written = try members.decodeIfPresent(String.self, forKey: .recurrence)
        priority = try members.decodeIfPresent(Int32.self, forKey: .priority) ?? 0
        isLive = try members.decodeIfPresent(Bool.self, forKey: .isLive) ?? false
        isRepeat = try members.decodeIfPresent(Bool.self, forKey: .isRepeat) ?? false
        endsOn = last.flatMap { WallDate($0) }

        var faults = ScheduleFaults()
        faults.check(channel != nil, "/channel", "does not exist: choose an existing channel")
        faults.check(show != nil, "/show", "does not exist: choose an existing show")
        faults.check(
            first != nil, "/startsOn", "\(ScheduleFaults.dateRule), found \"\(firstText.prefix(100))\"")
        faults.check(
            last == nil || endsOn != nil, "/endsOn",
            "\(ScheduleFaults.dateRule), found \"\((last ?? "").prefix(100))\"")
        if let first, let endsOn {
            faults.check(first <= endsOn, "/endsOn", "must not be before the first day (\(first)), found \(endsOn)")
        }
        faults.check(
            time != nil, "/startTime",
            "must be a local time of hours, minutes and optional seconds, such as \"08:00\" or \"23:59:30\", found \"\(timeText.prefix(100))\""
        )
        faults.checkDuration(durationMs, "/durationMs")
        faults.check((-1000...1000).contains(priority), "/priority", "must be from -1000 to 1000, found \(priority)")
        var recurrence: String?
        if let written {
            do throws(RecurrenceFault) {
                recurrence = try Recurrence(written).description
            } catch {
                faults.check(false, "/recurrence", error.reason)
            }
        }
        try faults.throwIfAny()
        guard let channel, let show, let first, let time else { throw faults.error }
        self.channel = channel
        self.show = show
        self.recurrence = recurrence
        startsOn = first
        startTime = time
    }
}
