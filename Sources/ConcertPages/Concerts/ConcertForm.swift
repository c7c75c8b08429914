import ConcertEditing
import HTTP
import Web

/// The fields of a concert's details, as stored or as typed.
struct ConcertForm: Sendable {
    var details = EditedConcert.Details(title: "")
    /// The typed short name of a new concert.
    var slug = ""

    init() {}

    init(_ details: EditedConcert.Details) { self.details = details }

    init(_ fields: FormFields) throws(APIError) {
        let (date, venue) = (try fields.line("date"), try fields.line("venue"))
        details = EditedConcert.Details(
            title: try fields.line("title"), date: date.isEmpty ? nil : date, venue: venue.isEmpty ? nil : venue)
        slug = try fields.line("slug")
    }

    static let labels = ["title": "The title", "date": "The date", "venue": "The venue", "slug": "The short name"]
    static let ids = ["title": "title", "date": "date", "venue": "venue", "slug": "slug"]

    /// Returns the fields of title, date and venue, with the faults of `error`. `error` is `nil` for a form that was not refused.
    func html(_ error: APIError?) -> HTML {
        var title = Field("Title", "title", details.title)
        title.isRequired = true
        title.fault = error?.fieldNote("title")
        title.attributes = " maxlength=\"300\" spellcheck=\"true\""
        var date = Field("Date", "date", details.date ?? "", .date)
        date.fault = error?.fieldNote("date")
        var venue = Field("Venue", "venue", details.venue ?? "")
        venue.fault = error?.fieldNote("venue")
        venue.attributes = " maxlength=\"300\""
        return "\(title.html)<div class=\"pair\">\(date.html)\(venue.html)</div>"
    }
}
