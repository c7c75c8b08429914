import Web

/// Dates as RSS writes them.
enum FeedDate {
    /// RFC 5322 §3.3 in UTC: "Mon, 15 Jun 2026 12:00:00 +0000".
    static func text(_ instant: Instant) -> String {
        // "2026-06-15T12:00:00.000Z"
        let text = instant.description
        let part = { (from: Int, count: Int) in String(text.dropFirst(from).prefix(count)) }
        let days = (instant.milliseconds - (instant.milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
        let weekday = weekdays[Int((days % 7 + 7) % 7)]
        let month = months[(Int(part(5, 2)) ?? 1) - 1]
        return "\(weekday), \(part(8, 2)) \(month) \(part(0, 4)) \(part(11, 8)) +0000"
    }

    /// From the day of 1 January 1970 on.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
