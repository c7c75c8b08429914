import Web

/// What a broadcast came to, as somebody wrote it down. What is not said goes by the plan, or by what is before it.
struct ActualTimes: Sendable, Hashable, Decodable {
    let startsAt: Instant?
    let endsAt: Instant?

    /// How far from the plan it may be: a day.
    static let most: Int64 = 86_400_000

    /// - Throws: 422 for times that are a day from the plan, or in the wrong order.
    func check(against airing: Airing) throws(APIError) {
        var faults = ScheduleFaults()
        for (field, time, plan) in [
            ("/startsAt", startsAt, airing.plannedStart), ("/endsAt", endsAt, airing.plannedEnd),
        ] {
            guard let time else { continue }
            faults.check(
                abs(time.milliseconds - plan.milliseconds) <= Self.most, field,
                "must be within a day of the planned time")
        }
        if let startsAt {
            faults.check(
                startsAt < endsAt ?? airing.plannedEnd, endsAt == nil ? "/startsAt" : "/endsAt",
                endsAt == nil ? "must be earlier than the planned end" : "must be later than the start")
        } else if let endsAt {
            faults.check(
                endsAt > airing.plannedStart || airing.actualStart != nil, "/endsAt",
                "must be later than the planned start")
        }
        try faults.throwIfAny()
    }
}
