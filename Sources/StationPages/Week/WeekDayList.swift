import ScheduleCore
import Web

/// The HTML of one day as a list, for phones and for broadcasts that are too short for the grid.
struct WeekDayList: Sendable {
    let pageContext: WeekPageContext

    var html: HTML {
        guard let day = pageContext.grid.days.first(where: { $0.date == pageContext.day }) else { return .empty }
        let rows = rows(of: day)
        let hours = TimeTexts.length(Int64(day.seconds) * 1000)
        let note: HTML =
            day.changes.isEmpty
            ? HTML.empty : "<p class=\"hint\">This day is \(hours) long because the clocks change.</p>"
        return """
            <section id="day" class="day" aria-labelledby="day-title" tabindex="-1">
            <h2 id="day-title">\(TimeTexts.long(day.date))</h2>\(note)
            \(rows.isEmpty ? "<p>Nothing scheduled.</p>" as HTML : "<ol>\(rows)</ol>")
            </section>
            """
    }

    /// Returns the broadcasts of a day by time, with the gaps for a person who may edit the schedule.
    private func rows(of day: WeekGrid.Day) -> [HTML] {
        let pieces = day.pieces.map { ($0.seconds.lowerBound, 0, piece($0)) }
        let gaps = pageContext.canEdit ? day.gaps.map { ($0.seconds.lowerBound, 1, gap($0)) } : []
        return (pieces + gaps).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    private func piece(_ piece: WeekGrid.Piece) -> HTML {
        let entry = pageContext.entries[piece.item]
        let value = entry.airing.value
        let marks = entry.marks(pageContext.now)
        let (start, end) = (value.startsAt.milliseconds, value.endsAt.milliseconds)
        return """
            <li class="\(value.isCancelled ? "cancelled" : "")\(entry.isOnAir(pageContext.now) ? " onair" : "")">\
            <span class="when">\(pageContext.clock.text(start, beside: pageContext.day)) – \(pageContext.clock.text(end, beside: pageContext.day))\
            </span>\(entry.artwork(.small).html)<a href="/station/airings/\(value.id.description)">\(entry.title)</a>\
            \(entry.detail.isEmpty ? HTML.empty : "<span class=\"more\">\(entry.detail)</span>")\
            \(marks.isEmpty ? HTML.empty : "<span class=\"marks\">\(marks.joined(separator: ", "))</span>")\
            \(planned(entry))</li>
            """
    }

    private func planned(_ entry: WeekEntry) -> HTML {
        guard entry.isOffPlan else { return .empty }
        return "<span class=\"more\">planned \(pageContext.clock.text(entry.airing.planned))</span>"
    }

    private func gap(_ gap: WeekGrid.Gap) -> HTML {
        let end = min(gap.period.upperBound, gap.period.lowerBound + 3_600_000)
        let (from, to) = (Instant(milliseconds: gap.period.lowerBound), Instant(milliseconds: end))
        return """
            <li class="free"><span class="when">\(pageContext.clock.text(gap.period.lowerBound, beside: pageContext.day)) – \
            \(pageContext.clock.text(gap.period.upperBound, beside: pageContext.day))</span>\
            <a href="/station/channels/\(pageContext.channel.id.description)/airings/new?start=\(from.description)&amp;end=\(to.description)">\
            Free: add a broadcast\
            <span class="hidden"> at \(pageContext.clock.text(gap.period.lowerBound))</span></a></li>
            """
    }
}
