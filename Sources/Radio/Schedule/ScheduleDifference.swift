import ScheduleCore
import Web

/// The changes that make the airings of a channel match its rules. The computation does no I/O.
struct ScheduleDifference: Sendable {
    /// The properties that a rule requires of an airing.
    struct Target: Sendable, Hashable {
        let show: Show.ID
        let episode: Episode.ID?
        let planned: Range<Int64>
        let isLive: Bool
        let isRepeat: Bool
    }

    /// An airing in the database. Periods are in milliseconds since 1970.
    struct StoredAiring: Sendable {
        let id: Airing.ID
        let channel: Channel.ID
        let target: Target
        let period: Range<Int64>
        let slot: Timetable.Slot?
        let isCancelled: Bool
        /// Whether the airing has started, has actual times or entries in the music log, or belongs to no rule. Rules must not change a fixed airing.
        let isFixed: Bool
    }

    private(set) var added: [(slot: Timetable.Slot, target: Target)] = []
    private(set) var changed: [(id: Airing.ID, target: Target)] = []
    private(set) var cancelled: [Airing.ID] = []
    /// The shows whose airings change.
    private(set) var shows: Set<Show.ID> = []

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && cancelled.isEmpty }

    /// Computes the changes for the slots in a range of local days.
    ///
    /// - Parameters:
    ///   - stored: The channel's airings from `Timetable.margin` days before the range to as many days after, and all airings of the channel's rules
    ///     with slots in the range. No airing may occur twice.
    ///   - now: The current time in milliseconds since 1970. A rule that already has airings gets no new ones up to this time.
    init(
        on channel: Channel.ID, rules: [PlannedRule], exceptions: [Timetable.Slot: ScheduleExceptionDraft],
        stored: [StoredAiring], in range: ClosedRange<WallDate>, zone: ZoneOffsets, now: Int64
    ) {
        let timetable = Timetable(
            rules: rules.compactMap { $0.timetable(now: now) }, exceptions: exceptions.mapValues(\.timetable),
            zone: zone)
        let here = stored.filter { $0.channel == channel && !$0.isCancelled }
        let periods = timetable.periods(
            in: range, taken: here.filter(\.isFixed).map(\.period),
            settled: Set(stored.filter(\.isFixed).compactMap(\.slot)))
        let byKey = Dictionary(rules.map { ($0.rule.id.rawValue, $0.rule) }) { first, _ in first }
        var open: [Timetable.Slot: StoredAiring] = [:]
        for airing in stored where !airing.isFixed { if let slot = airing.slot { open[slot] = airing } }
        for (slot, period) in periods.sorted(by: { $0.key < $1.key }) {
            guard let rule = byKey[slot.rule] else { continue }
            let old = open.removeValue(forKey: slot)
            let target = Self.target(rule, exceptions[slot], period, old)
            guard let old else {
                added.append((slot, target))
                shows.insert(target.show)
                continue
            }
            guard old.isCancelled || old.channel != channel || old.target != target else { continue }
            changed.append((old.id, target))
            shows.formUnion([old.target.show, target.show])
        }
        // The remaining airings no longer belong to a day of a rule of this channel.
        for (slot, airing) in open.sorted(by: { $0.key < $1.key }) where !airing.isCancelled {
            guard byKey[slot.rule] == nil ? airing.channel == channel : range.contains(slot.date) else { continue }
            cancelled.append(airing.id)
            shows.insert(airing.target.show)
        }
    }

    /// Returns the required properties of one airing. Unless an exception sets the show, the episode is kept as long as the show stays the same.
    private static func target(
        _ rule: ScheduleRule, _ exception: ScheduleExceptionDraft?, _ period: Range<Int64>, _ old: StoredAiring?
    ) -> Target {
        let show = exception?.show ?? rule.show
        let kept = old?.target.show == show ? old?.target.episode : nil
        return Target(
            show: show, episode: exception?.show == nil ? kept : exception?.episode, planned: period,
            isLive: exception?.isLive ?? rule.content.isLive, isRepeat: exception?.isRepeat ?? rule.content.isRepeat)
    }
}

/// A rule, and whether it already has airings.
struct PlannedRule: Sendable {
    let rule: ScheduleRule
    let hasAirings: Bool

    func timetable(now: Int64) -> Timetable.Rule? {
        rule.days.map {
            Timetable.Rule(
                key: rule.id.rawValue, days: $0, time: rule.content.startTime, durationMs: rule.content.durationMs,
                priority: Int(rule.content.priority), notBefore: hasAirings ? now + 1 : .min)
        }
    }
}

extension ScheduleExceptionDraft {
    var timetable: Timetable.Exception {
        Timetable.Exception(
            isCancelled: isCancelled, startsAt: startsAt?.milliseconds, durationMs: durationMs)
    }
}
