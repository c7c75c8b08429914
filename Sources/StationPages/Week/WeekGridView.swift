import ScheduleCore
import Web

/// The HTML of the grid, with one column per day. `PageNumbers` contains the positions of the elements.
struct WeekGridView: Sendable {
    let pageContext: WeekPageContext

    private var grid: WeekGrid { pageContext.grid }
    private var now: Instant { pageContext.now }

    var html: HTML {
        """
        <div class="grid" id="grid7" data-zone="\(pageContext.channel.timeZone)">
        <div class="corner"></div>
        \(grid.days.map(head))
        <div class="axis" aria-hidden="true">\(axis.map { mark -> HTML in
            "<span id=\"hour\(mark.second / 3600)\">\(Self.hour(mark.hour))</span>"
        })</div>
        \(grid.days.indices.map(column))
        </div>
        """
    }

    private var axis: [WeekGrid.Mark] { (0..<24).map { WeekGrid.Mark(second: $0 * 3600, hour: $0) } }

    private static func hour(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }

    private func head(_ day: WeekGrid.Day) -> HTML {
        let isToday = day.date == pageContext.today
        return """
            <div class="head\(isToday ? " today" : "")"><a href="\
            \(pageContext.path(pageContext.first, day: day.date).description)#day"\(isToday ? " aria-current=\"date\"" as HTML : .empty)>\
            \(TimeTexts.short(day.date.weekday)) <b>\(day.date.civil.day)</b>\
            <span class="hidden"> \(TimeTexts.dayAndMonth(day.date)), show the day as a list</span></a>\
            \(day.changes.map { change -> HTML in "<small>\(hours(day)): \(text(change))</small>" })</div>
            """
    }

    private func hours(_ day: WeekGrid.Day) -> String { TimeTexts.length(Int64(day.seconds) * 1000) }

    private func text(_ change: WeekClock.Change) -> String {
        let after = pageContext.clock.time(at: change.at)
        let before = WallTime(secondsAfterMidnight: (after.secondsAfterMidnight - change.by + 86_400) % 86_400) ?? after
        return "\(before) becomes \(after)"
    }

    // MARK: - Columns

    private func column(_ index: Int) -> HTML {
        let day = grid.days[index]
        let base = Self.base(of: index, grid)
        return """
            <div class="col\(day.date == pageContext.today ? " today" : "")\(day.changes.isEmpty ? "" : " other")" id="column\(index)" \
            data-start="\(day.period.lowerBound)" data-end="\(day.period.upperBound)">\
            \(day.second(of: now.milliseconds).map { _ in "<div class=\"now\" id=\"now0\"></div>" as HTML })\
            <ul aria-label="\(TimeTexts.long(day.date))">\
            \(pageContext.canEdit ? day.gaps.enumerated().map { gap($1, base + day.pieces.count + $0) } : [])\
            \(day.pieces.enumerated().map { piece($1, of: day, base + $0) })</ul>\
            \(day.changes.isEmpty ? [] : own(day, base + day.pieces.count + day.gaps.count))</div>
            """
    }

    private func own(_ day: WeekGrid.Day, _ base: Int) -> [HTML] {
        Self.ownMarks(day).enumerated().map { index, mark -> HTML in
            "<span class=\"own\" id=\"at\(base + index)\" aria-hidden=\"true\">\(Self.hour(mark.hour))</span>"
        }
    }

    private static func ownMarks(_ day: WeekGrid.Day) -> [WeekGrid.Mark] {
        guard let change = day.changes.first.flatMap({ day.second(of: $0.at) }) else { return [] }
        return day.marks.filter { $0.second >= change }
    }

    private func gap(_ gap: WeekGrid.Gap, _ number: Int) -> HTML {
        let end = min(gap.period.upperBound, gap.period.lowerBound + 3_600_000)
        let (from, to) = (Instant(milliseconds: gap.period.lowerBound), Instant(milliseconds: end))
        let length = TimeTexts.length(gap.period.upperBound - gap.period.lowerBound)
        return """
            <li><a class="gap" id="at\(number)" href="/station/channels/\(pageContext.channel.id.description)/airings/new?start=\
            \(from.description)&amp;end=\(to.description)"\(tab(gap.seconds)) data-start="\(gap.period.lowerBound)" \
            data-end="\(gap.period.upperBound)" aria-label="Free, \(pageContext.clock.text(gap.period)): add a broadcast">\
            <span>+ Free: \(length)</span></a></li>
            """
    }

    private func piece(_ piece: WeekGrid.Piece, of day: WeekGrid.Day, _ number: Int) -> HTML {
        let entry = pageContext.entries[piece.item]
        let value = entry.airing.value
        let sentence = entry.sentence(pageContext.clock, now)
        let marks = entry.marks(now)
        return """
            <li><a class="\(classes(entry, piece))" id="at\(number)" href="/station/airings/\(value.id.description)" title="\(sentence)" \
            aria-label="\(sentence)" draggable="false"\(tab(piece.seconds))\(handles(entry, piece))>\
            <span class="text"><span class="time">\(piece.isContinued ? "…" : pageContext.clock.time(at: value.startsAt.milliseconds).description)\
            \(marks.map { "<i class=\"mark\">\($0)</i>" as HTML })</span> \
            <b>\(entry.title)</b>\(entry.detail.isEmpty ? HTML.empty : " <span class=\"more\">\(entry.detail)</span>")\
            \(isResizable(entry, piece) ? "<span class=\"grip\"></span>" as HTML : .empty)</a></li>
            """
    }

    /// Returns the attribute that removes a piece from the tab order if it is too small to click. The day list shows such pieces at full size.
    private func tab(_ seconds: Range<Int>) -> HTML {
        WeekGrid.isTarget(seconds: seconds.count, hourHeight: grid.hourHeight) ? HTML.empty : " tabindex=\"-1\""
    }

    private func classes(_ entry: WeekEntry, _ piece: WeekGrid.Piece) -> String {
        let marks = [
            ("onair", entry.isOnAir(now)), ("cancelled", entry.airing.value.isCancelled), ("beside", piece.isBeside),
            ("offplan", entry.isMoved || entry.isOffPlan), ("past", entry.airing.value.endsAt <= now),
            ("continued", piece.isContinued), ("goeson", piece.goesOn), ("movable", isMovable(entry, piece)),
            ("flat", piece.seconds.count * grid.hourHeight * 4 < 34 * 3600),
            ("tiny", piece.seconds.count * grid.hourHeight * 4 < 16 * 3600),
            ("mute", piece.seconds.count * grid.hourHeight * 4 < 9 * 3600),
            ("low", piece.seconds.count * grid.hourHeight * 4 < 60 * 3600),
        ]
        return (["piece"] + marks.filter(\.1).map(\.0)).joined(separator: " ")
    }

    /// Returns whether a broadcast can be moved by this piece: the account may edit the schedule, the broadcast is not cancelled and has its planned
    /// times, and the piece contains its start. Of a broadcast with actual times, only the actual times can be changed.
    private func isMovable(_ entry: WeekEntry, _ piece: WeekGrid.Piece) -> Bool {
        pageContext.canEdit && !entry.airing.value.isCancelled && !entry.isOffPlan && !piece.isContinued
    }

    private func isResizable(_ entry: WeekEntry, _ piece: WeekGrid.Piece) -> Bool {
        isMovable(entry, piece) && !piece.goesOn
    }

    private func handles(_ entry: WeekEntry, _ piece: WeekGrid.Piece) -> HTML {
        guard isMovable(entry, piece) else { return .empty }
        let value = entry.airing.value
        let isRules = entry.airing.slot != nil && value.startsAt > now
        return """
             data-start="\(value.startsAt.milliseconds)" data-end="\(value.endsAt.milliseconds)" \
            data-revision="\(value.revision)" data-name="\(entry.title)"\(isRules ? " data-rule=\"1\"" as HTML : .empty)
            """
    }

    // MARK: - Numbers

    private static func base(of index: Int, _ grid: WeekGrid) -> Int {
        grid.days[..<index].map { $0.pieces.count + $0.gaps.count + ownMarks($0).count }.reduce(0, +)
    }

    /// Returns the number and the style values of each element in a day's column. The style values include the start and length in seconds.
    static func positions(
        _ index: Int, _ grid: WeekGrid, _ pageContext: WeekPageContext
    ) -> [(number: Int, values: [(StaticString, Int)])] {
        let (day, base) = (grid.days[index], base(of: index, grid))
        let pieces = day.pieces.map { piece -> [(StaticString, Int)] in
            [
                ("start", piece.seconds.lowerBound), ("length", piece.seconds.count),
                ("hue", pageContext.entries[piece.item].hue),
                // A line of text is 17 px high, and both borders together are 4 px.
                ("lines", max(1, (piece.seconds.count * grid.hourHeight * 4 / 3600 - 4) / 17)),
            ]
        }
        let gaps = day.gaps.map { gap -> [(StaticString, Int)] in
            [("start", gap.seconds.lowerBound), ("length", gap.seconds.count)]
        }
        let marks = ownMarks(day).map { mark -> [(StaticString, Int)] in [("start", mark.second)] }
        return (pieces + gaps + marks).enumerated().map { (base + $0, $1) }
    }
}
