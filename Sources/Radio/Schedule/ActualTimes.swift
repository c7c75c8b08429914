import Web

/// The recorded times of a broadcast. `nil` means that the time is not recorded.
package struct ActualTimes: Sendable, Hashable, Decodable {
    package let startsAt: Instant?
    package let endsAt: Instant?

    package init(startsAt: Instant?, endsAt: Instant?) {
        self.startsAt = startsAt
        self.endsAt = endsAt
    }

    /// The maximum difference from the planned time, in milliseconds: one day.
    package static let most: Int64 = 86_400_000

    /// Checks the times against the planned times of an airing.
    ///
    /// - Throws: `APIError` 422 if a time is more than a day from the planned time, or if the end is not later than the start.
    func check(against airing: Airing) throws(APIError) {
        var faults = ScheduleFaults()
        for (field, time, plan) in [
            ("/startsAt", startsAt, airing.plannedStart), ("/endsAt", endsAt, airing.plannedEnd),
        ] {
            guard let time else { continue }
            faults.check(
                abs(time.milliseconds - plan.milliseconds) <= Self.most, field,
                "must be at most 24 hours before or after the planned time (\(plan)), found \(time)")
        }
        if let startsAt {
            faults.check(
                startsAt < endsAt ?? airing.plannedEnd, endsAt == nil ? "/startsAt" : "/endsAt",
                endsAt == nil
                    ? "must be earlier than the planned end (\(airing.plannedEnd)) if no end is given, found \(startsAt)"
                    : "must be later than the start (\(startsAt)), found \(endsAt ?? airing.plannedEnd)")
        } else if let endsAt {
            faults.check(
                endsAt > airing.plannedStart || airing.actualStart != nil, "/endsAt",
                "must be later than the planned start (\(airing.plannedStart)), found \(endsAt)")
        }
        try faults.throwIfAny()
    }
}

extension Airing {
    /// The maximum length of a broadcast in milliseconds: nine days, that is, a plan of seven days and a day for each actual time.
    package static let longestMs = ScheduleFaults.durations.upperBound + 2 * ActualTimes.most
}
