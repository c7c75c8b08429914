/// The texts for durations and numbers on the library pages.
enum LibraryFormat {
    /// Returns a duration in milliseconds as text, such as "3:45" or "1:02:03".
    static func length(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// Returns a number with its noun, such as "1 track" or "12,345 tracks". If `many` is `nil`, the plural is `one` with an "s".
    static func count(_ number: Int64, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Returns a number with thousands separators, such as "12,345".
    static func grouped(_ number: Int64) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.utf8.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits = String(digits.dropLast(3))
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
