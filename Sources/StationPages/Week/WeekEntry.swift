import Radio
import Web

/// A broadcast with the titles that pages show.
struct WeekEntry: Sendable, Hashable {
    let airing: ScheduledAiring
    let title: String
    /// The path of the show's picture; `nil` if none is stored.
    let picture: String?
    /// The broadcast's own title, else the title of its episode; empty if it has neither.
    let detail: String
    /// Whether an exception of the rule sets the start.
    let isMoved: Bool

    var id: Airing.ID { airing.id }
    private var value: Airing { airing.value }

    /// Returns whether the broadcast is on air at an instant.
    func isOnAir(_ now: Instant) -> Bool { !value.isCancelled && value.startsAt <= now && now < value.endsAt }

    var name: String { detail.isEmpty ? title : "\(title): \(detail)" }

    /// Returns labels for the broadcast's state, such as "on air" or "+10 min".
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

    /// The difference from the planned start, such as "+10 min", else from the planned end, such as "ends +10 min"; `nil` if there is none.
    var lateness: String? {
        guard !value.isCancelled else { return nil }
        let start = value.startsAt.milliseconds - value.plannedStart.milliseconds
        let end = value.endsAt.milliseconds - value.plannedEnd.milliseconds
        if start != 0 { return TimeTexts.shift(start) }
        return end == 0 ? nil : "ends \(TimeTexts.shift(end))"
    }

    /// Returns the picture of the show, or the placeholder drawn from the title.
    func artwork(_ size: Artwork.Size) -> Artwork { Artwork(title, url: picture, size: size) }

    var isOffPlan: Bool { airing.period != airing.planned }

    /// Returns the description of the broadcast for screen readers and tooltips: its times, titles, marks and, if they differ, planned times.
    func sentence(_ clock: WeekClock, _ now: Instant) -> String {
        var parts = ["\(clock.text(airing.period)), \(name)"] + marks(now)
        if isOffPlan { parts.append("planned \(clock.text(airing.planned))") }
        return parts.joined(separator: ", ")
    }

    /// The hue of the show, from 0 to 359 degrees. Consecutive IDs get clearly different hues.
    var hue: Int { Int(value.show.rawValue % 360 * 137 % 360) }
}
