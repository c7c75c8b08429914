/// A plan of broadcasts that is computed from rules and exceptions. The computation does no I/O, so an app can plan
/// without the server.
public struct Timetable: Sendable {
    /// A rule with its days and time. The key is any number that identifies the rule for the caller.
    public struct Rule: Sendable, Hashable {
        public let key: Int64
        public let days: RecurringDays
        public let time: WallTime
        /// The duration in milliseconds of elapsed time, even if the clock changes during the broadcast.
        public let durationMs: Int64
        public let priority: Int
        /// The earliest start in milliseconds since 1970. Earlier broadcasts are left out.
        public let notBefore: Int64

        public init(
            key: Int64, days: RecurringDays, time: WallTime, durationMs: Int64, priority: Int = 0,
            notBefore: Int64 = .min
        ) {
            self.key = key
            self.days = days
            self.time = time
            self.durationMs = durationMs
            self.priority = priority
            self.notBefore = notBefore
        }
    }

    /// One day of a rule.
    public struct Slot: Sendable, Hashable, Comparable {
        public let rule: Int64
        public let date: WallDate

        public init(rule: Int64, date: WallDate) {
            self.rule = rule
            self.date = date
        }

        public static func < (left: Slot, right: Slot) -> Bool {
            (left.date, left.rule) < (right.date, right.rule)
        }
    }

    /// An exception for one day of a rule.
    public struct Exception: Sendable, Hashable {
        public let isCancelled: Bool
        /// The start in milliseconds since 1970; `nil` for the start that the rule gives.
        public let startsAt: Int64?
        public let durationMs: Int64?

        public init(isCancelled: Bool = false, startsAt: Int64? = nil, durationMs: Int64? = nil) {
            self.isCancelled = isCancelled
            self.startsAt = startsAt
            self.durationMs = durationMs
        }
    }

    public let rules: [Rule]
    public let exceptions: [Slot: Exception]
    public let zone: ZoneOffsets

    /// The number of days before and after a range that are also considered: the longest duration of a broadcast in
    /// days, plus one.
    static let margin = 8

    public init(rules: [Rule], exceptions: [Slot: Exception] = [:], zone: ZoneOffsets) {
        self.rules = rules
        self.exceptions = exceptions
        self.zone = zone
    }

    /// Returns the times of the slots in a range of days, in milliseconds since 1970. A slot belongs to the day that
    /// its rule gives, even if an exception moves it. Slots that are cancelled or have no time left are not included.
    /// Times overlap neither each other nor `taken`.
    ///
    /// Costs one step per rule and day, and sorting the slots. Adjacent ranges give the same result as one range,
    /// because days before and after are also considered.
    ///
    /// - Parameter settled: slots to leave out, because their times are in `taken`.
    public func stretches(
        in range: ClosedRange<WallDate>, taken: [Range<Int64>] = [], settled: Set<Slot> = []
    ) -> [Slot: Range<Int64>] {
        var claims: [Claim<Slot>] = []
        let wide = (range.lowerBound - Self.margin)...(range.upperBound + Self.margin)
        for rule in rules {
            for date in rule.days.days(in: wide) {
                let slot = Slot(rule: rule.key, date: date)
                if !settled.contains(slot), let claim = claim(of: rule, slot) { claims.append(claim) }
            }
        }
        return Claims.granted(claims, taken: taken).filter { range.contains($0.key.date) }
    }

    private func claim(of rule: Rule, _ slot: Slot) -> Claim<Slot>? {
        let exception = exceptions[slot]
        if exception?.isCancelled == true { return nil }
        let (planned, exists) = zone.instant(of: slot.date, rule.time)
        let start = exception?.startsAt ?? planned
        guard start >= rule.notBefore else { return nil }
        return Claim(
            slot, start..<(start + (exception?.durationMs ?? rule.durationMs)),
            isOrdered: exception?.startsAt != nil || exception?.durationMs != nil, priority: rule.priority,
            isDoubtful: exception?.startsAt == nil && !exists)
    }
}
