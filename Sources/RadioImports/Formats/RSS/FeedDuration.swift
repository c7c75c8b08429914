/// A parser for `itunes:duration`: seconds, "62:03" or "1:02:03". Decimals are truncated. Other text, and more than 366 days, give `nil`.
enum FeedDuration {
    static func milliseconds(_ text: String?) -> Int64? {
        let parts = DraftText.line(text, atMost: 40).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            let whole = index == parts.count - 1 ? part.prefix { $0 != "." } : part
            // Only the first part may exceed 59: "62:03" is valid, "1:75:00" is not.
            let limit = index == 0 ? 31_622_400 : 59
            guard let number = DraftText.number(String(whole), in: 0...limit) else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds <= 31_622_400 ? Int64(seconds) * 1000 : nil
    }
}
