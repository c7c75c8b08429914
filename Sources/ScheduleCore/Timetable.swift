/// What is on when, by rules alone: pure, so that an app can plan without the server.
public struct Timetable: Sendable {
    /// Something that is on again and again. Its key is any number that the caller knows it by.
    public struct Rule: Sendable, Hashable {
        public let key: Int64
        public let days: RecurringDays
        public let time: WallTime
        /// By a stopwatch: no change of the clock makes it longer or shorter.
        public let durationMs: Int64
        public let priority: Int
        /// Milliseconds since 1970: what would begin before is not asked for.
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

    /// What is otherwise on one day of a rule.
    public struct Exception: Sendable, Hashable {
        public let isCancelled: Bool
        /// Milliseconds since 1970; `nil` for the rule's own.
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

    /// How many days before and after a range are looked at as well: the longest duration there is, and one more.
    static let margin = 8

    public init(rules: [Rule], exceptions: [Slot: Exception] = [:], zone: ZoneOffsets) {
        self.rules = rules
        self.exceptions = exceptions
        self.zone = zone
    }

    /// Where the slots of these days are, by the days that rules give them, wherever an exception moves them. A slot that is
    /// cancelled, or whose time others have, is not among them. Nothing overlaps, nor anything that is taken already.
    ///
    /// Costs a step a rule and day, and the sorting of the slots. Days before and after are looked at as well, so that two
    /// ranges side by side give what both at once do.
    ///
    /// - Parameter settled: slots that are not asked for any more: what they have is in `taken`.
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
