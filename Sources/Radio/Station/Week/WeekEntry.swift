import Web

/// A broadcast with the names that pages say it by.
struct WeekEntry: Sendable, Hashable {
    let airing: ScheduledAiring
    /// The show's.
    let title: String
    /// What this broadcast alone is called; its episode's title otherwise, or nothing.
    let detail: String
    /// Whether somebody said another time for this day than its rule has.
    let isMoved: Bool

    var id: Airing.ID { airing.id }
    private var value: Airing { airing.value }

    /// Whether it is heard now.
    func isOnAir(_ now: Instant) -> Bool { !value.isCancelled && value.startsAt <= now && now < value.endsAt }

    /// Title and detail as one text.
    var name: String { detail.isEmpty ? title : "\(title): \(detail)" }

    /// What a programmer has to know of it at a glance, each in a word or two.
    func marks(_ now: Instant) -> [String] {
        var marks: [String] = []
        if isOnAir(now) { marks.append("on air") }
        if value.isCancelled { marks.append("cancelled") }
        if value.isLive { marks.append("live") }
        if value.isRepeat { marks.append("repeat") }
        if isMoved { marks.append("moved") }
        if let lateness { marks.append(lateness) }
        return marks
    }

    /// How far it is from the plan: "+10 min" of its start, else of its end.
    var lateness: String? {
        guard !value.isCancelled else { return nil }
        let start = value.startsAt.milliseconds - value.plannedStart.milliseconds
        let end = value.endsAt.milliseconds - value.plannedEnd.milliseconds
        if start != 0 { return WeekWords.shift(start) }
        return end == 0 ? nil : "ends \(WeekWords.shift(end))"
    }

    /// Whether what it came to, or will, is another time than planned.
    var isOffPlan: Bool { airing.stretch != airing.planned }

    /// All of it, as a screen reader says it and a pointer that rests on it shows it.
    func sentence(_ clock: WeekClock, _ now: Instant) -> String {
        var parts = ["\(clock.words(airing.stretch)), \(name)"] + marks(now)
        if isOffPlan { parts.append("planned \(clock.words(airing.planned))") }
        return parts.joined(separator: ", ")
    }

    /// A hue for its show, the same wherever it is: keys one after the other are far apart.
    var hue: Int { Int(value.show.rawValue % 360 * 137 % 360) }
}
