extension Instant {
    /// The instant as RFC 5322 §3.3 writes dates, in UTC, for RSS and Icecast: "Mon, 15 Jun 2026 12:00:00 +0000". The year must be from 0 to 9999.
    public var internetMessageDate: String {
        // The description has the form "2026-06-15T12:00:00.000Z".
        let text = description
        let part = { (from: Int, count: Int) in String(text.dropFirst(from).prefix(count)) }
        let days = (milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
        let weekday = Self.weekdays[Int((days % 7 + 7) % 7)]
        let month = Self.months[(Int(part(5, 2)) ?? 1) - 1]
        return "\(weekday), \(part(8, 2)) \(month) \(part(0, 4)) \(part(11, 8)) +0000"
    }

    /// The days of the week, beginning with Thursday, because 1 January 1970 was a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
