import ConcertEditing
import HTTP
import Web

/// The selection of the page `/cms`: search, state, and list or month.
struct ConcertListQuery: Sendable {
    var search = ""
    var state: ConcertState?
    /// The month to show; `nil` for the default month.
    var month: CalendarMonth?
    var isCalendar = false
    /// The short name of the last concert on the previous page; `nil` for the first page.
    var after: String?

    /// The number of concerts on a page of the list.
    static let limit = 50

    init(_ fields: FormFields) throws(APIError) {
        search = try fields.line("search")
        let state = try fields.line("state")
        if !state.isEmpty {
            guard let known = ConcertState(rawValue: state) else {
                throw .invalid(
                    "state",
                    "must be \(SentenceFormat.choice(ConcertState.allCases.map(\.rawValue))), found \"\(state.prefix(100))\""
                )
            }
            self.state = known
        }
        isCalendar = try fields.choice("view", as: View.self) == .calendar
        let month = try fields.line("month")
        if !month.isEmpty {
            guard let known = CalendarMonth(month) else {
                throw .invalid("month", "must be a year and a month, such as 2027-01, found \"\(month.prefix(100))\"")
            }
            self.month = known
        }
        after = try fields.position(in: "edited-concerts") { $0.values.count == 1 ? $0.values[0] : nil }
    }

    enum View: String, CaseIterable { case list, calendar }

    /// Returns the concerts in any state that match every word of the search: first those without a day, then the others, the latest day first.
    ///
    /// A search word matches the beginning of a word in the title, the venue or the short name, regardless of case and accents. A word such as
    /// "2027-01" also matches the day of the concert.
    func matches(_ concerts: [EditedConcert]) -> [EditedConcert] {
        let parts = search.split(separator: " ").map(String.init)
        return concerts.filter { concert in
            let texts = Folding.words(of: "\(concert.details.title) \(concert.details.venue ?? "") \(concert.slug)")
            return parts.allSatisfy { part in
                if part.wholeMatch(of: #/[0-9]{4}(-[0-9]{0,2}){0,2}/#) != nil,
                    concert.details.date?.hasPrefix(part) == true
                {
                    return true
                }
                return Folding.words(of: part).allSatisfy { word in texts.contains { $0.hasPrefix(word) } }
            }
        }.sorted { left, right in
            let (first, second) = (left.details.date ?? "9999", right.details.date ?? "9999")
            return first == second ? left.slug < right.slug : first > second
        }
    }

    /// Returns the path of the page with the given fields changed. `nil` keeps a field, and `.some(nil)` for `state` selects all states. Without
    /// `cursor`, the path leads to the first page of the list.
    func path(state: ConcertState?? = nil, isCalendar: Bool? = nil, month: CalendarMonth? = nil, cursor: String? = nil)
        -> LocalPath
    {
        let calendar = isCalendar ?? self.isCalendar
        return ConcertPaths.list(
            "/cms",
            [
                ("search", search), ("state", (state ?? self.state)?.rawValue),
                ("view", calendar ? "calendar" : nil), ("month", calendar ? (month ?? self.month)?.description : nil),
                ("cursor", cursor),
            ])
    }
}
