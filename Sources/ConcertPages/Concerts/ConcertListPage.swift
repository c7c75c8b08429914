import ConcertEditing
import HTTP
import Web

/// The page `/cms` with the concerts of a tenant, as a list or as a month.
struct ConcertListPage: Sendable {
    let context: RequestContext
    let query: ConcertListQuery
    let concerts: [EditedConcert]
    let notice: ConcertNotice?
    let now: Instant

    func response() throws -> Response {
        var page = ConcertPage("Concerts", .concerts, context, content: try content())
        if !concerts.isEmpty {
            page.tabs = Tabs(
                "View",
                [
                    .init(query.path(isCalendar: false), "List", isCurrent: !query.isCalendar),
                    .init(query.path(isCalendar: true), "Calendar", isCurrent: query.isCalendar),
                ])
        }
        page.style = EmbeddedText.concertListCSS
        return page.response()
    }

    private static let newConcert: HTML = "<a class=\"button\" href=\"/cms/new\">\(Icon.add.html) New concert</a>"

    private func content() throws -> HTML {
        guard !concerts.isEmpty else {
            let empty = EmptyState(
                .concert, "No concerts yet",
                """
                A concert has a title, a date and a venue, and the pieces of its programme. Create the concert, add the pieces, write \
                the notes, and publish the concert.
                """, action: Self.newConcert)
            return "\(notice?.html)\(empty.html)"
        }
        var head = ListHead("/cms", "Title, venue or date", search: query.search)
        head.fields = """
            \(query.state.map { HTML.hidden("state", $0.rawValue) })\
            \(query.isCalendar ? HTML.hidden("view", "calendar") : HTML.empty)
            """
        head.action = Self.newConcert
        let found = query.matches(concerts)
        let chips = Chips(
            "State",
            [.init("All", query.path(state: .some(nil)).description, count: found.count, isCurrent: query.state == nil)]
                + ConcertState.allCases.map { state in
                    .init(
                        state.title, query.path(state: state).description, count: found.count(where: state.includes),
                        isCurrent: query.state == state)
                })
        let shown = query.state.map { found.filter($0.includes) } ?? found
        return "\(notice?.html)\(head.html)\(chips.html)\(query.isCalendar ? calendar(shown) : try list(shown))"
    }

    // MARK: List

    private func list(_ found: [EditedConcert]) throws -> HTML {
        guard !found.isEmpty else { return nothingFound }
        var rest = found[...]
        if let after = query.after {
            guard let index = found.firstIndex(where: { $0.slug == after }) else { throw APIError.noCursor() }
            rest = found[(index + 1)...]
        }
        let page = ListPage(Array(rest.prefix(ConcertListQuery.limit + 1)), limit: ConcertListQuery.limit)
        var rows = RowList(page.rows.map(row))
        rows.label = "Concerts"
        let next = page.next.map { last -> HTML in
            let path = query.path(cursor: ListCursor("edited-concerts", [last.slug]).description)
            return "<p class=\"pages\"><a class=\"button quiet\" href=\"\(path.description)\">More concerts</a></p>"
        }
        return "\(rows.html)\(next)"
    }

    private var nothingFound: HTML {
        EmptyState(
            .search, "No concert matches",
            "Search for words of the title or venue, or for a date such as 2027-01-31, or show all states.",
            action: "<a class=\"button quiet\" href=\"/cms\">Show all concerts</a>"
        ).html
    }

    private func row(_ concert: EditedConcert) -> ListRow {
        let details = concert.details
        var row = ListRow("\(details.title)", ConcertPaths.concert(concert.slug), artwork: Artwork(details.title))
        row.marks = " \(ConcertState.tags(of: concert))"
        let place = [details.date.map { ConcertDates.day($0) }, details.venue].compactMap { $0 }
        row.details = ["\(place.isEmpty ? "No date or venue yet" : place.joined(separator: " · "))"]
        row.facts = "\(changed(concert))"
        return row
    }

    private func changed(_ concert: EditedConcert) -> HTML {
        let dates = LocalTimeFormatter(context.tenant)
        if let draft = concert.draft, draft.isChanged, !draft.updatedBy.isEmpty {
            return "Changed \(dates.long(draft.updatedAt)) by \(draft.updatedBy)"
        }
        return concert.published.map { "Revision \($0.revision), \(dates.long($0.publishedAt))" } ?? .empty
    }

    // MARK: Calendar

    /// The month that the calendar shows: the chosen month, or otherwise the month of the next concert, or otherwise the current month.
    private var month: CalendarMonth {
        let today = LocalTimeFormatter(context.tenant).day(now)
        let next = concerts.compactMap(\.details.date).filter { $0 >= today }.min()
        return query.month ?? CalendarMonth(next ?? today) ?? .first
    }

    private func calendar(_ found: [EditedConcert]) -> HTML {
        let month = month
        let byDay = Dictionary(grouping: found) { $0.details.date ?? "" }
        let held = month.days.filter { byDay[$0] != nil }.count
        let cells: [String?] = [String?](repeating: nil, count: month.firstColumn) + month.days.map { $0 }
        let today = LocalTimeFormatter(context.tenant).day(now)
        let weeks = stride(from: 0, to: cells.count, by: 7).map { start -> HTML in
            let days = (start..<start + 7).map { index -> HTML in
                guard cells.indices.contains(index), let day = cells[index] else { return "<td class=\"none\"></td>" }
                return cell(day, byDay[day] ?? [], isToday: day == today)
            }
            return "<tr>\(days)</tr>\n"
        }
        let undated = byDay[""] ?? []
        let none: HTML = query.search.isEmpty && query.state == nil ? "No concerts" : "No matching concerts"
        return """
            <nav class="months" aria-label="Months"><a class="button quiet" href="\(query.path(month: month.previous).description)" \
            aria-label="\(month.previous.title)">\(Icon.back.html)</a><h2>\(month.title)</h2>\
            <a class="button quiet" href="\(query.path(month: month.next).description)" aria-label="\(month.next.title)">\
            \(Icon.forward.html)</a></nav>
            <table class="month"><caption class="hidden">Concerts in \(month.title)</caption>
            <thead><tr>\(ConcertDates.weekdays.map { day -> HTML in "<th scope=\"col\"><abbr title=\"\(day)\">\(day.prefix(3))</abbr></th>" })</tr></thead>
            <tbody>\(weeks)</tbody></table>
            \(held == 0 ? "<p class=\"faint\">\(none) in \(month.title).</p>" : HTML.empty)
            \(undated.isEmpty ? HTML.empty : "<h2>Without a date</h2>\(RowList(undated.map(row)).html)")
            """
    }

    private func cell(_ day: String, _ concerts: [EditedConcert], isToday: Bool) -> HTML {
        let entries = concerts.map { concert -> HTML in
            """
            <a href="\(ConcertPaths.concert(concert.slug).description)"><strong>\(concert.details.title)</strong>\
            \(concert.details.venue.map { "<span>\($0)</span>" as HTML })</a>\(ConcertState.tags(of: concert))
            """
        }
        return """
            <td class="\(concerts.isEmpty ? "free" : "held")\(isToday ? " today" : "")"><time datetime="\(day)">\
            <span class="short">\(Int(day.suffix(2)) ?? 0)</span><span class="long">\(ConcertDates.day(day))</span></time>\(entries)</td>
            """
    }
}
