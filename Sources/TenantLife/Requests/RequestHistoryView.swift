import Web

/// The request counts as JSON: the response of `getRequestHistory`.
struct RequestHistoryView: Encodable, Sendable {
    let timeZone: String
    let hours: [Hour]
    let days: [Day]

    struct Hour: Encodable, Sendable {
        let from: Instant
        let requests: Int64
        let refused: Int64
        let errors: Int64
    }

    struct Day: Encodable, Sendable {
        let date: String
        let requests: Int64
        let refused: Int64
        let errors: Int64
    }

    init(_ history: RequestHistory) {
        timeZone = history.timeZone
        hours = history.hours.map { hour in
            Hour(
                from: hour.from, requests: hour.figures.requests, refused: hour.figures.refused,
                errors: hour.figures.errors)
        }
        days = history.days.map { day in
            Day(
                date: day.date, requests: day.figures.requests, refused: day.figures.refused,
                errors: day.figures.errors)
        }
    }
}
