/// A plan of broadcasts, computed from rules and exceptions without I/O.
public struct Timetable: Sendable {
    /// A rule for a broadcast that occurs once or repeatedly. The caller chooses the key.
    public struct Rule: Sendable, Hashable {
        public let key: Int64
        public let days: RecurringDays
        public let time: WallTime
        /// The duration in milliseconds of elapsed time, regardless of clock changes during the broadcast.
        public let durationMs: Int64
        /// The priority: where broadcasts overlap, the higher number takes precedence. A broadcast whose times an exception sets precedes all others.
        public let priority: Int
        /// The earliest start in milliseconds since 1970. Broadcasts that would start earlier are omitted.
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

    /// The occurrence of a rule on one day.
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

    /// An exception to a rule on one day.
    public struct Exception: Sendable, Hashable {
        public let isCancelled: Bool
        /// The start in milliseconds since 1970; `nil` to keep the start of the rule.
        public let startsAt: Int64?
        /// The duration in milliseconds; `nil` to keep the duration of the rule.
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

    /// The number of additional days to compute on both sides of a range.
    ///
    /// Broadcasts of days that are 21 days apart cannot overlap: each is between 7 days before and 14 days after noon of its day.
    public static let margin = 20

    public init(rules: [Rule], exceptions: [Slot: Exception] = [:], zone: ZoneOffsets) {
        self.rules = rules
        self.exceptions = exceptions
        self.zone = zone
    }

    /// Returns the time granted to each slot in a range of days, in milliseconds since 1970. Where slots overlap each other or a period in `taken`,
    /// the slot with precedence keeps its time (`Claim.precedes`); another slot gets the longest part of its period that is still free, so that its
    /// time can be shorter than planned. Slots that are cancelled, that start before `notBefore`, or whose free part is too short (`Claims.leastMs`)
    /// are omitted.
    ///
    /// A slot belongs to the day that its rule gives, even if an exception moves it.
    /// Takes one step per rule and day, and then the time of `Claims.granted`.
    ///
    /// - Parameters:
    ///   - taken: The periods that no slot may get, in milliseconds since 1970.
    ///   - settled: The slots to omit because their times are already in `taken`.
    public func periods(
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
