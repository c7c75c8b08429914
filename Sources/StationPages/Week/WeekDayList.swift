import ScheduleCore
import Web

/// The HTML of a day as a list, for phones and for broadcasts that are too short to read in the grid.
struct WeekDayList: Sendable {
    let scene: WeekScene

    var html: HTML {
        guard let day = scene.grid.days.first(where: { $0.date == scene.day }) else { return .empty }
        let rows = rows(of: day)
        let hours = WeekWords.length(Int64(day.seconds) * 1000)
        let note: HTML =
            day.changes.isEmpty
            ? HTML.empty : "<p class=\"hint\">This day is \(hours) long because the clocks change.</p>"
        return """
            <section id="day" class="day" aria-labelledby="day-title" tabindex="-1">
            <h2 id="day-title">\(WeekWords.long(day.date))</h2>\(note)
            \(rows.isEmpty ? "<p>Nothing scheduled.</p>" as HTML : "<ol>\(rows)</ol>")
            </section>
            """
    }

    /// Returns the broadcasts and gaps of a day, sorted by time.
    private func rows(of day: WeekGrid.Day) -> [HTML] {
        let pieces = day.pieces.map { ($0.seconds.lowerBound, 0, piece($0)) }
        let gaps = scene.canEdit ? day.gaps.map { ($0.seconds.lowerBound, 1, gap($0)) } : []
        return (pieces + gaps).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    private func piece(_ piece: WeekGrid.Piece) -> HTML {
        let entry = scene.entries[piece.item]
        let value = entry.airing.value
        let marks = entry.marks(scene.now)
        let (start, end) = (value.startsAt.milliseconds, value.endsAt.milliseconds)
        return """
            <li class="\(value.isCancelled ? "cancelled" : "")\(entry.isOnAir(scene.now) ? " onair" : "")">\
            <span class="when">\(scene.clock.words(start, beside: scene.day)) – \(scene.clock.words(end, beside: scene.day))\
            </span><a href="/station/airings/\(value.id.description)">\(entry.title)</a>\
            \(entry.detail.isEmpty ? HTML.empty : "<span class=\"more\">\(entry.detail)</span>")\
            \(marks.isEmpty ? HTML.empty : "<span class=\"marks\">\(marks.joined(separator: ", "))</span>")\
            \(planned(entry))</li>
            """
    }

    private func planned(_ entry: WeekEntry) -> HTML {
        guard entry.isOffPlan else { return .empty }
        return "<span class=\"more\">planned \(scene.clock.words(entry.airing.planned))</span>"
    }

    private func gap(_ gap: WeekGrid.Gap) -> HTML {
        let end = min(gap.stretch.upperBound, gap.stretch.lowerBound + 3_600_000)
        let (from, to) = (Instant(milliseconds: gap.stretch.lowerBound), Instant(milliseconds: end))
        return """
            <li class="free"><span class="when">\(scene.clock.words(gap.stretch.lowerBound, beside: scene.day)) – \
            \(scene.clock.words(gap.stretch.upperBound, beside: scene.day))</span>\
            <a href="/station/channels/\(scene.channel.id.description)/airings/new?start=\(from.description)&amp;end=\(to.description)">\
            Free: add a broadcast\
            <span class="hidden"> at \(scene.clock.words(gap.stretch.lowerBound))</span></a></li>
            """
    }
}
